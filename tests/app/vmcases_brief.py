"""Modules dropped from memory come back."""

import gc
import sys

from kostka.compat import forget


def case_a_module_is_dropped_and_read_again():
    import kostka.app
    from kostka.app import brief

    forget("kostka.app.brief")
    assert "kostka.app.brief" not in sys.modules
    assert not hasattr(kostka.app, "brief")
    from kostka.app import brief as again

    assert again is not brief
    assert again.MODULES == brief.MODULES


def case_its_memory_is_free_again():
    import kostka.link.questions as big

    gc.collect()
    before = gc.mem_free()
    del big
    forget("kostka.link.questions")
    gc.collect()
    assert gc.mem_free() - before > 2000


def case_what_is_not_there_is_passed_over():
    forget("kostka.never.there")


def case_a_module_outside_of_any_package_is_dropped():
    import board_layout

    forget("board_layout")
    assert "board_layout" not in sys.modules
    import board_layout as again

    assert again is not board_layout
