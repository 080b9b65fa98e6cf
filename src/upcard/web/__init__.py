"""The casino in the browser: pages and JSON over the same views, live by server-sent events.

In: requests of people who have signed in, or of nobody. Out: views of the floor as each viewer may see it, and replies
to commands that are on disk. `routes/` says who may ask for what, `views/` makes documents of the state, `security/`
knows who asks, `templates/` and `static/` are what a browser is given. The browser draws documents and holds no rule.
"""
