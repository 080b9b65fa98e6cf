"""The manual: the pages of docs/, drawn once for the casino's own /help and once as a site of plain files.

In: Markdown and `contents.toml`, which puts the pages in order. Out: a `Document` with its HTML, its headings and what
a search finds in it. `python -m upcard.web.manual FOLDER` (that is `python3 up.py docs`) writes the site.
"""
