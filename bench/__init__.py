"""How fast Upcard is, measured where you stand.

In: names of benchmarks, or none for all of them. Out: tables on standard output, or one JSON document.

    python -m bench                  everything
    python -m bench rounds start     some of it
    python -m bench --json           for programs

Speeds that are compared are taken in one run and in turns, so that a machine that slows down slows every side. Each
figure is the median of its repetitions and stands beside the slowest and the fastest of them. A goal that is missed is
printed as missed and nothing more: no test depends on a time.
"""
