"""From arguments to a command, and from what went wrong to one sentence and an exit status."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal

from upcard import __version__
from upcard.cli.commands import COMMANDS, page
from upcard.cli.options import BAD_INPUT, complain, say
from upcard.errors import Conflict, HouseError, LawError, Refused

if TYPE_CHECKING:
    from cyclopts import App

INSTALL_COMPLETION = "--install-completion"


def app(page: str = "") -> App:
    """All commands; none is imported until it is called, but for the page that says what those of a group are for."""
    from cyclopts import App, Parameter

    common = Parameter(negative=(), show_default=False)
    root = App(
        name="upcard",
        version=__version__,
        help_format="plaintext",
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


def run(arguments: Sequence[str]) -> int:
    """The exit status of a command."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a sign shows another
    first = arguments[0] if arguments else "--help"
    if first in ("--help", "-h"):  # without cyclopts, which takes longer to load than the page to read
        say(page().rstrip())
    elif first == "--version":
        say(__version__)
    elif first != INSTALL_COMPLETION and first not in (names := [command.name for command in COMMANDS]):
        close = get_close_matches(first, names, 1)
        advice = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(names)}."
        return complain(f"There is no {'option' if first.startswith('-') else 'command'} {first!r}; {advice}")
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

    page = arguments[0] if len(arguments) == 1 or arguments[1] in ("--help", "-h") else ""
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


def completion(shell: Literal["bash", "zsh", "fish"], /) -> None:
    """Print a completion script on standard output.

    upcard completion bash > ~/.local/share/bash-completion/completions/upcard
    upcard completion zsh > ~/.zfunc/_upcard
    upcard completion fish > ~/.config/fish/completions/upcard.fish

    `upcard --install-completion` does the same for the shell in use.

    Args:
        shell: The shell that the script is for.
    """
    script = app().generate_completion(prog_name="upcard", shell=shell).rstrip("\n")
    say(script.replace("complete -F _upcard upcard", "complete -o default -F _upcard upcard"))
