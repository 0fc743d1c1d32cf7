// The time, for what has to count seconds on the screen.

/** Something that changes every second while it is shown. */
export class Ticking {
  seconds = $state(0);

  constructor(private readonly now: () => number) {
    this.seconds = now();
    $effect(() => {
      const timer = setInterval(() => (this.seconds = this.now()), 1000);
      return () => clearInterval(timer);
    });
  }
}
