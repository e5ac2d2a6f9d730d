"""Numbers that move on their own: package, protocol, journal."""

VERSION = "0.1.0"
PROTOCOL = (1, 0)  # another major: refuse; another minor: go on
JOURNAL = 1  # schema of the journal's header line
