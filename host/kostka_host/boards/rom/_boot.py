"""What the VM of a virtual board runs first; boot.py, main.py and the prompt share its scope."""

__import__("_start").start(globals())
