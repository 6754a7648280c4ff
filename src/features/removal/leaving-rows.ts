import { type EntityName, entityRecord } from '../../input/entities/entity.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { RemovalRow } from './remove-row.ts';

/** Rows that are noted as leaving at once. */
const NOTED = 1_000;

/**
 * Rows on their way out, noted in the ledger as leaving before any of their chunk is handed on, and those that go with a
 * group or user before that one: what comes back after a kill must not be taken for what it was.
 */
export class LeavingRows {
  readonly #rows: Iterable<RemovalRow>;
  readonly #ledger: Ledger;
  readonly #signal: AbortSignal;
  readonly #wereSure = entityRecord(() => new Bitmap());

  /** @param signal aborted: no more rows are handed on, and those that were not are noted as staying */
  constructor(
    rows: Iterable<RemovalRow>,
    { ledger, signal }: { readonly ledger: Ledger; readonly signal: AbortSignal },
  ) {
    this.#rows = rows;
    this.#ledger = ledger;
    this.#signal = signal;
  }

  /** Whether a row was sure to be there before it was noted as leaving: of others nobody knows it when they are left. */
  wasSure({ entity, entry }: RemovalRow): boolean {
    return this.#wereSure[entity].has(entry.row);
  }

  /**
   * The rows, in stretches of one entity, each to be walked to its end before the next is taken. A stretch also ends
   * before the next row where `isFull` says so.
   */
  *stretches(isFull: () => boolean): Generator<Iterable<RemovalRow>> {
    const rows = this.#noted();
    let next = rows.next();
    function* stretch(entity: EntityName): Generator<RemovalRow> {
      while (!next.done && next.value.entity === entity && !isFull()) {
        yield next.value;
        next = rows.next();
      }
    }
    try {
      while (!next.done) yield stretch(next.value.entity);
    } finally {
      rows.return();
    }
  }

  *#noted(): Generator<RemovalRow, void> {
    for (const rows of chunked(this.#rows, NOTED)) {
      if (this.#signal.aborted) return;
      for (const { entity, entry } of rows)
        if (entry.origin === 'created') this.#wereSure[entity].add(entry.row);
      this.#note(rows, 'leaving');
      let next = 0;
      try {
        while (next < rows.length && !this.#signal.aborted) yield rows[next++] as RemovalRow;
      } finally {
        if (this.#signal.aborted)
          this.#note(
            rows.slice(next).filter((row) => this.wasSure(row)),
            'staying',
          );
      }
    }
  }

  #note(rows: readonly RemovalRow[], mark: 'leaving' | 'staying'): void {
    for (const [entity, some] of Map.groupBy(rows, (row) => row.entity))
      this.#ledger.mark(
        entity,
        some.map(({ entry }) => entry.row),
        mark,
      );
  }
}

function* chunked<T>(values: Iterable<T>, size: number): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const value of values) {
    chunk.push(value);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
