"""What the VM of a virtual board runs first, in the scope that boot.py, main.py and prompt share."""

__import__("_start").start(globals())
