import { type ExportCounts, type ExportKind, exportKinds, type KindCounts } from './export-summary.ts';

/**
 * An outcome: `imported`, `converted`, `kept`, or the reason for which it is left out, and which of the things that this
 * reason is made of.
 */
export type Fate = 'imported' | 'converted' | 'kept' | { readonly dropped: string; readonly of?: string };

/** Counts what is in an export and what becomes of it. */
export class ExportTally {
  readonly #read = new Map<ExportKind, number>();
  readonly #fates = new Map<ExportKind, Map<string, number>>();

  /** Counts some of a kind that were read. */
  read(kind: ExportKind, count = 1): void {
    this.#read.set(kind, (this.#read.get(kind) ?? 0) + count);
  }

  /** Counts what became of them. */
  ended(kind: ExportKind, fate: Fate, count = 1): void {
    const name =
      typeof fate === 'string' ? fate : `-${fate.dropped}${fate.of === undefined ? '' : `\n${fate.of}`}`;
    const fates = this.#fates.get(kind) ?? new Map<string, number>();
    this.#fates.set(kind, fates.set(name, (fates.get(name) ?? 0) + count));
  }

  /** Counts one of a kind as something else than before. */
  moved(kind: ExportKind, from: Fate, to: Fate): void {
    this.ended(kind, from, -1);
    this.ended(kind, to);
  }

  /** Both at once. */
  count(kind: ExportKind, fate: Fate, count = 1): void {
    if (count === 0) return;
    this.read(kind, count);
    this.ended(kind, fate, count);
  }

  /** The counts of every kind that the export has. */
  counts(): ExportCounts {
    return Object.fromEntries(
      exportKinds.flatMap((kind) => {
        const read = this.#read.get(kind);
        return read ? [[kind, kindCounts(read, this.#fates.get(kind) ?? new Map())] as const] : [];
      }),
    );
  }
}

function kindCounts(read: number, fates: ReadonlyMap<string, number>): KindCounts {
  const of = (fate: 'imported' | 'converted' | 'kept'): number => fates.get(fate) ?? 0;
  const dropped = new Map<string, number>();
  const detail = new Map<string, Map<string, number>>();
  for (const [fate, count] of fates) {
    if (!fate.startsWith('-')) continue;
    const [reason = '', part] = fate.slice(1).split('\n', 2);
    dropped.set(reason, (dropped.get(reason) ?? 0) + count);
    if (part === undefined) continue;
    const parts = detail.get(reason) ?? new Map<string, number>();
    detail.set(reason, parts.set(part, (parts.get(part) ?? 0) + count));
  }
  return {
    read,
    imported: of('imported'),
    converted: of('converted'),
    kept: of('kept'),
    dropped: sorted(dropped),
    ...(detail.size > 0
      ? { detail: Object.fromEntries(Array.from(detail, ([reason, parts]) => [reason, sorted(parts)])) }
      : {}),
  };
}

const sorted = (counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Counts that one message adds: of each kind how many, and what became of them. */
export type MessageShape = (readonly [kind: ExportKind, fate: Fate, count: number])[];

/**
 * Numbers the shapes of messages. A message is counted only when it is known that no other copy of it counts; until then
 * it goes with the number of its shape. Most messages have one of a few.
 */
export class Shapes {
  readonly #numbers = new Map<string, number>();
  readonly #all: { readonly shape: MessageShape; messages: number }[] = [];

  numberOf(shape: MessageShape): number {
    const fate = shape.length === 1 ? shape[0]?.[1] : undefined;
    // A shape of one part is that of a message.
    const text = typeof fate === 'string' ? fate : JSON.stringify(shape);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#all.length);
    return this.#all.push({ shape, messages: 0 }) - 1;
  }

  /** Counts a message of this shape. */
  count(number: number): void {
    const known = this.#all[number];
    if (known) known.messages++;
  }

  /** Adds all messages to a tally. */
  finish(tally: ExportTally): void {
    for (const { shape, messages } of this.#all)
      for (const [kind, fate, count] of shape) tally.count(kind, fate, count * messages);
  }
}
