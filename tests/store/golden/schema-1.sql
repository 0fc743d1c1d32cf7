-- A database as the first schema kept it. It stays as it is.
BEGIN TRANSACTION;
CREATE TABLE tenback_document (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID;
INSERT INTO "tenback_document" VALUES('key','signing',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F');
INSERT INTO "tenback_document" VALUES('result','me/oak/1',X'776F6E');
INSERT INTO "tenback_document" VALUES('result','é',X'');
CREATE TABLE tenback_log (
    table_name TEXT NOT NULL,
    version INTEGER NOT NULL,
    command TEXT,
    body BLOB NOT NULL,
    PRIMARY KEY (table_name, version)
) WITHOUT ROWID;
INSERT INTO "tenback_log" VALUES('elm',1,NULL,X'00FF');
INSERT INTO "tenback_log" VALUES('oak',1,'c1',X'6F6E65');
INSERT INTO "tenback_log" VALUES('oak',2,'c2',X'74776F');
CREATE TABLE tenback_schema (version INTEGER NOT NULL PRIMARY KEY);
INSERT INTO "tenback_schema" VALUES(1);
CREATE UNIQUE INDEX tenback_command ON tenback_log (table_name, command)
WHERE command IS NOT NULL;
COMMIT;
