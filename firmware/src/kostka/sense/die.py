"""One die, as its reader knows it: kept in memory while the code that made it is not."""


class Die:
    """One die: its faces' values, and the polar angle and height of its magnet on each face.

    `angles` (radians) and `heights` (mm over the table) are by face; `sides` says how far the
    magnet is from the vertical through the middle: along its own level direction, and square to
    that. The frame of a die is as the board's: x right, y down, z up. `inradius` in mm,
    `direction` and `offset` (mm) are those of the magnet, `away` the length of `offset`, `moment`
    relative to the usual. `enrolled` dice lie closer to these values than one that is taken as it
    was drawn. kostka.sense.faces makes one.
    """

    def __init__(
        self,
        faces: int,
        values: "tuple[int, ...]",
        inradius: float,
        direction: "tuple[float, ...]",
        offset: "tuple[float, ...]",
        moment: float,
        enrolled: bool,
    ) -> None:
        self.faces = faces
        self.values = values
        self.inradius = inradius
        self.direction = direction
        self.offset = offset
        self.moment = moment
        self.enrolled = enrolled
        self.mirrored = False  # its faces run the other way round
        self.away = 0.0
        self.angles: list[float] = []
        self.heights: list[float] = []
        self.sides: list[tuple[float, float]] = []
