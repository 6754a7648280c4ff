import type { EntityName } from '../input/entities/entity.ts';
import type { AcceptedStatus } from '../input/rows/outcome.ts';
import type { LedgerFile } from './ledger-file.ts';

/** A row by its number in a run, and its outcome. */
export type NumberedOutcome = { readonly seq: number; readonly status: AcceptedStatus };

/** Rows with consecutive numbers and the same outcome. */
type Range = [status: AcceptedStatus, first: number, last: number];

/**
 * The rows that the service has accepted and that the checkpoint does not claim yet: they may be answered in any order, but
 * a checkpoint is a position in the file. A run that resumes takes their outcomes from here and does not send them again.
 */
export class AcceptedRows {
  readonly #file: LedgerFile;

  constructor(file: LedgerFile) {
    this.#file = file;
  }

  /**
   * Adds rows, and runs `acknowledge`, which records them in the ledger, in the same transaction. A kill does not undo it; a
   * power cut may, until the next write of another kind.
   * @param lineage of the checkpoint of the run
   * @param rows in any order
   * @throws RunError `STATE.UNWRITABLE`
   */
  add<T>(lineage: string, entity: EntityName, rows: readonly NumberedOutcome[], acknowledge: () => T): T {
    return this.#file.transaction(() => {
      this.#insert(lineage, entity, rows);
      return acknowledge();
    }, 'kill');
  }

  #insert(lineage: string, entity: EntityName, rows: readonly NumberedOutcome[]): void {
    const ranges: Range[] = [];
    for (const { seq, status } of [...rows].sort((a, b) => a.seq - b.seq)) {
      const range = ranges.at(-1);
      if (range?.[0] === status && range[2] === seq - 1) range[2] = seq;
      else ranges.push([status, seq, seq]);
    }
    const last = ranges.at(-1)?.[2];
    if (last === undefined) return;
    this.#file
      .statement('INSERT INTO accepted (lineage, entity, last, ranges) VALUES (?, ?, ?, ?)')
      .run(lineage, entity, last, JSON.stringify(ranges));
  }

  /** Deletes what only has rows below `head`: the checkpoint on disk claims them. Everything before it is synced to disk. */
  forget(lineage: string, entity: EntityName, head: number): void {
    this.#file.change(() =>
      this.#file
        .statement('DELETE FROM accepted WHERE lineage = ? AND entity = ? AND last < ?')
        .run(lineage, entity, head),
    );
  }

  /** The outcomes of the accepted rows from `head` on, by number. */
  load(lineage: string, entity: EntityName, head: number): Map<number, AcceptedStatus> {
    const found = new Map<number, AcceptedStatus>();
    const rows = this.#file.statement('SELECT ranges FROM accepted WHERE lineage = ? AND entity = ?');
    for (const { ranges } of rows.all(lineage, entity))
      for (const [status, first, last] of JSON.parse(String(ranges)) as Range[])
        for (let seq = Math.max(first, head); seq <= last; seq++) found.set(seq, status);
    return found;
  }

  /** Deletes the rows of all runs but one, because no run resumes them any more, and keeps room on the disk for the last rows. */
  begin(lineage: string): void {
    this.#file.keepReserve();
    this.#file.transaction(() =>
      this.#file.statement('DELETE FROM accepted WHERE lineage <> ?').run(lineage),
    );
  }

  /** Makes room for the last rows when the disk is full. */
  makeRoom(): void {
    this.#file.releaseReserve();
  }

  /** Deletes all rows. */
  clear(): void {
    this.#file.statement('DELETE FROM accepted').run();
  }
}
