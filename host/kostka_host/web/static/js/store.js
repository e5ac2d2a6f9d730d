/** What the server last said, by section, and who draws which sections. */

export class Store {
  constructor() {
    this.view = {};
    this.drawers = [];
  }

  /** Call `draw(view)` whenever one of the sections has changed. */
  on(sections, draw) {
    this.drawers.push({ sections, draw });
  }

  /** Take a message; the first one of a connection replaces everything. */
  take(message, first) {
    if (first) this.view = {};
    const changed = new Set();
    for (const [section, value] of Object.entries(message)) {
      if (section === "t") continue;
      this.view[section] = value;
      changed.add(section);
    }
    this.redraw(changed);
  }

  /** Draw what shows any of these sections. */
  redraw(changed) {
    for (const { sections, draw } of this.drawers) {
      if (sections.some((section) => changed.has(section))) draw(this.view);
    }
  }
}
