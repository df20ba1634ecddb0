"""The course: steps as data, each with one thing to do, judged by the rules core.

``schema`` (chapters and steps), ``picture`` (what a step shows), ``facts`` (what the rules say),
``checking`` (is an answer right, and what is said to it), ``course`` (order and lookup).
"""
