"""Mining: games between our players are searched for positions with a lesson in them.

``jobs`` says what a job is and does it; ``games`` plays, ``digging`` finds and certifies,
``questions`` asks about the rules; ``journal`` remembers finished jobs, ``running`` hands jobs to
processes or a cluster, ``choosing`` makes a balanced bank of what was found.
"""
