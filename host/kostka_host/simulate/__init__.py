"""People made of code: hands that move tokens on a virtual table, and a family that plays."""
