"""What the faces of the site show alike: playing cards, ball cards and brackets as SVG; scores, rulings and disputes in
the reader's language."""
