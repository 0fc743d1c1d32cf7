// Short, soft sounds, made here and not fetched. Nothing is heard before the first touch, as browsers
// want it, and then as loud as the person has set it.

import { settings } from "./settings.svelte";

export type Sound = "lay" | "trick" | "turn" | "end" | "refused";

/** A note: its pitch in hertz, when it begins and how long it rings, in seconds. */
type Note = readonly [hertz: number, begins: number, rings: number];

export const NOTES: Readonly<Record<Sound, readonly Note[]>> = {
  lay: [[247, 0, 0.12]],
  trick: [
    [392, 0, 0.2],
    [587, 0.12, 0.35],
  ],
  turn: [
    [523, 0, 0.3],
    [523, 0.16, 0.4],
  ],
  end: [
    [392, 0, 0.3],
    [494, 0.14, 0.3],
    [587, 0.28, 0.6],
  ],
  refused: [
    [220, 0, 0.14],
    [185, 0.12, 0.2],
  ],
};

const SOFT = 0.25;
const ATTACK = 0.012;

let context: AudioContext | null = null;

/** From the first touch on there may be sound. */
export function listenForTouch(): () => void {
  const touched = () => {
    if (navigator.userActivation?.hasBeenActive === false) return; // Escape does not count as a touch
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  };
  const kinds = ["pointerup", "keydown"] as const;
  for (const kind of kinds) document.addEventListener(kind, touched);
  return () => kinds.forEach((kind) => document.removeEventListener(kind, touched));
}

/** Let it be heard how loud it is now; after a touch. */
export async function sample(): Promise<void> {
  context ??= new AudioContext();
  await context.resume();
  play("trick");
}

/** Play a sound, if sounds are switched on. */
export function play(sound: Sound): void {
  if (!context || context.state !== "running" || settings.sound <= 0) return;
  for (const note of NOTES[sound]) ring(context, note);
}

function ring(audio: AudioContext, [hertz, begins, rings]: Note): void {
  const start = audio.currentTime + begins;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(SOFT * settings.sound, start + ATTACK);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + rings);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + rings);
}
