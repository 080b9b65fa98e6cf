"""The commands by name, and the page that `upcard` alone shows. It imports none of them, so that it shows at once."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A command: the function or app that runs it, and what it is for."""

    name: str
    place: str
    purpose: str


COMMANDS = (
    Command("serve", "upcard.cli.serve:serve", "the casino: web app, live tables, linked meters"),
    Command("play", "upcard.cli.play:play", "a table in the terminal"),
    Command("settle", "upcard.cli.settle:settle", "finished rounds in, settlements out (JSON lines)"),
    Command("exact", "upcard.cli.exact:app", "exact mathematics of a game, a wager, a pay table"),
    Command("simulate", "upcard.cli.simulate:simulate", "Monte Carlo of the same, on one core, all cores or a cluster"),
    Command("law", "upcard.cli.law:app", "the editions of the law: list, show, diff, trace, on"),
    Command("house", "upcard.cli.house:app", "a licensee's elections: check a file, print an example"),
    Command("floor", "upcard.cli.floor:app", "a casino without a screen: run, backup, restore, regulator-code"),
    Command("audit", "upcard.cli.audit:app", "the journal: verify, replay, round, shuffle, export, documents"),
    Command("completion", "upcard.cli.completion:completion", "a completion script for bash, zsh or fish"),
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
