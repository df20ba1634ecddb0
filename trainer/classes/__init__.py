"""Classes: teachers, their classes and pupils, tasks, reports, live rounds.

`access` says who may see a class: every use case of a teacher begins there. `codes` makes what
people type from paper. A pupil is a `learner` with a place in a class (`pupils`); what a pupil
does is stored with the learner, what it means for a task in `assignments`.
"""
