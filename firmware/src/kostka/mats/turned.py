"""A mat that lies on the table turned by quarters."""

from kostka.mats.mat import Mat


def turned(mat: Mat, quarters: int) -> Mat:
    """Return a whole square mat turned clockwise, as seen from above, about the grid's middle.

    `quarters` is 1..3. Its spots, die and sides turn; colors stay with the seats.
    """
    size = mat.rows

    def turn(cells: bytes) -> bytes:
        found = []
        for cell in cells:
            row, col = cell // size, cell % size
            for _ in range(quarters):
                row, col = col, size - 1 - row
            found.append(row * size + col)
        return bytes(found)

    return Mat(
        mat.name,
        [turn(mat.cells(spot)) for spot in range(mat.spots)],
        turn(mat.die_cells),
        mat._colors,
        [bytes([side + quarters & 3 for side in sides]) for sides in mat._sides],
        size,
        size,
        mat.paints,
    )
