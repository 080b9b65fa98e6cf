"""`upcard floor regulator-code`."""

from __future__ import annotations

from upcard.cli.floor.backup import AsJson, Db
from upcard.cli.output import say, show_json
from upcard.store.open import DEFAULT, open_store


def regulator_code(*, db: Db = DEFAULT, as_json: AsJson = False) -> None:
    """Print the code by which the next regulator is enrolled.

    It is for the regulator alone, who enrols at /regulator. A code is good
    for one person; the next one has another. Nobody of the house makes,
    changes or locks a regulator.

    upcard floor regulator-code --db sqlite:upcard.db
    """
    from upcard.people import open_people

    open_store(db, read_only=True).close()  # a house that is not there has no code
    with open_people(db) as people:
        code = people.regulator_code()
    if as_json:
        show_json({"code": code})
    else:
        say(code)
