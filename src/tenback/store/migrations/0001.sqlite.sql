CREATE TABLE tenback_schema (version INTEGER NOT NULL PRIMARY KEY);

CREATE TABLE tenback_log (
    table_name TEXT NOT NULL,
    version INTEGER NOT NULL,
    command TEXT,
    body BLOB NOT NULL,
    PRIMARY KEY (table_name, version)
) WITHOUT ROWID;

CREATE UNIQUE INDEX tenback_command ON tenback_log (table_name, command)
WHERE command IS NOT NULL;

CREATE TABLE tenback_document (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID;
