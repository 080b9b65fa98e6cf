"""What people are shown: one table document, events and payments as sentences, each with the rule that it stands under.

In: events, payments and scenes. Out: documents and sentences, the same for console, film, audit and terminal.
"""
