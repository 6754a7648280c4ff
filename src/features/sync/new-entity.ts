import { isDerivedOnly, type Step } from '../../delivery/plan.ts';
import type { Committed } from '../../delivery/run.ts';
import { mayGiveWay } from '../../delivery/sending/gives-way.ts';
import { isReject } from '../../input/rows/outcome.ts';
import type { Cursor, Row } from '../../input/rows/row.ts';
import type { Numbered, Reading, Source } from '../../input/sources/source.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Changes, noChanges } from './changes.ts';
import type { ComparedStep } from './compared-step.ts';
import { DeletedRows } from './deleted/deleted-rows.ts';
import { RecordHash, recordMeaning } from './records/record-hash.ts';
import { type RecordHashWriter, shapeOf } from './records/record-hash-file.ts';
import { SeenEntries } from './seen-entries.ts';

/**
 * An entity of which the ledger knows no row. Nothing of it can be unchanged, changed or missing, so its rows are read,
 * judged and sent in one pass, which also writes the fingerprints of their records.
 */
export class NewEntity {
  readonly #step: Step;
  readonly #changes: Changes;
  readonly #writer: RecordHashWriter;
  readonly #ledger: Ledger;
  /** Keys of rows that another row of their file contradicts; and how many such rows were counted. */
  readonly #contradicted = new Set<string>();
  #repeats = 0;

  constructor(step: Step, writer: RecordHashWriter, ledger: Ledger) {
    this.#step = step;
    this.#writer = writer;
    this.#ledger = ledger;
    this.#changes = noChanges(step.entity.name, isDerivedOnly(step), step.mayBeEmpty);
  }

  /**
   * Finds what is known of it before it is sent: whether it has any row.
   * @throws RunError `SOURCE.*`
   */
  async begin(signal: AbortSignal): Promise<ComparedStep> {
    for (const source of this.#step.sources) this.#changes.uncompared += await rowsAtStart(source, signal);
    return { changes: this.#changes, seen: new SeenEntries(0), deleted: new DeletedRows(), renames: [] };
  }

  /** Its sources; they can be read once, from the beginning. */
  get sources(): Source[] {
    return this.#step.sources.map((source, file) => ({
      ...source,
      read: <T = Row>(from: Cursor | undefined, signal: AbortSignal, reading?: Reading<T>) =>
        source.read<T>(from, signal, this.#reading(file, reading ?? (ROWS as Reading<T>))),
    }));
  }

  #reading<T>(file: number, reading: Reading<T>): Reading<T> {
    const changes = this.#changes;
    const writer = this.#writer;
    const hash = new RecordHash(this.#ledger.secret, recordMeaning(this.#step, file));
    /** The number of the record that is read; -1 for a row that has none. */
    let ordinal = -1;
    const numbered: Numbered = (bytes, start, end, innerLines) => {
      hash.take(bytes, start, end);
      writer.add(hash.lo, hash.hi, 0, shapeOf(end - start, innerLines));
      return changes.records++;
    };
    return {
      known(...record) {
        ordinal = numbered(...record);
        return false;
      },
      ...(reading.blocks ? { blocks: (push) => reading.blocks?.(push, numbered) } : {}),
      row(row) {
        const numbered = ordinal < 0 ? row : { ...row, ordinal };
        ordinal = -1;
        return reading.row(numbered);
      },
    };
  }

  /** Takes note of rows that contradict an earlier one of their file. */
  observe({ state, rows }: Pick<Committed, 'state' | 'rows'>): void {
    const repeats = state.problems['ROW.DUPLICATE']?.count ?? 0;
    if (repeats === this.#repeats) return;
    this.#repeats = repeats;
    for (const { key, outcome } of rows)
      if (key !== undefined && isReject(outcome) && outcome.problems.some(isRepeated))
        this.#contradicted.add(key);
  }

  /** Takes the links of contradicted records away, so that their bytes never prove them. */
  unlinkContradicted(): void {
    if (this.#contradicted.size === 0) return;
    const { name } = this.#step.entity;
    const rows = new Set<number>();
    for (const key of this.#contradicted) rows.add(this.#ledger.find(name, key)?.row ?? 0);
    this.#writer.unlink(rows);
  }
}

const ROWS: Reading = { row: (row) => row };

const isRepeated = ({ code }: { readonly code: string }): boolean => code === 'ROW.DUPLICATE';

/** Some of the first rows of a source; 0 if it has none. */
async function rowsAtStart(source: Source, signal: AbortSignal): Promise<number> {
  for await (const rows of source.read(undefined, signal)) return rows.length;
  return 0;
}

/**
 * The number of the first step that is new together with all after it. A row may only be compared once what it refers to
 * has been. Rows that may give way to later ones are compared first.
 * @throws RunError `SOURCE.*`
 */
export async function newFrom(steps: readonly Step[], ledger: Ledger, signal: AbortSignal): Promise<number> {
  if (!ledger.isEmpty) return steps.length;
  for (let from = steps.length; from > 0; from--)
    if (await mayGiveWay(steps[from - 1] as Step, signal)) return from;
  return 0;
}
