"""`upcard completion`: what may stand next on a command line, asked of the program itself when Tab is pressed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, get_origin

from cyclopts import App

from upcard.cli.commands import COMMANDS, INSTALL_COMPLETION, app
from upcard.cli.options import reading, table_of
from upcard.cli.output import say
from upcard.errors import HouseError, LawError, Refused
from upcard.store.open import DEFAULT
from upcard.store.store import StoreError

if TYPE_CHECKING:
    from cyclopts.argument import Argument

SCRIPTS = {
    "bash": r"""# Completion of upcard in bash.
COMP_WORDBREAKS=${COMP_WORDBREAKS//:/}
_upcard() {
  local IFS=$'\n' word open="" written found
  word=${COMP_WORDS[COMP_CWORD]}
  case $word in \"*|\'*) open=${word:0:1}; word=${word:1} ;; esac
  found=$(upcard completion next "${COMP_WORDS[@]:1:COMP_CWORD-1}" "${word//\\/}" 2>/dev/null)
  COMPREPLY=()
  for word in $found; do
    if [[ -n $open ]]; then written=$word; else printf -v written %q "$word"; fi
    COMPREPLY+=("$written")
  done
}
complete -o default -F _upcard upcard
""",
    "zsh": r"""#compdef upcard
_upcard() {
  local -a found
  found=("${(@f)$(upcard completion next "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "${found[1]}" ]]; then compadd -a found; else _files; fi
}
compdef _upcard upcard
""",
    "fish": r"""# Completion of upcard in fish.
complete -c upcard -a '(upcard completion next (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
""",
}
MOST_READ = 100_000
"""In entries: rounds of a longer journal are not looked for while somebody waits for a word."""


def completion(shell: Literal["bash", "zsh", "fish"], /) -> None:
    """Print a completion script on standard output.

    It completes commands, options, editions, the tables of a house or a
    journal, and rounds.

    upcard completion bash > ~/.local/share/bash-completion/completions/upcard
    upcard completion zsh > ~/.zfunc/_upcard
    upcard completion fish > ~/.config/fish/completions/upcard.fish

    `upcard --install-completion` does the same for the shell in use.

    Args:
        shell: The shell that the script is for.
    """
    say(SCRIPTS[shell].rstrip("\n"))


def complete(words: Sequence[str]) -> None:
    """Print what may stand next, a line each; whoever presses Tab wants a word or nothing."""
    with suppress(Refused, HouseError, LawError, StoreError, OSError):
        say("\n".join(following(words)))


def following(words: Sequence[str]) -> list[str]:
    """What the last of these words may become, which stand after `upcard`.

    >>> following(["aud"]), following(["law", "s"]), following(["play", "--edition", "sd-2"])
    (['audit'], ['show', 'sentences'], ['sd-2011', 'sd-2015'])
    """
    *before, begun = ["" if word == "=" else word for word in words] or [""]  # bash parts --edition=ma in three
    before = [word for word in before if word]
    return [found for found in _candidates(before, begun) if found.startswith(begun)]


def _candidates(before: Sequence[str], begun: str) -> Iterable[str]:
    command = next((each for each in COMMANDS if before and each.name == before[0]), None)
    if command is None:
        first = ["--help", "--version", INSTALL_COMPLETION]
        return [] if before else first if begun.startswith("-") else [each.name for each in COMMANDS]
    path = before[: 1 + bool(command.below)]
    if command.below and (len(before) == 1 or before[1] not in dict(command.below)):
        return [name for name, _ in command.below] if len(before) == 1 else []
    root = app(path[0])
    below: App = root[path[0]]
    taken = (below[path[1]] if command.below else below).assemble_argument_collection(
        default_parameter=root.default_parameter
    )
    options = {name: each for each in taken if each.show for name in each.names if name.startswith("--")}
    given: dict[str, str] = {}
    places, waiting = 0, ""
    for word in before[len(path) :]:
        if waiting:
            given[waiting], waiting = word, ""
        elif word in options:
            waiting = "" if options[word].hint is bool else word
        elif word.startswith("--"):
            option, _, value = word.partition("=")
            given[option] = value
        else:
            places += 1
    if waiting:
        return _values(path, waiting, options[waiting], given)
    option, sign, _ = begun.partition("=")
    if sign and option in options:
        return [f"{option}={value}" for value in _values(path, option, options[option], given)]
    if begun.startswith("-"):
        return [*options, "--law", "--help"]
    positional = [each for each in taken if each.index is not None]
    asked = next((each for each in positional if each.index == places or get_origin(each.hint) is tuple), None)
    return _values(path, asked.names[0], asked, given) if asked is not None else []


def _values(path: Sequence[str], name: str, argument: Argument, given: dict[str, str]) -> Iterable[str]:
    """What an option or a place takes: its choices, or what the law, the house or the journal has."""
    if choices := argument.get_choices():
        return choices
    group = path[0]
    if name in ("--edition", "--like") or (group == "law" and name in ("ID", "A", "B") and path[1] != "new"):
        from upcard.law.edition import edition_ids

        return edition_ids()
    if group in ("play", "simulate") and name == "--table":
        house, _ = table_of(given.get("--edition"), given.get("--house"), None)
        return [table.name for table in house.tables]
    if name == "--strategy" and group == "simulate":
        from upcard.exact.caribbean_stud import STRATEGIES

        return STRATEGIES
    if name == "--schedule" and "--edition" in given:
        return _schedules(given["--edition"])
    if group == "audit" and name in ("ID", "--table"):
        return _journalled(given.get("--db", DEFAULT), tables=name == "--table")
    return []


def _schedules(id: str) -> Iterable[str]:
    from upcard.law import edition
    from upcard.law.caribbean_stud import CaribbeanStudLaw
    from upcard.rules.caribbean_stud.progressive import schedules

    law = edition(id).law
    return schedules(law) if isinstance(law, CaribbeanStudLaw) else ()


def _journalled(db: str, *, tables: bool) -> Iterable[str]:
    from upcard.audit.round_reader import listing

    with reading(db) as journal:
        found = listing(journal, MOST_READ, "") if journal.head().seq <= MOST_READ else ()
    return dict.fromkeys(each.table if tables else each.id for each in reversed(found))


class Completing(App):
    """All commands, with our own scripts for those who let the shell be set up."""

    def generate_completion(self, *, prog_name: str | None = None, shell: str | None = None) -> str:
        from cyclopts.completion.detect import detect_shell

        return SCRIPTS[shell or detect_shell()]
