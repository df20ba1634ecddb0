"""Teaching a class together: an invitation says how it stands, and roles change hands safely."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from tests.classes.cast import NOW, Cast, new_teacher
from trainer.classes import classrooms, invitations, staff
from trainer.classes.access import ForbiddenError, NotFoundError
from trainer.classes.invitations import VALID, ClosedError, State
from trainer.storage.class_tables import ClassInvitation
from trainer.storage.database import Sessions, reading

DAY = timedelta(days=1)


@pytest.fixture
def secret(sessions: Sessions, everybody: Cast) -> str:
    """What the link of an open invitation to class 7b holds."""
    return invite(sessions, everybody)


def invite(sessions: Sessions, everybody: Cast, key: str = "k") -> str:
    where = everybody.teacher.id, everybody.room.id
    return invitations.invite(sessions, *where, "Mr Smith", key, NOW)


def state(sessions: Sessions, who: str, secret: str, days: int = 0) -> State:
    return invitations.look(sessions, who, secret, NOW + days * DAY).state


def listed(sessions: Sessions, everybody: Cast, days: int = 0) -> list[tuple[str, str]]:
    where = everybody.teacher.id, everybody.room.id
    found = invitations.invitations(sessions, *where, NOW + days * DAY)
    return [(one.state.value, one.accepted_by) for one in found]


def test_an_invitation_makes_a_co_teacher(sessions: Sessions, everybody: Cast, secret: str):
    outsider = everybody.outsider
    seen = invitations.look(sessions, outsider.id, secret, NOW)
    assert (seen.state, seen.room_name, seen.owner, seen.room) == (
        State.OPEN,
        "7b",
        "Ms Teacher",
        "",
    )
    assert invitations.accept(sessions, outsider.id, secret, NOW) == everybody.room.id
    found = staff.colleagues(sessions, outsider.id, everybody.room.id)
    assert [(one.name, one.role) for one in found] == [
        ("Ms Teacher", "owner"),
        ("Mr Co-Teacher", "co"),
        ("Dr Outsider", "co"),
    ]
    assert listed(sessions, everybody) == [("accepted", "Dr Outsider")]


def test_the_database_keeps_no_secret(sessions: Sessions, everybody: Cast, secret: str):
    with reading(sessions) as session:
        assert secret not in session.query(ClassInvitation).one().code


def test_a_form_that_comes_twice_gives_one_link(sessions: Sessions, everybody: Cast, secret: str):
    assert invite(sessions, everybody) == secret
    assert invite(sessions, everybody, "another") != secret
    assert len(listed(sessions, everybody)) == 2


def test_an_invitation_is_good_for_one_teacher(sessions: Sessions, everybody: Cast, secret: str):
    late = new_teacher(sessions, "Late")
    invitations.accept(sessions, everybody.outsider.id, secret, NOW)
    assert state(sessions, late.id, secret) is State.ACCEPTED
    with pytest.raises(ClosedError) as error:
        invitations.accept(sessions, late.id, secret, NOW)
    assert error.value.state is State.ACCEPTED
    # Whoever has accepted it, and opens the link again, comes into the class.
    assert state(sessions, everybody.outsider.id, secret) is State.OWN
    assert invitations.accept(sessions, everybody.outsider.id, secret, NOW) == everybody.room.id


def test_of_two_who_accept_at_once_one_does(sessions: Sessions, everybody: Cast, secret: str):
    start = threading.Barrier(3)
    crowd = [new_teacher(sessions, f"Teacher {n}").id for n in range(3)]

    def send(who: str) -> bool:
        start.wait()
        try:
            invitations.accept(sessions, who, secret, NOW)
        except ClosedError:
            return False
        return True

    with ThreadPoolExecutor(3) as threads:
        assert sorted(threads.map(send, crowd)) == [False, False, True]
    assert len(staff.colleagues(sessions, everybody.teacher.id, everybody.room.id)) == 3


def test_it_expires_after_a_fortnight(sessions: Sessions, everybody: Cast, secret: str):
    assert VALID == 14 * DAY
    assert state(sessions, everybody.outsider.id, secret, 13) is State.OPEN
    assert state(sessions, everybody.outsider.id, secret, 14) is State.EXPIRED
    assert listed(sessions, everybody, 14) == [("expired", "")]
    with pytest.raises(ClosedError):
        invitations.accept(sessions, everybody.outsider.id, secret, NOW + 14 * DAY)


def test_it_can_be_withdrawn_until_it_is_accepted(sessions: Sessions, everybody: Cast, secret: str):
    where = sessions, everybody.teacher.id, everybody.room.id
    number = invitations.invitations(*where, NOW)[0].number
    invitations.withdraw(*where, number, NOW)
    assert state(sessions, everybody.outsider.id, secret) is State.WITHDRAWN
    with pytest.raises(ClosedError):
        invitations.accept(sessions, everybody.outsider.id, secret, NOW)
    other = invite(sessions, everybody, "other")
    invitations.accept(sessions, everybody.outsider.id, other, NOW)
    number = invitations.invitations(*where, NOW)[0].number
    invitations.withdraw(*where, number, NOW)
    assert listed(sessions, everybody)[0] == ("accepted", "Dr Outsider")


def test_whoever_teaches_the_class_is_told_so_and_the_link_stays_good(
    sessions: Sessions, everybody: Cast, secret: str
):
    for who in (everybody.teacher, everybody.co_teacher):
        assert state(sessions, who.id, secret) is State.OWN
        assert invitations.accept(sessions, who.id, secret, NOW) == everybody.room.id
    assert state(sessions, everybody.outsider.id, secret) is State.OPEN


def test_the_invitation_to_a_deleted_class_leads_nowhere(
    sessions: Sessions, everybody: Cast, secret: str
):
    classrooms.remove(sessions, everybody.teacher.id, everybody.room.id, NOW)
    assert state(sessions, everybody.outsider.id, secret) is State.GONE
    with pytest.raises(ClosedError):
        invitations.accept(sessions, everybody.outsider.id, secret, NOW)


def test_a_made_up_link_is_none(sessions: Sessions, everybody: Cast):
    for do in (invitations.look, invitations.accept):
        with pytest.raises(NotFoundError):
            do(sessions, everybody.outsider.id, "made-up", NOW)


def test_only_the_owner_invites_withdraws_removes_and_hands_over(
    sessions: Sessions, everybody: Cast, secret: str
):
    teacher, co, room = everybody.teacher.id, everybody.co_teacher.id, everybody.room.id
    number = invitations.invitations(sessions, co, room, NOW)[0].number
    for who, error in ((co, ForbiddenError), (everybody.outsider.id, NotFoundError)):
        with pytest.raises(error):
            invitations.invite(sessions, who, room, "", "k", NOW)
        with pytest.raises(error):
            invitations.withdraw(sessions, who, room, number, NOW)
        with pytest.raises(error):
            staff.dismiss(sessions, who, room, teacher)
    with pytest.raises(NotFoundError):
        staff.hand_over(sessions, co, room, everybody.outsider.id)


def test_the_owner_removes_a_co_teacher_at_once(sessions: Sessions, everybody: Cast):
    where = sessions, everybody.teacher.id, everybody.room.id
    for _ in range(2):
        staff.dismiss(*where, everybody.co_teacher.id)
    assert classrooms.rooms(sessions, everybody.co_teacher.id) == []
    with pytest.raises(ForbiddenError):
        staff.dismiss(*where, everybody.teacher.id)


def test_a_co_teacher_leaves_and_the_owner_cannot(sessions: Sessions, everybody: Cast):
    with pytest.raises(ForbiddenError):
        staff.leave(sessions, everybody.teacher.id, everybody.room.id)
    staff.leave(sessions, everybody.co_teacher.id, everybody.room.id)
    assert len(staff.colleagues(sessions, everybody.teacher.id, everybody.room.id)) == 1


def test_handing_over_swaps_the_roles_once(sessions: Sessions, everybody: Cast):
    old, new, room = everybody.teacher.id, everybody.co_teacher.id, everybody.room.id
    for _ in range(2):
        staff.hand_over(sessions, old, room, new)
    roles = {one.id: one.role for one in staff.colleagues(sessions, old, room)}
    assert roles == {old: "co", new: "owner"}
    with pytest.raises(ForbiddenError):
        classrooms.remove(sessions, old, room)
    classrooms.remove(sessions, new, room)


def test_a_class_that_is_handed_to_two_at_once_has_one_owner(
    sessions: Sessions, everybody: Cast, secret: str
):
    invitations.accept(sessions, everybody.outsider.id, secret, NOW)
    start, heirs = threading.Barrier(2), (everybody.co_teacher.id, everybody.outsider.id)

    def send(heir: str) -> bool:
        start.wait()
        try:
            staff.hand_over(sessions, everybody.teacher.id, everybody.room.id, heir)
        except ForbiddenError:
            return False
        return True

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(send, heirs)) == [False, True]
    found = staff.colleagues(sessions, everybody.teacher.id, everybody.room.id)
    assert sorted(one.role for one in found) == ["co", "co", "owner"]
