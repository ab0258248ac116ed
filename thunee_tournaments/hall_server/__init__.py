"""One machine serves an evening: what `manage.py serve` does for `dev.py demo` and `dev.py run`.

backups (one instance, copies, static files), upgrading (databases of earlier versions), accounts (the first organiser),
processes (web and worker, kept alive), site (pages are made in turn).
"""
