// A finished game as a picture: the result over the rhythm of its turns. No card of the deal is in it.

import { gameName } from "../../../words/names";
import { type Shared, resultLine } from "./shareText";

export const WIDTH = 1200;
export const HEIGHT = 630;

const EDGE = 80;
const FONT = '"Figtree Variable", system-ui, sans-serif';
const COOL = 262;
const WARM = 28;

interface Inks {
  readonly table: string;
  readonly ink: string;
  readonly soft: string;
  readonly light: number;
}
const INKS: Readonly<Record<"light" | "dark", Inks>> = {
  light: { table: "oklch(0.955 0.014 85)", ink: "oklch(0.24 0.04 262)", soft: "oklch(0.42 0.035 262)", light: 0.7 },
  dark: { table: "oklch(0.215 0.035 262)", ink: "oklch(0.955 0.014 85)", soft: "oklch(0.79 0.025 85)", light: 0.78 },
};

/** Draw it, as light or dark as the page. */
export async function draw(canvas: HTMLCanvasElement, shared: Shared, look: "light" | "dark"): Promise<void> {
  await Promise.all([400, 600, 700].map((weight) => document.fonts.load(`${weight} 40px ${FONT}`)));
  const pen = canvas.getContext("2d")!;
  const inks = INKS[look];
  pen.fillStyle = inks.table;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  bars(pen, shared.turns, inks);
  pen.textBaseline = "alphabetic";
  const write = (text: string, y: number, weight: number, size: number, colour: string) => {
    pen.fillStyle = colour;
    pen.font = fitting(pen, text, weight, size);
    pen.fillText(text, EDGE, y, WIDTH - 2 * EDGE);
  };
  write([gameName(shared.rules.name), shared.day].filter(Boolean).join(" · "), 120, 600, 40, inks.soft);
  write(resultLine(shared), 215, 700, 84, inks.ink);
  write(shared.names.join(", "), 280, 400, 36, inks.soft);
  pen.textAlign = "right";
  pen.fillStyle = inks.soft;
  pen.font = `600 30px ${FONT}`;
  pen.fillText("tenback", WIDTH - EDGE, HEIGHT - 36);
  pen.textAlign = "left";
}

/** The largest font, up to a size, in which a text fits. */
function fitting(pen: CanvasRenderingContext2D, text: string, weight: number, size: number): string {
  const font = (size: number) => `${weight} ${size}px ${FONT}`;
  pen.font = font(size);
  const width = pen.measureText(text).width;
  return font(Math.min(size, Math.floor((size * (WIDTH - 2 * EDGE)) / width)));
}

/** A bar for each turn, from cool to warm as the game goes on. */
function bars(pen: CanvasRenderingContext2D, turns: readonly number[], { light }: Inks): void {
  const bottom = HEIGHT - 90;
  const room = 190;
  const width = (WIDTH - 2 * EDGE) / Math.max(turns.length, 12);
  const most = Math.max(4, ...turns);
  turns.forEach((count, place) => {
    const hue = COOL + ((WARM - COOL) * place) / Math.max(1, turns.length - 1);
    const height = (room * count) / most;
    pen.fillStyle = `oklch(${light} 0.12 ${hue})`;
    pen.beginPath();
    pen.roundRect(EDGE + place * width, bottom - height, width - Math.min(6, width / 4), height, Math.min(8, width / 4));
    pen.fill();
  });
}
