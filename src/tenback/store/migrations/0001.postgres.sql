CREATE TABLE tenback_schema (version INTEGER NOT NULL PRIMARY KEY);

-- "C" orders by code point, as SQLite and Python do.
CREATE TABLE tenback_log (
    table_name TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    command TEXT COLLATE "C",
    body BYTEA NOT NULL,
    PRIMARY KEY (table_name, version)
);

CREATE UNIQUE INDEX tenback_command ON tenback_log (table_name, command)
WHERE command IS NOT NULL;

CREATE TABLE tenback_document (
    kind TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (kind, key)
);
