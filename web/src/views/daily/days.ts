// Days as the address has them, counted in UTC.

const DAY = 24 * 3600;

/** The day of a moment, in seconds. */
export const dayAt = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

export const dayAfter = (day: string, days = 1): string =>
  dayAt(Date.parse(`${day}T00:00:00Z`) / 1000 + days * DAY);

/** Whether there is such a day; browsers take the 31st of February for the 3rd of March. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(moment) && dayAt(moment / 1000) === text;
}
