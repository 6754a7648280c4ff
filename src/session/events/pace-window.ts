const WINDOW_MS = 60_000;
/** Samples are at least so far apart. */
const EVERY_MS = 250;
/** With less time behind it, a rate says nothing. */
const MIN_MS = 5_000;

type Sample = {
  readonly at: number;
  readonly rows: number;
  readonly requests: number;
  /** Answered requests of each rate class. */
  readonly classes: Readonly<Record<string, number>>;
};

/** The numbers of what was done, a minute. */
type Rates = Omit<Sample, 'at'> & { readonly overMs: number };

/** The number of rows and requests that were done in the last minute. */
export class PaceWindow {
  readonly #samples: Sample[] = [];

  /** @param at milliseconds of a clock that never goes back; all else is counted since the beginning */
  add(sample: Sample): void {
    const samples = this.#samples;
    const last = samples.at(-1);
    if (last && sample.at - last.at < EVERY_MS) return;
    samples.push(sample);
    // One that is as old as the window stays, so that the window is always full.
    while (samples.length > 2 && (samples[1] as Sample).at <= sample.at - WINDOW_MS) samples.shift();
  }

  /** Rows and requests a minute; undefined as long as too little is known. */
  get rates(): Rates | undefined {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (!first || !last || last.at - first.at < MIN_MS) return undefined;
    const overMs = last.at - first.at;
    const perMinute = (count: number): number => (count / overMs) * 60_000;
    return {
      rows: perMinute(last.rows - first.rows),
      requests: perMinute(last.requests - first.requests),
      classes: Object.fromEntries(
        Object.entries(last.classes).map(([name, count]) => [
          name,
          perMinute(count - (first.classes[name] ?? 0)),
        ]),
      ),
      overMs,
    };
  }
}
