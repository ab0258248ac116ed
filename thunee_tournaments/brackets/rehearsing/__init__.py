"""An evening played in the head: a plan, a hall and many throws of a coin say how long it may take. Pure.

Who wins is chance; what is played when is as in the hall: a match is called as soon as all its teams are free and a
table is. Which team meets which is kept where it decides what waits for what (a bracket, a group), and left to chance
where it does not (a Swiss round): it changes who meets whom, not how long it takes.
"""
