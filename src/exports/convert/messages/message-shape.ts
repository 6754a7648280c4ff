import type { ExportKind } from '../../export-summary.ts';
import type { ExportTally, Fate } from '../../tally.ts';

/** Counts that one message adds: of each kind how many, and what became of them. */
export type MessageShape = (readonly [kind: ExportKind, fate: Fate, count: number])[];

/**
 * Numbers the shapes of messages. A message is counted only when it is known that no other copy of it counts; until then
 * it goes with the number of its shape. Most messages have one of a few.
 */
export class Shapes {
  readonly #numbers = new Map<string, number>();
  readonly #all: MessageShape[] = [];

  numberOf(shape: MessageShape): number {
    const text = shape.length === 1 && shape[0]?.[1] === 'imported' ? 'plain' : JSON.stringify(shape);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#all.length);
    return this.#all.push(shape) - 1;
  }

  /** Counts a message of this shape. */
  count(number: number, tally: ExportTally): void {
    for (const [kind, fate, count] of this.#all[number] as MessageShape) tally.count(kind, fate, count);
  }
}
