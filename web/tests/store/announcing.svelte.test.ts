import { flushSync } from "svelte";
import { beforeEach, expect, test } from "vitest";
import { announce, announced, hush } from "../../src/store/announcing.svelte";

const texts = () => announced().map((sentence) => sentence.text);
beforeEach(hush);

test("the last sentences are told, each once", () => {
  ["one", "two", "", "three", "four", "five", "six"].forEach(announce);
  expect(texts()).toEqual(["two", "three", "four", "five", "six"]);
});

test("whoever comes next hears nothing of it", () => {
  announce("You draw 35, 90.");
  hush();
  expect(texts()).toEqual([]);
});

test("an effect that tells something does not run again for it", () => {
  let runs = 0;
  const end = $effect.root(() => {
    $effect(() => {
      runs++;
      announce("once");
    });
  });
  flushSync();
  announce("more");
  flushSync();
  end();
  expect([runs, texts()]).toEqual([1, ["once", "more"]]);
});
