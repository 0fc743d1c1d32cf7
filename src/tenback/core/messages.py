"""The English sentence behind every error code. `words` holds the other languages."""

MESSAGES = {
    # moves
    "bad-move": "{text!r} is not a move; write a card and a pile like 37-u1 or r7-d1, or end.",
    "not-started": "Nobody has started yet; the team first agrees on a seat.",
    "already-started": "The game has started already.",
    "game-over": "The game is over.",
    "no-such-seat": "There is no seat {seat}; the seats are 0 to {last}.",
    "no-cards": "Seat {seat} has no cards and cannot start.",
    "unknown-card": "{card} is not a card of this game.",
    "unknown-pile": "{pile} is not a pile of this game; the piles are {piles}.",
    "not-held": "{card} is not in the hand of the player on turn.",
    "does-not-fit": "{card} does not fit on {pile}, which shows {top}.",
    "not-your-pile": "{pile} belongs to the other player, and these rules know no gifts.",
    "gift-used": "Only one card a turn may go on the other player's piles.",
    "gift-must-improve": "{card} would not improve the other player's pile {pile}, "
    "which shows {top}.",
    "maximum-reached": "No more than {maximum} may be laid in a turn; end it.",
    "minimum-not-met": "The turn cannot end yet; {owed} more to lay.",
    "takebacks-off": "Lays cannot be taken back in this game.",
    "nothing-to-take-back": "Nothing has been laid in this turn.",
    "bad-remark": "{text!r} cannot be said: a remark is either a phrase's id such as leave:u1 "
    "or free text.",
    "unknown-language": "There is no language {language!r}; the languages are {allowed}.",
    # variants
    "unknown-variant": "There is no game called {name!r}; the games are {allowed}; "
    "a variant of your own must be handed in with it.{hint}",
    "unknown-option": "{name} has no option {option!r}; its options are {allowed}.",
    "option-needs": "{option} goes only on top of {needs}.",
    "not-toml": "This is not valid TOML: {detail}.",
    "unknown-key": "{key}: no such key; allowed are {allowed}.{hint}",
    "missing-key": "{key}: this key is missing; allowed is {allowed}.",
    "bad-value": "{key}: {value} is not possible; allowed is {allowed}.",
    "card-twice": "{key}: {card} is there twice; allowed is once.",
    "too-many-cards": "{key}: {count} cards are too many; allowed are at most {limit}.",
    "same-letter": "{key}: {first} and {second} begin with the same letter, which names their "
    "cards; allowed are colours with different first letters.",
    "no-pile": "{key}: there is no pile; allowed are 1 to {limit} piles.",
    "too-many-piles": "{key}: {count} piles are too many; allowed are at most {limit} in all.",
    "own-piles-players": "{key}: piles of their own need exactly two players; "
    "allowed are hands for 2, not for {players}.",
    "own-piles-fire": "{key}: fire and piles of their own exclude each other; "
    "allowed is one of them.",
    "duel-players": "{key}: a race needs exactly two players; "
    "allowed are hands for 2, not for {players}.",
    "maximum-below-minimum": "{key}: {maximum} is below the minimum of {minimum}; "
    'allowed is "hand" or a number from {minimum}.',
    "hand-below-minimum": "{key}: a hand of {hand} is smaller than the minimum of {minimum}; "
    "allowed are hands from {minimum} to {limit}.",
    "too-many-dealt": "{key}: {players} players with {hand} cards each need {needed}, "
    "and the deck holds {deck}; allowed are smaller hands.",
    "draw-above-minimum": "{key}: drawing {draw} after laying {minimum} lets hands grow without "
    "end; allowed are at most {minimum}.",
    "gift-needs-own-piles": "{key}: a gift needs piles of their own; "
    "allowed is false, or true with piles.own = true.",
    "draw-after-gift-without-gift": "{key}: these rules know no gift; "
    "allowed only with gift = true.",
    "colour-trick-without-colours": "{key}: the deck has no colours; "
    "allowed is false, or true with deck.colours.",
    "fire-not-in-deck": "{key}: {number} is not in the deck; allowed are its numbers.",
    "name-taken": "{key}: {name} is the name of a published game with other rules; "
    "allowed is any other name.",
    # deals
    "wrong-players": "{name} is for {allowed} players, not for {players}.",
    "bad-seed": "A seed is a text of 1 to {limit} characters.",
    "bad-deal-code": "{text!r} is not a deal code; write it like original-3p-lighthouse.",
    "wrong-hand-size": "Seat {seat} has {count} cards; with {players} players it needs {size}.",
    "wrong-stocks": "There are {count} stocks; these rules need {needed}.",
    "deal-unknown-card": "{card} in {where} is not a card of this game.",
    "deal-card-twice": "{card} in {where} is also in {other}.",
    "deal-card-missing": "{card} is in no hand and no stock.",
    # views and positions
    "no-memory": "This view has forgotten what was laid; only a view with memory can be sampled.",
    "impossible-view": "No game was found that would look like this view.",
    "bad-position": "This is not a position: {detail}.",
    # records
    "bad-note": "{text!r} cannot be noted: a note is either a mark such as ! or ?? on something "
    "done, one at a time, or a comment.",
    "bad-moment": "There is no moment {moment}; the moments are 0 to {last}.",
    "bad-header": "{key!r} cannot be a header of its own: a name of letters and digits that the "
    "record does not use itself, and a value in one line.",
    "bad-record": "{problems}",
    "record-header": "{text!r} is not the start of a record; the first line is tenback-record 1.",
    "record-no-rules": "The record names no rules.",
    "record-no-deal": "The record has neither a deal nor a position.",
    "record-bad-header": "{key}: {value!r} is not possible; allowed is {allowed}.",
    "record-twice": "{key} is there twice.",
    "record-token": "{text!r} is neither a move nor talk nor a comment.",
    "record-wrong-seat": "The line says seat {written}, but seat {turn} is on turn.",
    "record-wrong-result": "The record says {written!r}, but the game ends with {result!r}.",
    "bad-json": "This is not a record in JSON: {detail}.",
}
