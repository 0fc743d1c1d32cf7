#!/usr/bin/env node
// An outside bot in JavaScript: any legal move, the same one for the same seed.
//
// tenback play --players 3 --bots "run:node examples/outside/any_move.js"

const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const question = JSON.parse(line);
  switch (question.type) {
    case "hello":
      answer({ type: "hello", protocol: 1, name: "any move" });
      break;
    case "move":
      answer({ type: "move", move: question.legal[question.seed % question.legal.length] });
      break;
    case "bye":
      lines.close();
      break;
    default: // a new game, or something that a later version says
  }
});

function answer(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}
