"""The SQL that all back ends share, with PostgreSQL's numbered parameters."""

from __future__ import annotations

READ = """
SELECT version, command, body, fingerprint FROM tenback_log
WHERE table_name = $1 AND version > $2 ORDER BY version
"""

# A command's entries end before the next command's: both ends are found by an index.
FIND = """
WITH first AS (
    SELECT version FROM tenback_log WHERE table_name = $1 AND command = $2
), next AS (
    SELECT version FROM tenback_log
    WHERE table_name = $1 AND version > (SELECT version FROM first) AND command IS NOT NULL
    ORDER BY version LIMIT 1
)
SELECT version, fingerprint FROM tenback_log
WHERE table_name = $1 AND version >= (SELECT version FROM first)
AND version < coalesce((SELECT version FROM next), 9223372036854775807) ORDER BY version
"""

BETWEEN = """
SELECT version FROM tenback_log
WHERE table_name = $1 AND version >= $2 AND version <= $3 ORDER BY version
"""

GET = "SELECT body FROM tenback_document WHERE kind = $1 AND key = $2"

SCAN = """
SELECT key, body FROM tenback_document
WHERE kind = $1 AND key >= $2 AND key > $3 AND key < $4 ORDER BY key LIMIT $5
"""


def _distinct(column: str, table: str) -> str:
    """The distinct values of an index's first column, by a loose index scan: logs are long."""
    return f"""
WITH RECURSIVE found (name) AS (
    SELECT min({column}) FROM {table}
    UNION ALL
    SELECT (SELECT min({column}) FROM {table} WHERE {column} > name) FROM found
    WHERE name IS NOT NULL
)
SELECT name FROM found WHERE name IS NOT NULL
"""  # noqa: S608 (both are ours)


TABLES = _distinct("table_name", "tenback_log")
KINDS = _distinct("kind", "tenback_document")

SCHEMA = "SELECT max(version) FROM tenback_schema"
