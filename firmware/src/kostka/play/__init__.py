"""How a game is played on a table: referee, session, replay, keys. No input, output or clock.

The session is the one writer of the game. Pictures, keys and hosts only suggest actions.
"""
