"""Journals as bytes: rows ``JSON*crc`` in files, and the store that keeps the games of a board."""
