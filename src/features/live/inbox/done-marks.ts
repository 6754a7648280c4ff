import { crc32 } from 'node:zlib';
import { RunError } from '../../../errors/run-error.ts';
import { type StateStore, textIn } from '../../../files/state/state-store.ts';
import type { Side } from '../side.ts';
import type { Waiting } from './inbox.ts';

type Span = readonly [from: number, to: number];

/** The events that are done: all up to a low-water mark, and spans above it. */
export class DoneMarks {
  #low: number;
  /** In order, with a gap before each. */
  readonly #above: [from: number, to: number][];

  constructor(low = 0, above: readonly Span[] = []) {
    this.#low = low;
    this.#above = above.map(([from, to]) => [from, to]);
  }

  /** Every event up to it is done. */
  get low(): number {
    return this.#low;
  }

  get above(): readonly Span[] {
    return this.#above;
  }

  /** The highest one that is done. */
  get top(): number {
    return this.#above.at(-1)?.[1] ?? this.#low;
  }

  has(seq: number): boolean {
    if (seq <= this.#low) return true;
    const span = this.#above[this.#after(seq) - 1];
    return span !== undefined && seq <= span[1];
  }

  /** Marks all from one to another, both included. */
  add(from: number, to = from): void {
    if (to <= this.#low || to < from) return;
    let index = this.#after(from);
    // The span before touches it, or it begins a new one.
    const before = this.#above[index - 1];
    if (before && before[1] >= from - 1) index--;
    let [first, last] = [from, to];
    let count = 0;
    for (let span = this.#above[index]; span && span[0] <= to + 1; span = this.#above[index + count]) {
      first = Math.min(first, span[0]);
      last = Math.max(last, span[1]);
      count++;
    }
    this.#above.splice(index, count, [first, last]);
    const [lowest] = this.#above;
    if (!lowest || lowest[0] > this.#low + 1) return;
    this.#low = Math.max(this.#low, lowest[1]);
    this.#above.shift();
  }

  /** Those up to `last` that are not done, in order. Nothing may be marked meanwhile. */
  *missing(last: number): Generator<number> {
    let seq = this.#low + 1;
    for (const [from, to] of this.#above) {
      for (; seq < from && seq <= last; seq++) yield seq;
      seq = to + 1;
    }
    for (; seq <= last; seq++) yield seq;
  }

  /** The number of spans that begin at a seq or before it. */
  #after(seq: number): number {
    let [low, high] = [0, this.#above.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#above[middle] as Span)[0] <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Document that the reader keeps of a side. */
export type DoneDocument = {
  readonly version: 1;
  readonly low: number;
  readonly above: readonly Span[];
  /** The last event that it had seen, and what waited then. */
  readonly seen: number;
  readonly waiting: Waiting;
};

/** The name of the document of a side. */
export const doneName = (side: Side): string => `live/done-${side}`;

/** The text of a document: a line of JSON, and its checksum. */
export function doneText(document: DoneDocument): string {
  const text = JSON.stringify(document);
  return `${text}\n${crc32(text)}\n`;
}

/**
 * The document of a side; undefined if there is none yet.
 * @throws RunError `STATE.CORRUPT`
 */
export function savedDone(state: StateStore, side: Side): DoneDocument | undefined {
  const name = doneName(side);
  const text = textIn(state, name);
  if (text === undefined) return undefined;
  const [json = '', sum] = text.split('\n');
  if (String(crc32(json)) === sum) return JSON.parse(json) as DoneDocument;
  const path = state.pathOf(name);
  throw new RunError('STATE.CORRUPT', `the marks of the inbox ${path} are damaged`, {
    where: { file: path },
  });
}
