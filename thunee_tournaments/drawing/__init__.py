"""Pictures for every page: playing cards, ball cards, brackets, as SVG. The lowest room: it knows no models."""
