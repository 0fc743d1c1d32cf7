// Where a pasted link or code leads.

const ID = /^[\w-]{8,64}$/;
const OURS = /^\/(t|me|replay|daily)(\/|$)/;

/** An address: of this page where it is a code or a link to here, else a whole one; null for anything else. */
export function destination(text: string, here: string): string | null {
  const written = text.trim();
  if (ID.test(written)) return `/t/${written}`;
  const link = linkIn(written, here);
  if (!link || !OURS.test(link.pathname)) return null;
  return link.origin === here ? link.pathname + link.search + link.hash : link.href;
}

/** Messages often have words around a link, and people leave out how it begins. */
function linkIn(text: string, here: string): URL | null {
  const word = text.split(/\s+/).find((one) => one.includes("/"));
  if (!word) return null;
  const whole = /^https?:\/\//i.test(word) ? word : word.startsWith("/") ? here + word : `http://${word}`;
  return URL.canParse(whole) ? new URL(whole) : null;
}
