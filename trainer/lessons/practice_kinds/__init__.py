"""The kinds of practice exercises: each makes one from a random generator and a level.

``parts`` (what an exercise consists of), ``games`` (random legal positions), then the kinds by
what they are about: ``laying``, ``drawing``, ``scoring``, ``dealing``.
"""
