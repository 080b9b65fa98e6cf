"""The houses that ship as examples, as text."""

from importlib.resources import files

LINK = """\
schedule = "PTMGL01"
approval = { reference = "Submission 25-114", date = "2025-12-15" }

[jackpot.levels.main]
seed = "10000.00"
rate = "70%"

[[jackpot.titles]]
name = "Let It Ride, pit 2"
pay_table = "PTMGL01"
"""
LEVELS = """\
schedule = "PTMGLML02"
approval = { reference = "Submission 25-114", date = "2025-12-15" }

[jackpot.levels.mega]
seed = "10000.00"
rate = "30%"

[jackpot.levels.major]
seed = "1000.00"
rate = "25%"

[jackpot.levels.minor]
seed = "250.00"
rate = "15%"

[[jackpot.titles]]
name = "Let It Ride, pit 2"
pay_table = "PTMGLML02"
"""
FROM_METER = """\
jackpot = "Tri-Game Link"
awards_from = "meter"
"""


def shipped(name: str) -> str:
    """As it ships."""
    return files("upcard.cli").joinpath("houses", f"{name}.toml").read_text(encoding="utf-8")


def house_text(name: str) -> str:
    """As tests want it: the link of Massachusetts has three levels, which is more to ask of."""
    text = shipped(name)
    if name == "massachusetts":
        assert text.count(LINK) == text.count(FROM_METER) == 1
        text = text.replace(LINK, LEVELS).replace(FROM_METER, FROM_METER.partition("\n")[0] + "\n")
    return text
