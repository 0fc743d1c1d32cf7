// The router: the address of the screen, and navigation without a reload.

export interface Place {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly hash: string;
}

/** A part of an address; what was garbled on the way stays as it is, and leads nowhere. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const read = (): Place => ({
  path: location.pathname.split("/").filter(Boolean).map(decoded),
  query: new URLSearchParams(location.search),
  hash: location.hash.slice(1),
});

let place = $state.raw<Place>(read());

export const where = (): Place => place;

/** Go to an address of this page. */
export function go(address: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  place = read();
  if (!replace) scrollTo(0, 0);
}

/** Follow the browser's buttons, and links of our own. */
export function follow(): void {
  addEventListener("popstate", () => (place = read()));
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    if (!link || !isOurs(link) || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const target = placeHere(link);
    if (target) target.focus();
    else go(link.pathname + link.search + link.hash);
  });
}

/** A part of this very screen, as for a user who skips to the content. */
function placeHere(link: HTMLAnchorElement): HTMLElement | null {
  const here = link.pathname === location.pathname && link.search === location.search;
  return here && link.hash ? document.getElementById(link.hash.slice(1)) : null;
}

function isOurs(link: HTMLAnchorElement): boolean {
  const elsewhere = link.target || link.hasAttribute("download") || link.origin !== location.origin;
  return !elsewhere && !link.pathname.startsWith("/api/");
}
