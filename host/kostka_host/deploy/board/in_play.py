"""Prints name and rules version of the game in play, nothing where there is none."""

try:
    from kostka.journal import files, finding, rows, shelf

    path = "/journal/" + shelf.current("/journal")
    with open(path + "/main", "rb") as file:
        header = rows.line_of(rows.body_of(file.readline()), 0)
    last = b""
    for name in ["main"] + ["tail%d" % at for at in range(files.TAILS)]:
        row = finding.last_row(path + "/" + name)
        if rows.number_of(row) >= rows.number_of(last):
            last = row
    if not rows.is_end(last):
        print(header["game"], header["v"])
except Exception:  # no journal, or one that nothing can go on with
    pass
