/** Makes and finds elements; the page has no markup in strings, so nothing can be injected. */

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const event of Object.keys(value)) node.addEventListener(event, value[event]);
    } else if (value === true) {
      node.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value);
    }
  }
  node.append(...children);
  return node;
}

/** Return a new HTML element; `on` holds listeners by event, false and null leave one out. */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Return a new SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Return the element with an id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Set a text only where it differs, so that screen readers hear changes alone. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Set an attribute only where it differs; null takes it away. */
export function setAttribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** Return a kept setting of this browser, or null; a browser may refuse to keep any. */
export function kept(name) {
  try {
    return localStorage.getItem(`kostka.${name}`);
  } catch {
    return null;
  }
}

/** Keep a setting in this browser where it lets us. */
export function keep(name, value) {
  try {
    localStorage.setItem(`kostka.${name}`, value);
  } catch {
    // a private window: the setting lasts as long as the page
  }
}
