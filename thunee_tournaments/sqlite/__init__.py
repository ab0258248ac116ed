"""Django's SQLite backend, that goes on reading where nothing can be written."""
