"""The pages to look things up in: quick start, questions, glossary, rule sheet, origins, teaching.

``schema`` (records, read strictly from the TOML files of this folder), ``library`` (loading, and
where each term first appears in the lessons).
"""
