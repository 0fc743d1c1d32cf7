// Tests see the code as browsers do: compiled for the page, where effects run.

import type { Environment } from "vitest/runtime";

export default {
  name: "page",
  viteEnvironment: "client",
  setup: () => ({ teardown: () => {} }),
} satisfies Environment;
