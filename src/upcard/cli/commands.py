"""The commands by name, and the page that `upcard` alone shows. It imports none of them, so that it shows at once."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from upcard import __version__
from upcard.cli.output import BAD_INPUT, complain, say
from upcard.errors import Conflict, HouseError, LawError, Refused

if TYPE_CHECKING:
    from cyclopts import App


class Command(NamedTuple):
    """A command, what it is for, and the function that runs it; or what its help says, and the commands below it."""

    name: str
    purpose: str
    place: str = ""
    about: str = ""
    below: tuple[tuple[str, str], ...] = ()


def _below(module: str, *names: str) -> tuple[tuple[str, str], ...]:
    """Commands of one module, each by its name."""
    return tuple((name, f"upcard.cli.{module}:{name.replace('-', '_')}") for name in names)


COMMANDS = (
    Command("serve", "the casino: web app, live tables, linked meters", "upcard.cli.serve:serve"),
    Command("play", "a table in the terminal", "upcard.cli.play:play"),
    Command("settle", "finished rounds in, settlements out (JSON lines)", "upcard.cli.settle:settle"),
    Command(
        "exact",
        "exact mathematics of a game, a wager, a pay table",
        about="Exact odds: every figure is a fraction, counted over every deal.",
        below=(
            *_below("exact.caribbean_stud", "caribbean-stud", "hand", "strategy"),
            *_below("exact.progressive", "progressive"),
            *_below("exact.bonus_six", "bonus", "five-card", "cover-all"),
            *_below("exact.bonus_six", "bonus-six"),
            *_below("exact.caribbean_stud", "exposure"),
            *_below("house", "report"),
        ),
    ),
    Command("simulate", "Monte Carlo of the same, on one core, all cores or a cluster", "upcard.cli.simulate:simulate"),
    Command(
        "law",
        "the editions of the law: list, show, diff, trace, on, new, check",
        about="The editions of the law: what they say, what changed, where each rule\n"
        "is read and tested; and editions of your own.",
        below=(
            ("list", "upcard.cli.law.editions:listing"),
            *_below("law.editions", "show", "diff", "on"),
            *_below("law.trace", "trace"),
            *_below("law.editions", "sentences"),
            *_below("law.own", "new", "check"),
        ),
    ),
    Command(
        "house",
        "a licensee's elections: check a file, print an example",
        about="A licensee's elections: check a file against the law, or print a commented example.",
        below=_below("house", "check", "example"),
    ),
    Command(
        "floor",
        "a casino without a screen: run, backup, restore, regulator-code",
        about="A casino without a screen; copies of a house; the regulator's code.",
        below=(*_below("floor", "run"), *_below("floor", "backup", "restore", "regulator-code")),
    ),
    Command(
        "audit",
        "the journal: verify, replay, round, shuffle, export, documents",
        about="The journal: that it is whole, what it says of a round,\nand a copy for those who want to see.",
        below=(
            *_below("audit.verify", "verify", "replay"),
            ("round", "upcard.cli.audit.round:round_"),
            *_below("audit.round", "shuffle"),
            *_below("floor", "export"),
            *_below("audit.documents", "slips", "tax", "day", "jackpot", "meters"),
        ),
    ),
    Command("completion", "a completion script for bash, zsh or fish", "upcard.cli.completion:completion"),
)

_PAGE = """\
Upcard runs regulated casino poker tables exactly as the law writes them.

Usage: upcard COMMAND [ARGUMENTS]

Commands:
{commands}

Options:
  --help, -h             this page; after a command, all about that command
  --law DIR              a folder with editions of your own, for any command; or the variable UPCARD_LAW
  --version              the version of Upcard
  --install-completion   set up completion for the shell in use

Examples:
  upcard serve --demo                          a casino in the browser; everybody is one click away
  upcard law list                              which editions there are
  upcard law on 2013-06-01                     what was in force that day
  upcard law diff sd-2011 sd-2015              what an amendment changed
  upcard law show ma --clause "6(c)"           one clause, its rules, where they are read and tested
  upcard law check law/nd-2027.toml            every fault of an edition of your own; then rounds under it
  upcard law sentences ma                      every sentence of the law, how it is kept, what proves it
  upcard exact caribbean-stud                  the house edge as a fraction, over every deal
  upcard simulate --rounds 1e7 --seats 7       every wager by Monte Carlo, beside the exact figures
  upcard floor run house.toml --bots           a whole casino on a journal, as fast as it goes
  upcard floor backup friday.db                a copy of the whole house, while it is in use
  upcard audit verify                          that nobody has touched the journal
  upcard settle rounds.jsonl > settled.jsonl   what each wager of each round was paid, and under which clause
"""


def page() -> str:
    """What `upcard` and `upcard --help` show."""
    return _PAGE.format(commands="\n".join(f"  {command.name:<12} {command.purpose}" for command in COMMANDS))


# ---- From arguments to a command, and from what went wrong to one sentence and an exit status --------------


INSTALL_COMPLETION = "--install-completion"


def app(page: str = "") -> App:
    """All commands; none is imported until it is called, but for the page that says what those of a group are for."""
    from cyclopts import App, Parameter

    common = Parameter(negative=(), show_default=False)
    kind = App
    if page == INSTALL_COMPLETION:
        from upcard.cli.completion import Completing

        kind = Completing
    root = kind(
        name="upcard",
        version=__version__,
        help_format="plaintext",
        help_epilogue="With --law DIR, or UPCARD_LAW, editions of your own are known too.",
        default_parameter=common,
        suppress_keyboard_interrupt=False,
    )
    for command in COMMANDS:
        if command.place:
            root.command(command.place, name=command.name)
            continue
        group = App(name=command.name, help=command.about, help_format="plaintext", default_parameter=common)
        for number, (name, place) in enumerate(command.below):
            group.command(place, name=name, sort_key=None if command.name == "law" else number)
            if command.name == page:
                group[name]
        root.command(group)
    root.register_install_completion_command(INSTALL_COMPLETION, help="Set up completion for the shell in use.")
    return root


LAW, LAW_FOLDERS = "--law", "UPCARD_LAW"
COMPLETING = ["completion", "next"]


def run(arguments: Sequence[str]) -> int:
    """The exit status of a command; folders of editions that it was given are forgotten with its end."""
    before = os.environ.get(LAW_FOLDERS)
    try:
        own = before or any(word.partition("=")[0] == LAW for word in arguments)
        return _run(_with_law(arguments) if own else arguments)
    except LawError as error:
        return 0 if list(arguments[:2]) == COMPLETING else complain(str(error))
    finally:
        if os.environ.pop(LAW_FOLDERS, None) and "upcard.law.edition" in sys.modules:
            from upcard.law.edition import forget

            forget()
        if before is not None:
            os.environ[LAW_FOLDERS] = before


def _with_law(arguments: Sequence[str]) -> list[str]:
    """What is left of the arguments once their folder of editions is taken."""
    from upcard.law.edition import add_folder, given_ids

    left, words = [], iter(arguments)
    for word in words:
        name, sign, folder = word.partition("=")
        if name == "--":
            left += [word, *words]
        elif name != LAW:
            left.append(word)
        else:
            named = folder if sign else next(words, "")
            if not named or named.startswith("-"):
                raise LawError(f"{LAW}: name the folder of editions")
            if not Path(named).is_dir():
                raise LawError(f"{LAW}: there is no folder {named!r} with editions")
            add_folder(Path(named))
    given_ids()  # one that exists already is refused before anything else is done
    return left


def _run(arguments: Sequence[str]) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a sign shows another
    first = arguments[0] if arguments else "--help"
    if first in ("--help", "-h"):  # without cyclopts, which takes longer to load than the page to read
        say(page().rstrip())
    elif first == "--version":
        say(__version__)
    elif list(arguments[:2]) == COMPLETING:
        from upcard.cli.completion import complete

        complete(arguments[2:])
    elif first != INSTALL_COMPLETION and first not in (names := [command.name for command in COMMANDS]):
        option = first.startswith("-")
        known = ["--help", "--version", INSTALL_COMPLETION] if option else names
        close = [each for each in known if len(first) > 1 and each.startswith(first)] or get_close_matches(
            first, known, 1
        )
        advice = f"did you mean {close[0]!r}?" if len(close) == 1 else f"there are {', '.join(close or known)}."
        return complain(f"There is no {'option' if option else 'command'} {first!r}; {advice}")
    else:
        return _command(arguments)
    sys.stdout.flush()
    return 0


def one_sentence(said: str) -> str:
    """
    >>> one_sentence('Invalid value "x". Choose from: a, b. Did you mean "a"?')
    'Invalid value "x"; choose from: a, b; did you mean "a"?'
    """
    first, *more = re.split(r"(?<=[^.])\.\s+(?=[A-Z])", " ".join(said.split()))
    return "; ".join([first, *(part[:1].lower() + part[1:] for part in more)])


def _command(arguments: Sequence[str]) -> int:
    from cyclopts import CycloptsError, UnusedCliTokensError

    from upcard.store.store import StoreError

    page = (
        arguments[0]
        if len(arguments) == 1 or arguments[0] == INSTALL_COMPLETION or arguments[1] in ("--help", "-h")
        else ""
    )
    try:
        status = app(page)(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except UnusedCliTokensError as error:
        complain(f"There is one argument too many, {(error.unused_tokens or ['?'])[0]!r}; --help says what is taken.")
    except CycloptsError as error:
        error.verbose = False
        complain(one_sentence(str(error)))
    except (Refused, HouseError, LawError, Conflict, StoreError) as error:
        complain(str(error))
    else:
        return status if isinstance(status, int) else 0
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.flush()
    return BAD_INPUT
