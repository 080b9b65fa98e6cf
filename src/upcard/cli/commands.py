"""The commands by name, and the page that `upcard` alone shows. It imports none of them, so that it shows at once."""

from __future__ import annotations

from typing import NamedTuple


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
        "the editions of the law: list, show, diff, trace, on",
        about="The editions of the law: what they say, what changed,\nand where each rule is read and tested.",
        below=(
            ("list", "upcard.cli.law.editions:listing"),
            *_below("law.editions", "show", "diff", "on"),
            *_below("law.trace", "trace"),
            *_below("law.editions", "sentences"),
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
    Command("completion", "a completion script for bash, zsh or fish", "upcard.cli.run:completion"),
)

_PAGE = """\
Upcard runs regulated casino poker tables exactly as the law writes them.

Usage: upcard COMMAND [ARGUMENTS]

Commands:
{commands}

Options:
  --help, -h             this page; after a command, all about that command
  --version              the version of Upcard
  --install-completion   set up completion for the shell in use

Examples:
  upcard serve --demo                          a casino in the browser; everybody is one click away
  upcard law list                              which editions there are
  upcard law on 2013-06-01                     what was in force that day
  upcard law diff sd-2011 sd-2015              what an amendment changed
  upcard law show ma --clause "6(c)"           one clause, its rules, where they are read and tested
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
