"""What the lights show: from tokens, the public request and public events to colors and patterns.

A code is one byte per light, ``color << 4 | pattern``; 0 is dark. Nothing here sees a state of
the rules, so nothing secret can reach a light.
"""
