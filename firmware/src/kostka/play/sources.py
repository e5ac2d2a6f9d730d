"""Where an answer came from: the letter in the journal, and the request's bit for it."""

from kostka.rules import request as rq

SOURCES = {
    "c": rq.CELLS,
    "u": rq.CUP,
    "k": rq.KEYS,
    "t": rq.TAG,
    "p": rq.PAGE,
    "h": rq.PAGE,  # another program, or the board's own bot
    "r": rq.PAGE,  # radio: a die that tells by itself how it fell
    "b": rq.BOARD,
}
