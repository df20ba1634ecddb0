"""What can be printed for a class, and for whom."""

from __future__ import annotations

import pytest

from tests.classes.cast import NOW, Cast
from trainer.classes.access import NotFoundError
from trainer.classes.printing import paperwork
from trainer.storage.database import Sessions


@pytest.mark.parametrize("who", ["teacher", "co_teacher"])
def test_its_teachers_print_the_cards_of_a_class(
    sessions: Sessions, everybody: Cast, who: str
) -> None:
    found = paperwork(sessions, getattr(everybody, who).id, everybody.room.id)
    assert found.room.id == everybody.room.id
    assert [one.name for one in found.pupils] == ["Ana", "Ben", "Ben"]
    assert {one.card for one in found.pupils} == {one.card for one in everybody.members}
    assert {one.card_made_at for one in found.pupils} == {NOW}
    assert len({one.short for one in found.pupils}) == 3


def test_an_outsider_finds_no_such_class(sessions: Sessions, everybody: Cast) -> None:
    with pytest.raises(NotFoundError):
        paperwork(sessions, everybody.outsider.id, everybody.room.id)
    with pytest.raises(NotFoundError):
        paperwork(sessions, everybody.teacher.id, everybody.other_room.id)
