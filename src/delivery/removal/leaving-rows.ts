import { type EntityName, entityRecord } from '../../input/entities/entity.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { RemovalRow } from './remove-row.ts';

/** Rows that are marked as leaving in one transaction. */
const MARKED_ROWS = 1_000;

/**
 * The rows to be removed. The ledger marks each chunk as leaving before any row of it is yielded. Rows that go with a group
 * or user are marked before it: after a kill, a later run must not take them for unchanged.
 */
export class LeavingRows {
  readonly #rows: Iterable<RemovalRow>;
  readonly #ledger: Ledger;
  readonly #signal: AbortSignal;
  /** Rows that were acknowledged before they were marked as leaving. */
  readonly #wereAcknowledged = entityRecord(() => new Bitmap());

  /** @param signal aborted: no more rows are yielded, and the remaining ones are marked as staying */
  constructor(
    rows: Iterable<RemovalRow>,
    { ledger, signal }: { readonly ledger: Ledger; readonly signal: AbortSignal },
  ) {
    this.#rows = rows;
    this.#ledger = ledger;
    this.#signal = signal;
  }

  /** True if a row was acknowledged before it was marked as leaving: only such a row can be marked as staying again. */
  wasAcknowledged({ entity, entry }: RemovalRow): boolean {
    return this.#wereAcknowledged[entity].has(entry.row);
  }

  /**
   * The rows in parts of one entity each; read a part to its end before you take the next. A part also ends when `isFull`
   * returns true.
   */
  *parts(isFull: () => boolean): Generator<Iterable<RemovalRow>> {
    const rows = this.#marked();
    let next = rows.next();
    function* part(entity: EntityName): Generator<RemovalRow> {
      while (!next.done && next.value.entity === entity && !isFull()) {
        yield next.value;
        next = rows.next();
      }
    }
    try {
      while (!next.done) yield part(next.value.entity);
    } finally {
      rows.return();
    }
  }

  *#marked(): Generator<RemovalRow, void> {
    for (const rows of chunked(this.#rows, MARKED_ROWS)) {
      if (this.#signal.aborted) return;
      for (const { entity, entry } of rows)
        if (entry.origin === 'created') this.#wereAcknowledged[entity].add(entry.row);
      this.#mark(rows, 'leaving');
      let next = 0;
      try {
        while (next < rows.length && !this.#signal.aborted) yield rows[next++] as RemovalRow;
      } finally {
        if (this.#signal.aborted)
          this.#mark(
            rows.slice(next).filter((row) => this.wasAcknowledged(row)),
            'staying',
          );
      }
    }
  }

  #mark(rows: readonly RemovalRow[], mark: 'leaving' | 'staying'): void {
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
