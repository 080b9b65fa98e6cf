"""`upcard completion`: the script that completes commands and options in a shell."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

Shell = Literal["bash", "zsh", "fish"]


def completion(shell: Annotated[Shell, Parameter(help="The shell that the script is for.")], /) -> None:
    """Print a completion script on standard output.

    upcard completion bash > ~/.local/share/bash-completion/completions/upcard
    upcard completion zsh > ~/.zfunc/_upcard
    upcard completion fish > ~/.config/fish/completions/upcard.fish

    `upcard --install-completion` does the same for the shell in use.
    """
    from upcard.cli.output import say
    from upcard.cli.run import app

    script = app().generate_completion(prog_name="upcard", shell=shell).rstrip("\n")
    say(script.replace("complete -F _upcard upcard", "complete -o default -F _upcard upcard"))
