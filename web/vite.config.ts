import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { words } from "./words.ts";

// Browsers of the last years that know light-dark(), OKLCH and nesting.
const BROWSERS = ["chrome123", "firefox121", "safari17.5"];
const STORES = "tests/store/**/*.test.ts";

export default defineConfig({
  plugins: [words(), svelte()],
  build: {
    target: BROWSERS,
    outDir: process.env["TENBACK_PAGE"] ?? "../src/tenback/server/static",
    emptyOutDir: true,
    // Nothing inline: the server's Content-Security-Policy allows files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every visit needs is one file: together it is smaller, and asked for once.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] } } },
  },
  server: { proxy: { "/api": { target: process.env["TENBACK_API"] ?? "http://127.0.0.1:8000", ws: true } } },
  test: {
    projects: [
      { extends: true, test: { name: "plain", include: ["tests/**/*.test.ts"], exclude: [STORES] } },
      // What holds state is compiled as for browsers: there effects run.
      { extends: true, test: { name: "page", include: [STORES], environment: "./tests/page.ts" } },
    ],
  },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
});
