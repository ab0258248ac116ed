"""The words people read: found in the source and in the engine, kept in the catalogues under `locale/`.

Used by `manage.py collect_words` and by the tests; the running site only reads the compiled catalogues.
"""
