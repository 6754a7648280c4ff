import type { Step } from '../../delivery/plan.ts';
import type { Data } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Changes } from './changes.ts';
import { countKey, type KeyedRow } from './keys-of-this-run.ts';
import type { RecordHashWriter } from './records/record-hash-file.ts';

type RivalDeps = {
  readonly changes: Changes;
  readonly writer: RecordHashWriter;
  /** Rows of the ledger that have to be compared even if their bytes are the same. */
  readonly contested: Set<number>;
};

/** The rows of a step that contradict another row of their key, or give way to one. */
export class RivalRows {
  readonly #step: Step;
  readonly #changes: Changes;
  readonly #writer: RecordHashWriter;
  readonly #contested: Set<number>;
  /** By key: records that contradict the current row of the key, in the same file. */
  readonly #rivals = new Map<string, number[]>();

  constructor(step: Step, { changes, writer, contested }: RivalDeps) {
    this.#step = step;
    this.#changes = changes;
    this.#writer = writer;
    this.#contested = contested;
  }

  /** Selects a record, if the row has one. */
  select(ordinal: number): void {
    if (ordinal >= 0) this.#changes.selected.add(ordinal);
  }

  /** Two versions in one file: both are selected, and the delivery takes the first and rejects the second. */
  contradict(
    key: string,
    { ordinal: first }: KeyedRow,
    entry: LedgerEntry | undefined,
    ordinal: number,
  ): void {
    if (entry) this.#contested.add(entry.row);
    if (first >= 0) {
      this.#changes.contradicted.add(first);
      this.#changes.selected.add(first);
      this.#writer.link(first, 0);
    }
    if (ordinal >= 0) this.#changes.contradicted.add(ordinal);
    this.#rivals.set(key, [...(this.#rivals.get(key) ?? []), ordinal]);
    this.#changes.refused++;
    this.select(ordinal);
  }

  /** A later file has the key: contradictions in an earlier one no longer count. */
  drop(key: string): boolean {
    const rivals = this.#rivals.get(key) ?? [];
    this.#rivals.delete(key);
    for (const rival of rivals) this.#changes.selected.delete(rival);
    this.#changes.refused -= rivals.length;
    this.#changes.superseded += rivals.length;
    return rivals.length > 0;
  }

  /** This row replaces the version of an earlier file. */
  supersede(key: string, row: KeyedRow, entry: LedgerEntry | undefined, data?: Data): void {
    const { ordinal } = row;
    this.drop(key);
    this.#changes.superseded++;
    const diff = countKey(this.#step, this.#changes, row, { entry, data }, -1);
    this.#changes.selected.delete(ordinal);
    if (diff !== 'same') return;
    // The service gets the later version, so this row must not be taken as unchanged by its bytes.
    if (ordinal < 0) this.#contested.add((entry as LedgerEntry).row);
    else this.#writer.link(ordinal, 0);
  }
}
