"""Tags on the stand: what is written on them, which thing of the table they belong to.

The text of a Kostka tag is an NDEF text record ``k:<kind>:<value>`` in ASCII, such as
``k:card:7``, ``k:die:d12`` or ``k:player:2``. Kinds are those of `registry.KINDS`; a value has 1
to 24 of the characters a-z, 0-9, ``_``, ``.`` and ``-``. What the value means is a matter of the
kind and of the game. Any phone can write such a tag; a tag without this text can be taught.
"""
