"""What spreadsheets of schools write above a column of names, in several languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

Column = Literal["first", "last", "name", "pupil", "other", ""]
"""What a column holds: first names, last names, whole names (``name``, ``pupil``), or no names.

``pupil`` are words that may be somebody's name as well; '' is no known heading.
"""

_WORDS: dict[Column, str] = {
    "first": (
        "first name, first names, firstname, given name, given names, forename, forenames, "
        "vorname, vornamen, rufname, имя, prénom, prénoms, prenom, nombre, nombres, "
        "nome próprio, nome proprio, primeiro nome, imię, voornaam, förnamn, fornavn"
    ),
    "last": (
        "last name, last names, lastname, surname, surnames, family name, second name, "
        "nachname, nachnamen, familienname, zuname, фамилия, nom de famille, apelido, "
        "apelidos, sobrenome, sobrenomes, apellido, apellidos, primer apellido, segundo apellido, "
        "cognome, cognomi, nazwisko, prezime, achternaam, efternamn, etternavn, efternavn"
    ),
    "name": (
        "name, names, full name, pupil name, student name, name of pupil, namen, имена, фио, "
        "ф.и.о, ф. и. о, фамилия имя, фамилия и имя, имя фамилия, имя и фамилия, "
        "фамилия имя отчество, nom, noms, nom prénom, nom et prénom, nom complet, prénom nom, "
        "prénom et nom, nome, nomes, nome completo, nome do aluno, nombre completo, "
        "nombre y apellidos, apellidos y nombre, nominativo, nome cognome, cognome nome, "
        "nome e cognome, cognome e nome"
    ),
    "pupil": (
        "pupil, pupils, student, students, learner, learners, child, children, schüler, schülerin, "
        "schüler/in, schüler/innen, schülerinnen, lernende, kind, kinder, ученик, ученики, "
        "ученица, élève, élèves, eleve, eleves, aluno, aluna, alunos, aluno/a, alumno, alumna, "
        "alumnos, alumno/a, alumnado, estudiante, estudiantes, alunno, alunna, alunni, alunno/a, "
        "studente, studenti"
    ),
    "other": (
        "nr, no, n, n°, nº, №, #, number, nummer, num, numéro, número, numero, номер, id, class, "
        "klasse, classe, turma, clase, класс, e-mail, email, mail, отчество, gender, sex, "
        "geschlecht, пол, sexe, sexo, género, sesso, birthday, date of birth, geburtsdatum, "
        "дата рождения, date de naissance, data de nascimento, fecha de nacimiento, "
        "data di nascita"
    ),
}
_KINDS: dict[str, Column] = {
    word.strip(): kind for kind, words in _WORDS.items() for word in words.split(",")
}
_PARTS = re.compile(r"\s*[/,&+|]\s*|\s+-\s+")


_BESIDE_OTHERS: dict[str, Column] = {"first": "first", "given": "first", "last": "last"}
"""Words that are a heading only beside another heading: somebody may be called so."""


def columns_of(cells: Sequence[str]) -> list[Column]:
    """What each cell of a row says that its column holds, if the row is a heading."""
    sure = [column(cell) for cell in cells]
    words = {_bare(cell) for cell in cells}
    if not {"name", "first", "last"}.intersection(sure) and not {"first", "last"} <= words:
        return sure
    return [
        known or _BESIDE_OTHERS.get(_bare(cell), "")
        for known, cell in zip(sure, cells, strict=True)
    ]


def column(cell: str) -> Column:
    """What the cell of a heading says that its column holds."""
    word = _bare(cell)
    if word in _KINDS:
        return _KINDS[word]
    parts = [_KINDS.get(_bare(part), "") for part in _PARTS.split(word) if part]
    return "name" if len(parts) > 1 and {"first", "last", "name"}.issuperset(parts) else ""


def is_heading(columns: Sequence[Column]) -> bool:
    """Whether a row of cells is a heading: one sure word will do, or nothing but known ones."""
    sure = {"first", "last", "name"}.intersection(columns)
    return bool(sure) or ("pupil" in columns and all(columns))


def _bare(cell: str) -> str:
    return cell.casefold().strip(" .:*()")
