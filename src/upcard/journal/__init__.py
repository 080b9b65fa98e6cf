"""The casino as it runs: commands in, entries of the journal out, on disk before anybody is told.

`store/` keeps the journal on SQLite or PostgreSQL; `casino` is the state that follows from it; `floor` decides commands
in turns of the store and `writer` lets many wait for one commit; `journal` adds the signed heads of `proof/`. `bots/`
and `play` run a house without people; `audit/` reads the journal back for whoever doubts it. Here, and
to the right of here, clocks are read and files are written; to the left nothing does.
"""
