"""The form of one hand, filled in at a table or put right at the desk. Below the faces, for both of them use it."""
