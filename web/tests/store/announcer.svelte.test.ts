import { flushSync } from "svelte";
import { beforeEach, expect, test } from "vitest";
import { announce, announced, clearAnnouncements } from "../../src/store/announcer.svelte";

const texts = () => announced().map((sentence) => sentence.text);
beforeEach(clearAnnouncements);

test("the last sentences are told, each once", () => {
  ["one", "two", "", "three", "four", "five", "six"].forEach(announce);
  expect(texts()).toEqual(["two", "three", "four", "five", "six"]);
});

test("the next player hears nothing of it", () => {
  announce("You draw 35, 90.");
  clearAnnouncements();
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
