"""The bundle of an event: one signed file with all of it, that travels from one site to another."""
