"""One machine serves an evening: what `manage.py serve` does for `dev.py demo` and `dev.py run`.

keeping (one instance, backups, static files), accounts (the first organiser), processes (web and worker, kept alive),
site (pages are made in turn).
"""
