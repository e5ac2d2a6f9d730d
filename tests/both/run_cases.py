"""Runs every function `case_*` of a file on whichever Python this is; exit code 1 if one fails.

usage: run_cases.py FILE
"""

import sys


def load(path):
    """Return the names of a file of cases."""
    names = {"__name__": "cases"}
    with open(path) as file:
        exec(compile(file.read(), path, "exec"), names)
    return names


def cases(names):
    """Return the names of the cases, sorted."""
    return sorted([name for name in names if name.startswith("case_")])


def main():
    names = load(sys.argv[1])
    failed = 0
    for name in cases(names):
        try:
            names[name]()
        except Exception as error:
            failed += 1
            print("FAILED", name)
            if hasattr(sys, "print_exception"):
                sys.print_exception(error)
            else:
                print(type(error).__name__, error)
        else:
            print("ok", name)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
