import { describe, expect, it } from "vitest";
import { destination } from "../../../src/views/home/destination";

const HERE = "http://192.168.1.4:8000";
const TABLE = "UGTTUge4DROgt8CkL8fqYg";

describe("a pasted link or code", () => {
  it.each([
    [TABLE, `/t/${TABLE}`],
    [`  ${TABLE}\n`, `/t/${TABLE}`],
    [`${HERE}/t/${TABLE}`, `/t/${TABLE}`],
    [`/t/${TABLE}`, `/t/${TABLE}`],
    [`192.168.1.4:8000/t/${TABLE}`, `/t/${TABLE}`],
    [`Come and play: ${HERE}/t/${TABLE} it is fun`, `/t/${TABLE}`],
    [`${HERE}/me#code`, "/me#code"],
    [`${HERE}/replay/${TABLE}/1?at=7`, `/replay/${TABLE}/1?at=7`],
    [`https://games.example.org/t/${TABLE}`, `https://games.example.org/t/${TABLE}`],
  ])("%s leads to %s", (text, where) => expect(destination(text, HERE)).toBe(where));

  it.each(["", "hello", "hello you there", "https://example.org/", "/etc/passwd", "javascript:alert(1)//t/x", "http://["])(
    "%s leads nowhere",
    (text) => expect(destination(text, HERE)).toBeNull(),
  );
});
