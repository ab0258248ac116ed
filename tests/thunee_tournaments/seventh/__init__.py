"""What docs/adding-a-game.md has beside the engine, for whist: its form, the template of it, and an evening."""
