"""What is written for people to keep: money on paper, odds of every wager, PAR sheets.

In: a journal's entries, or rules with their exact figures. Out: blocks, which are drawn as a page, PDF, CSV or JSON.
"""
