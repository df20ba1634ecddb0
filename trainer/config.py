"""Settings from the environment, read once into a frozen object; where the data folders lie."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

Chosen = TypeVar("Chosen", bound=str)

PACKAGE = Path(__file__).resolve().parent

DataName = Literal["puzzles", "templates", "translations"]
SignUp = Literal["open", "invitation", "closed"]
"""Whether teachers can make accounts by themselves."""


def data_folder(name: DataName) -> Path:
    """The folder of that name: inside an installed package, else beside it in a checkout."""
    installed = PACKAGE / "_data" / name
    return installed if installed.is_dir() else PACKAGE.parent / name


class SettingError(ValueError):
    """A setting that cannot be used; ``variable`` names it, ``fault`` says what is wrong."""

    def __init__(self, variable: str, fault: str) -> None:
        super().__init__(f"{variable}: {fault}")
        self.variable = variable
        self.fault = fault


@dataclass(frozen=True)
class Setting:
    """One line of ``trainer doctor``: an environment variable and its meaning."""

    variable: str
    meaning: str


SETTINGS = (
    Setting("TRAINER_DATA", "folder of the database file and the secret key"),
    Setting("DATABASE_URL", "database address; default: an SQLite file in TRAINER_DATA"),
    Setting("TRAINER_WORKERS", "server processes"),
    Setting("TRAINER_ANALYSIS_SECONDS", "longest time that one analysis may take, in seconds"),
    Setting("TRAINER_HTTPS", "1 where the site is reached by HTTPS only (marks cookies Secure)"),
    Setting(
        "TRAINER_SIGN_UP", "new teachers: open, invitation (trainer teachers invite) or closed"
    ),
    Setting("TRAINER_NAMES_DAYS", "days from the end of a class until its pupils' names go"),
    Setting("TRAINER_OPERATOR", "who runs this site and how to reach them, shown on /privacy"),
    Setting("TRAINER_PSEUDO", "1: offer two made-up languages that show untranslated texts"),
    Setting("TRAINER_KERNEL", "python: use the Python engine although the compiled one is there"),
)


@dataclass(frozen=True)
class Settings:
    """All that the environment decides. Times in seconds."""

    data: Path
    database_url: str
    workers: int
    analysis_seconds: float
    https: bool
    sign_up: SignUp
    names_days: int
    operator: str
    pseudo: bool
    kernel: str

    @property
    def secret_key_file(self) -> Path:
        """Where the key that signs cookies is kept; made on first start."""
        return self.data / "secret-key"

    def value_of(self, variable: str) -> str:
        """The value in force of one of ``SETTINGS``, as text."""
        return {
            "TRAINER_DATA": str(self.data),
            "DATABASE_URL": self.database_url,
            "TRAINER_WORKERS": str(self.workers),
            "TRAINER_ANALYSIS_SECONDS": f"{self.analysis_seconds:g}",
            "TRAINER_HTTPS": "1" if self.https else "0",
            "TRAINER_SIGN_UP": self.sign_up,
            "TRAINER_NAMES_DAYS": str(self.names_days),
            "TRAINER_OPERATOR": self.operator,
            "TRAINER_PSEUDO": "1" if self.pseudo else "0",
            "TRAINER_KERNEL": self.kernel,
        }[variable]

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Read every setting; raises SettingError naming the variable."""
        data = Path(environment.get("TRAINER_DATA") or _user_data_folder(environment)).expanduser()
        default_url = f"sqlite:///{(data / 'trainer.sqlite3').absolute()}"
        return cls(
            data=data,
            database_url=environment.get("DATABASE_URL") or default_url,
            workers=int(_number(environment, "TRAINER_WORKERS", 2, whole=True, most=64)),
            analysis_seconds=_number(environment, "TRAINER_ANALYSIS_SECONDS", 5, most=600),
            https=_switch(environment, "TRAINER_HTTPS"),
            sign_up=_choice(environment, "TRAINER_SIGN_UP", ("open", "invitation", "closed")),
            names_days=int(_number(environment, "TRAINER_NAMES_DAYS", 180, whole=True, most=3650)),
            operator=" ".join(environment.get("TRAINER_OPERATOR", "").split()),
            pseudo=_switch(environment, "TRAINER_PSEUDO"),
            kernel=_choice(environment, "TRAINER_KERNEL", ("auto", "python")),
        )


def _user_data_folder(environment: Mapping[str, str]) -> Path:
    if sys.platform == "win32":
        return Path(environment.get("LOCALAPPDATA", "~/AppData/Local")) / "elfer-trainer"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/elfer-trainer")
    return Path(environment.get("XDG_DATA_HOME") or "~/.local/share") / "elfer-trainer"


def _number(
    environment: Mapping[str, str],
    variable: str,
    default: float,
    *,
    whole: bool = False,
    most: float,
) -> float:
    text = environment.get(variable, "").strip()
    if not text:
        return default
    try:
        value = int(text) if whole else float(text)
    except ValueError:
        raise SettingError(variable, f"not a number: {text!r}") from None
    if not 0 < value <= most:
        raise SettingError(variable, f"must be above 0 and at most {most:g}, is {text}")
    return value


def _switch(environment: Mapping[str, str], variable: str) -> bool:
    return _choice(environment, variable, ("0", "1")) == "1"


def _choice(environment: Mapping[str, str], variable: str, allowed: tuple[Chosen, ...]) -> Chosen:
    text = environment.get(variable, "").strip() or allowed[0]
    for one in allowed:
        if one == text:
            return one
    raise SettingError(variable, f"must be {' or '.join(allowed)}, is {text!r}")
