import { expect, test } from "vitest";
import { bestFirst } from "../../src/store/serverInfo.svelte";

test("bots are offered from the best to the weakest, whatever they are called", () => {
  const bots = ["tiny", "middling", "grand"].map((name) => ({ name, description: "" }));
  expect(bestFirst(bots).map(({ name }) => name)).toEqual(["grand", "middling", "tiny"]);
});
