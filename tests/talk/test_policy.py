"""Which policy a table may choose."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tenback import Rules
from tenback.core.errors import IllegalTalk
from tenback.core.rules import TalkPolicy
from tenback.core.variants import every
from tenback.talk.policy import LIMITS, Limits, choices, table_policy


@pytest.mark.parametrize(
    ("edition", "stricter"),
    [
        ("no-numbers", "no-clues silent"),
        ("no-clues", "silent"),
        ("vague-heights", "colours-only silent"),
        ("colours-only", "silent"),
        ("free", "no-numbers no-clues vague-heights colours-only silent"),
        ("silent", ""),
    ],
)
def test_the_editions_own_policy_or_a_stricter_one(edition: str, stricter: str) -> None:
    assert list(choices(TalkPolicy(edition))) == [edition, *stricter.split()]


def test_every_policy_has_its_limits() -> None:
    assert set(LIMITS) == set(TalkPolicy)


@pytest.mark.parametrize("policy", TalkPolicy)
def test_a_stricter_policy_lifts_no_limit(policy: TalkPolicy) -> None:
    for stricter in choices(policy):
        for limit in fields(Limits):
            allowed = getattr(LIMITS[policy], limit.name)
            assert allowed or not getattr(LIMITS[stricter], limit.name)


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_without_a_choice_it_is_that_of_the_rules(rules: Rules) -> None:
    assert table_policy(rules) is rules.talk
    for policy in TalkPolicy:
        if policy in choices(rules.talk):
            assert table_policy(rules, policy) is table_policy(rules, str(policy)) is policy
        else:
            with pytest.raises(IllegalTalk) as caught:
                table_policy(rules, policy)
            assert caught.value.code == "looser-policy"


def test_a_refusal_says_what_is_possible() -> None:
    with pytest.raises(IllegalTalk, match="possible here: no-clues, silent") as caught:
        table_policy(Rules.named("on-fire"), "no-numbers")
    assert caught.value.code == "looser-policy"
    with pytest.raises(IllegalTalk, match="the policies are no-numbers, no-clues") as caught:
        table_policy(Rules.named("original"), "loud")
    assert caught.value.code == "unknown-policy"


@pytest.mark.parametrize("policy", TalkPolicy)
def test_a_variant_names_its_policy(policy: TalkPolicy) -> None:
    rules = Rules.from_toml(
        'name = "mine"\nminimum = 1\nhands = {2 = 4}\ndeck.numbers = "1..30"\n'
        f'piles = {{up = [0]}}\ntalk = "{policy}"'
    )
    assert table_policy(rules) is policy
    assert choices(rules.talk)[0] is policy
    assert Rules.from_toml(rules.to_toml()).talk is policy
