"""Finding, flashing and updating boards: what the commands do, for programs.

    from kostka_host import deploy, layout

    release = deploy.build_release(layout.profile("bare"))
    result = deploy.Updater("id:attic").update(release)      # result.state, .version, .sent, …
    deploy.Updater("id:attic").rollback()
    deploy.Flasher(drive=Path("/media/me/RPI-RP2"), image=Path("RPI_PICO-….uf2")).flash()

    with deploy.Prompt("port:/dev/ttyACM0") as prompt:       # whatever runs there is stopped
        print(prompt.run("import os; print(os.listdir())"))
        found = deploy.survey(prompt)                        # found.version, .chip, .files, …

Every failure is a KostkaError whose text is one sentence; those of ports are LinkErrors.
"""

from kostka_host.deploy.flash import Flashed, Flasher
from kostka_host.deploy.found import Found, survey
from kostka_host.deploy.plan import Plan, make_plan
from kostka_host.deploy.prompt import Prompt
from kostka_host.deploy.update import Result, Updater
from kostka_host.release import Release, build_release, read_release

__all__ = [
    "Flashed",
    "Flasher",
    "Found",
    "Plan",
    "Prompt",
    "Release",
    "Result",
    "Updater",
    "build_release",
    "make_plan",
    "read_release",
    "survey",
]
