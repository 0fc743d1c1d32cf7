// Ids of commands: unique without randomUUID, which a page on plain http does not have.

export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return hex(bytes);
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
