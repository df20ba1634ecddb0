from __future__ import annotations

from pathlib import Path

import pytest

from trainer.config import SETTINGS, SettingError, Settings, data_folder


def test_an_empty_environment_means_an_sqlite_file_in_the_users_data_folder() -> None:
    settings = Settings.from_environment({"XDG_DATA_HOME": "/srv/data"})
    assert settings.data == Path("/srv/data/elfer-trainer")
    assert settings.database_url == "sqlite:////srv/data/elfer-trainer/trainer.sqlite3"
    assert not settings.https


def test_every_setting_is_read_from_its_variable() -> None:
    environment = {
        "TRAINER_DATA": "/srv/trainer",
        "DATABASE_URL": "postgresql+psycopg://school/trainer",
        "TRAINER_WORKERS": "4",
        "TRAINER_ANALYSIS_SECONDS": "2.5",
        "TRAINER_HTTPS": "1",
        "TRAINER_SIGN_UP": "invitation",
        "TRAINER_NAMES_DAYS": "90",
        "TRAINER_OPERATOR": "School of Example, office@example.org",
        "TRAINER_PSEUDO": "1",
        "TRAINER_KERNEL": "python",
    }
    settings = Settings.from_environment(environment)
    assert {one.variable: settings.value_of(one.variable) for one in SETTINGS} == environment


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("TRAINER_WORKERS", "many"),
        ("TRAINER_WORKERS", "0"),
        ("TRAINER_WORKERS", "1.5"),
        ("TRAINER_ANALYSIS_SECONDS", "-1"),
        ("TRAINER_ANALYSIS_SECONDS", "nan"),
        ("TRAINER_NAMES_DAYS", "0"),
        ("TRAINER_NAMES_DAYS", "half"),
        ("TRAINER_HTTPS", "yes"),
        ("TRAINER_SIGN_UP", "maybe"),
        ("TRAINER_KERNEL", "rust"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(variable: str, value: str) -> None:
    with pytest.raises(SettingError) as caught:
        Settings.from_environment({variable: value})
    assert caught.value.variable == variable
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["puzzles", "templates", "translations"])
def test_the_data_folders_are_found_in_a_checkout(name: str) -> None:
    assert data_folder(name).is_dir()  # type: ignore[arg-type]
