"""The English sentence of every error code; `words` holds the other languages."""

MESSAGES = {
    # moves
    "bad-move": "{text!r} is not a move; write a card and a pile like 37-u1 or r7-d1, or end.",
    "not-started": "No player has started yet; the team first agrees on a seat.",
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
    # talk
    "not-seated": "Only players at the table can talk to it.",
    "talk-silent": "There is no talk at this table until the game is over.",
    "talk-number": "This tells a number ({found}), which is not allowed at this table. "
    "Say it without.",
    "talk-relation": "This leads to a number ({found}), which is not allowed at this table. "
    "Say it more vaguely.",
    "talk-trick": "This announces a trick or narrows a card down ({found}). At this table say "
    "which pile should be left, or which one you would like.",
    "talk-height": "This tells how high a card is ({found}). At this table only colours are told, "
    "and which stack one wants.",
    "talk-off-topic": "This table only talks about colours held, the stack wanted and the stack "
    "for the trick, besides courtesies; {found} is something else.",
    "talk-no-text": "There is no free text at this table.",
    "talk-too-long": "This is too long; a message has at most 500 characters.",
    "free-text-off": "This table talks in phrases only.",
    "unknown-phrase": "There is no phrase {phrase!r}.{hint}",
    "phrase-not-in-game": "{phrase} is about something that this game does not have.",
    "phrase-needs-pile": "{phrase} needs one pile: {piles}.",
    "phrase-needs-colour": "{phrase} needs one colour: {colours}.",
    "phrase-goes-alone": "{phrase} is said without a pile or a colour.",
    "phrase-not-allowed": "{phrase} may not be said here: this table talks by {policy}.",
    "phrase-too-late": "{phrase} is about who starts, and the game has started.",
    "phrase-said-before": "{phrase} was said or taken back just now; it can be said again after "
    "the next move.",
    "nothing-to-unsay": "{phrase} is nothing that you have said and that still stands.",
    "unknown-policy": "There is no talk policy {policy!r}; the policies are {allowed}.",
    "looser-policy": "{policy} cannot be chosen: these rules talk by {edition}, and a table may "
    "only be stricter; possible here: {allowed}.",
    "bad-name": "{name!r} cannot be a name here: a name has no number and tells nothing about "
    "cards.",
    # bots and simulations
    "no-network": "There is no network for {rules}, so {name} cannot play it; make one with "
    "tenback train.",
    "unknown-bot": "There is no bot called {name!r}; the bots are {allowed}.{hint}",
    "unknown-level": "{name} has no level {level!r}; its levels are {allowed}.{hint}",
    "no-levels": "{name} has no levels, so it goes without {level!r}.",
    "no-command": "{word} names no program; write the command after it, like {word}./mybot.py",
    "no-network-file": "{word} names no network; write its file after it, like {word}mine.npz",
    "bot-is-program": "{name!r} is a program, and programs run only if they are named on the "
    "command line of this machine; name a bot from the list.",
    "bot-is-file": "{name!r} is a file, and network files are read only if they are named on the "
    "command line of this machine; name a bot from the list.",
    "broken-bot": "{name} of the package {package} cannot be used: {why}.",
    "bot-name-taken": "The package {package} brings a bot called {name!r}, which cannot be used: "
    "the name is taken, or it is not made of small letters, digits and hyphens.",
    "wrong-bots": "{count} bots cannot sit down at {players} seats; name 1 to {players}, who take "
    "the seats in turn.",
    "bad-games": "{games} games cannot be played; allowed is a whole number from 1 to {limit}.",
    "mixed-deals": "These deals are for {players} players; a batch is for one number of them.",
    "not-comparable": "Only two or more tables with the same seed can be compared, for only they "
    "play the same deals.",
    "bad-cores": "{cores} cores cannot be used; allowed is a whole number from 1 to {limit}.",
    "unknown-backend": "There is no back end {name!r}; joblib offers {allowed}.",
    "address-without-cluster": "{name} runs on this machine, so it goes without an address; "
    "the back end for a cluster is dask.",
    "cluster-needs-address": "The back end dask needs the address of a cluster, such as "
    "tcp://localhost:8786.",
    "cores-with-cluster": "A cluster uses the cores it has, so the back end dask goes without a "
    "number of cores.",
    "cluster-differs": "The cluster has another version of tenback; install the same one there.",
    # networks and their training
    "no-compiler": "The compiled kernels for this machine are missing, and Numba, which would make "
    "them, is not installed. Install tenback again, or tenback[compile].",
    "build-failed": "The kernels could not be compiled: {why}",
    "no-cache-folder": "There is no folder for compiled kernels ({why}). Set TENBACK_CACHE_DIR to "
    "a folder that you can write to.",
    "kernels-damaged": "The compiled kernels in {file} are damaged and not used.",
    "kernels-unsafe": "Other users can write to {file} or above it, so nothing there is executed.",
    "kernels-not-kept": "There is no folder where compiled kernels can be kept, so every command "
    "has to compile them. Set TENBACK_CACHE_DIR to one that only you can write to.",
    "kernels-not-loaded": "The compiled kernels in {file} cannot be loaded ({why}). Set "
    "TENBACK_CACHE_DIR to a folder whose files may be executed.",
    "unknown-cpu": "TENBACK_CPU={cpu} is not possible on this machine; possible: {possible}.",
    "network-unreadable": "{file} cannot be read: {why}.",
    "not-a-network": "{file} is not the file of a network, or it is damaged.",
    "network-version": "{file} holds a network of another version; train it anew.",
    "bad-checkpoint": "{file} is not an interrupted training, or it is damaged; without it, "
    "training starts anew.",
    "other-checkpoint": "{file} is an interrupted training with other options; go on with those, "
    "or remove it to start anew.",
    "plots-not-installed": "A picture needs Matplotlib, which is not installed: pip install "
    '"tenback[plots]".',
    "cluster-not-installed": "The back end dask needs a package: pip install tenback[cluster].",
    "cluster-unreachable": "No cluster answers at {address!r}.",
    "no-seat-no-observation": "A spectator's view cannot be an observation; take that of a seat.",
    "never-begins": "{name} cannot be stepped through: of {tries} deals every one is lost before "
    "the first move.",
    "wrong-actions": "These are not actions for {count} games: {found}; allowed is one whole "
    "number for each.",
    "illegal-action": "Action {action} is not legal in game {game}; its mask says which are.",
    # variants
    "unknown-variant": "There is no game called {name!r}; the games are {allowed}; "
    "a variant of your own needs its file.{hint}",
    "unknown-option": "{name} has no option {option!r}; its options: {allowed}.",
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
    "no-memory": "This view has forgotten what was laid, and this takes a view with memory.",
    "no-row": "Only the view of a seat in a running game can be thought about.",
    "impossible-view": "No game was found that would look like this view.",
    "bad-position": "This is not a position. {detail}",
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
    # stores
    "store-unknown-scheme": "{scheme!r} is no kind of database known here; write the path of a "
    "file, sqlite:///path, postgresql://user@host/name or memory:.",
    "store-no-address": "The address of the database is blank; write the path of a file, "
    "sqlite:///path, postgresql://user@host/name or memory:.",
    "store-sqlite-address": "An SQLite file has an address like sqlite:///tables.db, or "
    "sqlite:////srv/tables.db where its path begins at the root; the path alone does as well.",
    "store-needs-asyncpg": "PostgreSQL needs a package: pip install tenback[postgres].",
    "store-bad-address": "This is not the address of a PostgreSQL database; write it like "
    "postgresql://user:password@host:5432/name, and special characters in it like %40.",
    "store-unreachable": "PostgreSQL cannot be used: {why}.",
    "store-no-folder": "There is no folder {folder}; make it first, or choose another file.",
    "store-read-only": "Nothing can be written to the folder {folder}; allow it, or choose another "
    "file.",
    "store-in-use": "{file} is in use: another tenback has it open. Stop that one first, or choose "
    "another file.",
    "store-unusable": "{file} cannot be used as a database: {why}.",
    "store-not-a-database": "{file} is not a database, or it is damaged; choose another file.",
    "store-foreign": "This is the database of another program; choose another one.",
    "store-newer": "This database was written by a newer tenback: its schema is {found}, and this "
    "one knows {known}. Update tenback.",
    "store-closed": "The database is closed already.",
    "store-failed": "The database could not do this: {why}. Try again.",
    "store-file-gone": "The file of the database has been deleted or replaced, and nothing is kept "
    "any more. Stop the server, put the file back, and start it again.",
    "store-bad-name": "{name!r} cannot be kept in a database: a name has 1 to {limit} characters, "
    "and they are ordinary ones.",
    "store-version-taken": "Version {version} of the table {table} has been written already.",
    "store-command-known": "The command {command} has been carried out already, in version "
    "{version} of the table {table}.",
    "store-document-taken": "There is a document {key} of the kind {kind} already.",
    "store-table-differs": "The table {table} is there already and differs from version {version} "
    "on; nothing was written over it.",
    "store-document-differs": "The document {key} of the kind {kind} is there already and differs; "
    "nothing was written over it.",
    "store-copy-incomplete": "Not everything has arrived; copy again, and it will go on where it "
    "stopped.",
    "store-no-file": "There is no file {file}.",
    "store-file-exists": "{file} is there already; choose another name.",
    "export-foreign": "This is not an export of tenback.",
    "export-newer": "This export was written by a newer tenback: its format is {found}, and this "
    "one knows {known}. Update tenback.",
    "export-bad-line": "The export is damaged: line {line} makes no sense there.",
    "export-cut-off": "The export was cut off after line {line}; its end is missing.",
    "export-damaged": "The export is damaged: it does not hold what was written to it.",
    "export-no-table": "There is no table {table} in this database.",
    # servers
    "server-bad-port": "{port} is not a port; choose one from 0 to 65535, where 0 is any that is "
    "free.",
    "server-bad-url": "{url!r} is not the address of a server; write it like "
    "https://games.example.org, without a path.",
    "server-bad-proxy": "{proxy!r} is not the address of a proxy; write an address such as "
    "10.0.0.5, a network such as 10.0.0.0/8, several of them with commas between them, or * alone "
    "for any address.",
    "server-cannot-listen": "The server cannot use port {port} of {host}: {why}. Choose another "
    "one with --port.",
    "server-no-such-host": "The server cannot listen at {host}: {why}. Name an address of this "
    "machine with --host.",
    "server-bad-json": "This is not JSON.",
    "server-bad-message": "The message is wrong at {where}: {why}.",
    "server-bad-query": "{name!r} cannot stand behind the question mark here; allowed: {allowed}.",
    "server-not-json": "Send JSON, with the header Content-Type: application/json.",
    "server-too-slow": "The message did not arrive within {seconds} s; send it again.",
    "server-too-large": "A message has at most {limit} bytes.",
    "server-too-fast": "Too much at once; wait {seconds} s.",
    "server-busy": "So much is being played here that there is no room for more just now; try "
    "again in {seconds} s.",
    "server-too-many-sockets": "You have {limit} connections open already; close one first.",
    "server-no-identity": "You have no name here yet; say your name first.",
    "server-bad-origin": "Another site's page may not do this; open {url}.",
    "server-bad-host": "This server has another name; open {url}.",
    "server-not-found": "There is nothing here.",
    "server-wrong-method": "This cannot be done here.",
    "server-error": "Something went wrong on the server; try again.",
    "server-no-database": "The server's database does not answer; try again.",
    "server-no-kernels": "The bots cannot be made ready on this server; its operator finds the "
    "reason in the log.",
    "server-lost-database": "The server has lost its database and can keep nothing any more; tell "
    "the one who runs it.",
    # hosts
    "host-no-table": "There is no such table.",
    "host-stopping": "The server is being stopped; try again in a moment.",
    "host-too-slow": "So much has happened that the connection could not keep up; connect again.",
    "host-busy": "Too many are at this table at once; try again.",
    "host-unready": "Hints are getting ready, which happens once; ask again in about {seconds} s.",
    "host-command-id-used": "This id was used for another command; every command needs its own.",
    "host-bad-command-id": "The id of a command has 1 to {limit} ASCII characters, without spaces.",
    # tables
    "table-not-while-gathering": "The game has not begun yet.",
    "table-not-while-dealing": "This has to wait: the cards are being dealt.",
    "table-not-while-agreeing": "This has to wait until a player has started.",
    "table-not-while-playing": "This cannot be done while the game is running.",
    "table-not-while-over": "The game is over.",
    "table-not-while-closed": "The table is closed.",
    "table-host-only": "Only the host of the table can do this.",
    "table-house-only": "This cannot be asked for; the server does it by itself.",
    "table-people-only": "Only people can ask for this.",
    "table-no-seat": "You have no seat at this table; sit down first.",
    "table-not-here": "You are not at this table; sit down or watch first.",
    "table-nobody-else": "There is no such other player at this table.",
    "table-already-seated": "You have a seat already: seat {seat}.",
    "table-already-watching": "You are watching already.",
    "table-no-spectators": "Spectators are not allowed at this table.",
    "table-saw-hand": "You have seen the hand of seat {seat}, so in this game you can only sit "
    "there.",
    "table-saw-beside": "Another player at your device has seen the hand of seat {seat}; sit down "
    "when this game is over.",
    "table-seat-taken": "Seat {seat} is taken.",
    "table-seat-open": "Seat {seat} is open already.",
    "table-full": "Every seat is taken.",
    "table-seats-open": "A player or a bot has to sit down first; still open: {seats}.",
    "table-too-many-seated": "{count} seats are taken, and the game would be for {players}; free a "
    "seat first.",
    "table-too-long": "Too much has happened at this table (more than {limit} events). Finish the "
    "game, then open a new table.",
    "table-name-mixed": "{name!r} mixes letters of several scripts; write a name in one of them.",
    "table-name-of-bot": "{name!r} is what a bot is called. Choose another name.",
    "table-name-length": "A name has 1 to {limit} characters, all in one line.",
    "table-bad-bot": "{name!r} cannot be the name of a bot.",
    "table-bad-clock": "A turn cannot take so long or so short; allowed are {low} to {high} "
    "seconds.",
    "table-not-awaited": "Nothing of this kind is awaited from you in this deal.",
    "table-bad-digest": "This is not a text of 64 hexadecimal digits in small letters.",
    "table-wrong-nonce": "This is not the number that was promised.",
    "table-too-early": "It is too early for this; {wait} s to wait.",
    "table-other-deal": "This deal is for another number of players than {players}.",
    "table-not-yours-to-start": "Whether seat {seat} starts is not for you to say.",
    "table-not-your-turn": "It is not your turn.",
    "table-stale": "The game has moved on in the meantime; have another look before you decide.",
    "table-already-agreed": "You have agreed to resign already; the others have not.",
    "table-no-offer": "No player has offered to resign.",
    "table-not-away": "No player is away from seat {seat}, so no bot can stand in.",
    "table-no-bot": "No bot plays at seat {seat}.",
    "table-not-over": "The game is not over yet, so its record stays closed.",
    "table-no-game": "No such game was ever played at this table; games so far: {count}.",
    "table-sealed": "This deal stays closed for now, and so does the record.",
    "table-bad-log": "These events do not make a table.",
    "table-bad-event": "This is not an event of a table: {detail}.",
    # people, days and webhooks
    "identity-unknown": "This person is not known here any more.",
    "identity-bad-link": "This link leads nowhere any more; each works once, and only for a few "
    "minutes. Make a new one.",
    "identity-links": "There are {limit} links already; use one, or wait until they expire.",
    "identity-tables": "You have {limit} open tables already; close one first.",
    "daily-not-over": "The secret of {day} is revealed when that day is over, by UTC.",
    "daily-no-deals": "There were no deals of the day on {day}.",
    "daily-no-game": "{game!r} has no deal of the day; these have: {allowed}.",
    "lesson-no-game": "{game!r} has no lesson; these have: {allowed}.",
    "hook-bad-url": "This is not an address for a webhook; write one like "
    "https://example.org/turns, in at most {limit} plain characters.",
    "hook-credentials": "An address for a webhook holds no name and no password.",
    "hook-bad-port": "A webhook cannot use this port; allowed are {allowed}.",
    "hook-not-public": "{host} does not lead to the public internet, so no webhook can go there.",
    "hook-no-name": "No address on the public internet can be found for {host}; look whether the "
    "name is right, and try again.",
    "hook-busy": "Too many names are being looked up just now; try again in a moment.",
    # fair deals
    "fair-missing": "The record does not say how its cards were dealt: {key} is missing.",
    "fair-secret": "The secret is not the one that was promised before the deal.",
    "fair-share": "{key} is not in the form of a share in the deal.",
    "fair-nonce": "The number of seat {seat} is not the one that was promised.",
    "fair-seed": "The seed of the deal does not follow from the secret and the shares.",
    "fair-deal": "The cards are not those that the seed gives.",
    "fair-starter": "The lot chose seat {seat}, and another one started.",
    "fair-twice": "{key} is there twice, so it is unclear which one counts.",
    "fair-other-commitment": "The record has another commitment than the one you saw before the "
    "deal.",
    "fair-other-nonce": "The number of seat {seat} in the record is not yours.",
    "fair-left-out": "Seat {seat} was left out of the deal, so your number is not in it.",
    "fair-no-share": "Seat {seat} had no share in the deal.",
    "fair-other-day": "The secret is not the one that was promised on that day.",
    "fair-day-seed": "The seed of the deal is not that of {game} on {day}.",
    # parts of the sentences above: after a sentence
    "did-you-mean": " Did you mean {word}?",
    "too-long": "it is longer than {limit} characters",
    "line-too-long": "a line is longer than {limit} characters",
    "too-deep": "in line {line} keys, lists or tables are nested more than {limit} deep",
    "toml-line": "line {line} cannot be read, {text!r} ({why}); a line is a key with its value, "
    "such as minimum = 2, or the name of a table, such as [deck]",
    "huge-number": "there is a number of more than 18 digits",
    # what is allowed
    "allowed-or": "{others} or {last}",
    "allowed-no-option": "none",
    "query-none": "nothing",
    "allowed-text": "a text such as {example}",
    "allowed-table": "a table such as {example}",
    "allowed-ranges": 'a text of numbers and ranges such as "2..99" or "1..10, 20"',
    "allowed-colours": "a list of colours such as {example}, or []",
    "allowed-flag": "true or false",
    "allowed-bases": 'a list of bases, each a number or "any"',
    "allowed-hands": "a table from player counts to hand sizes such as {example}",
    "allowed-number": "a number from {low} to {high}",
    "allowed-maximum": '"hand" or a number',
    "allowed-draw": '"laid", "full" or a number',
    "allowed-distance": '"none" or a number such as 10',
    "allowed-fire": "a list of numbers such as {example}",
    "allowed-choice": "one of {choices}",
    "allowed-name": "small letters and digits in words joined by hyphens, at most {limit} "
    "characters, no word like 3p, as in my-variant",
    "allowed-numbers": "numbers from {low} to {high}",
    "allowed-colour-count": "at most {limit} colours",
    "allowed-colour": "words of small letters a to z",
    "allowed-some-number": 'at least one number, as in "2..99"',
    "allowed-base": 'bases from {low} to {high} or "any"',
    "allowed-maximum-up-to": '"hand" or a number up to {high}',
    "allowed-draw-number": '"laid", "full" or a number from {low} to {high}',
    "allowed-some-hand": "a hand size for at least one number of players",
    "allowed-players": "{low} to {high} players",
    "allowed-hand-sizes": "hands from {low} to {high}",
    "allowed-name-below": "the name in the lines below, {name}",
    "allowed-seat": "a seat like 0",
    "allowed-on-off": "on or off",
    # where a card is, and what a pile shows
    "place-hand": "the hand of seat {seat}",
    "place-stock": "the stock",
    "place-stock-of": "the stock of seat {seat}",
    "place-base": "the base",
    "top-nothing": "nothing",
    # why a line is not a position
    "position-begin": "A position begins with the game and the number of players, "
    "like original 3p.",
    "position-players": "{word!r} is not a number of players like 3p.",
    "position-word": "{word!r} is none of {allowed} with its value.",
    "position-twice": "{key} is there twice.",
    "position-missing": "{key} is missing.",
    "position-pile": "{pile}={value} is not a top card and a size like 47*12, or -.",
    "position-parts": "{key} needs {count} parts divided by /, not {found}.",
    "position-card": "{card!r} in {key} is not a card of this game.",
    "position-seat": "{key}={value} is not a seat from 0 to {last}, or -.",
    "position-lay": "{word!r} is not a lay and what it covers, like 47-u1:42.",
    "position-nobody": "Cards were laid in this turn, but no player is on turn.",
    "position-over": "over needs one of {reasons}, and turn=-.",
    "position-winner": "over names the winner in a duel, like stuck:1, and only there.",
    "position-finished": "over=finished goes together with all cards laid, and with nothing else.",
    "position-fire": "The line says over=fire, but no fire card is on top.",
    "position-sizes": "The piles hold {held} cards, but {laid} have been laid.",
    "position-elsewhere": "{card} lies on a pile and is also elsewhere.",
    "position-hand": "Seat {seat} holds more than {size} cards.",
    "position-known": "The known cards of seat {seat} are not all in its hand.",
    "position-lead": "{card}-{pile} does not lead to what the pile shows.",
    "position-pile-size": "{pile} has another number of cards than its lays say.",
    "position-no-cards": "Seat {seat} is on turn without a card.",
    "position-maximum": "More than {maximum} cards were laid in this turn.",
    "position-misfit": "{card} does not fit on {top}.",
    "position-gifts": "More than one card of this turn lies on the other player's piles.",
    # why a text is not a record in JSON
    "json-too-deep": "it is nested too deeply",
    "json-not-object": "it is not an object",
    "json-format": "tenback-record is not {format}",
    "json-move": "a move is not a text",
    "json-flag": "{key} is not true or false",
    "json-rules": "rules is neither a name nor an object",
    "json-text": "{key} is not a text",
    "json-no-deal": "there is neither a deal nor a position",
    "json-hands": "{key} holds something else than lists",
    "json-card": "a card in {key} is not a text",
    "json-starter": "starter is not a seat",
    "json-list": "{key} is not a list",
    "json-entry": "an entry is not a list",
    "json-row": "{row} does not have {count} values",
    "json-kind": "{value!r} is not of the right kind",
}
