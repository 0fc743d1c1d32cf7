import "./look/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { follow, where } from "./store/route.svelte";
import { settings, show } from "./store/settings.svelte";
import { screenAt } from "./views/screens";
import { speak } from "./words/say.svelte";

const PAUSE = 3000;

show();
follow();
for (const query of ["(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"]) {
  matchMedia(query).addEventListener("change", show);
}
// The screen comes beside the words, not behind them.
void screenAt(where().path[0]);
speak(settings.language).then(
  () => mount(App, { target: document.getElementById("page")! }),
  (why: unknown) => {
    // Without words the page cannot even show an error: it reloads and tries again.
    setTimeout(() => location.reload(), PAUSE);
    throw why;
  },
);
