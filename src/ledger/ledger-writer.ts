import { observed } from '../files/lock-holder.ts';
import { type EntityName, entityRecord } from '../input/entities/entity.ts';
import type { Machine } from '../system/machine.ts';
import { encodeSettled, type Settling, type SettlingCreated } from './accepted-rows.ts';
import type { AcknowledgedEntry } from './entry.ts';
import type { BlockContent } from './log/block.ts';
import { type Intent, isIntentRecord } from './log/intent.ts';
import type { LedgerLog } from './log/ledger-log.ts';
import type { LedgerMeta } from './log/meta.ts';
import {
  type CreatedRow,
  encodeAcknowledged,
  encodeCreated,
  encodeEntries,
  encodeIntended,
  encodeResent,
  encodeRows,
  type LoggedAcknowledgement,
  type NumberedEntry,
} from './log/records.ts';
import { type LedgerMark, markNames } from './marks.ts';
import type { PendingEntry } from './pending-entry.ts';

/** Marks that are set before a request; the others record what a request has done. */
const BEFORE_REQUESTS: ReadonlySet<LedgerMark> = new Set(['retiring', 'unread', 'leaving']);

type Change = { readonly meta?: Partial<LedgerMeta>; readonly isChange?: boolean; readonly last?: number };

/** Writes what a ledger records as blocks of its log. */
export class LedgerWriter {
  readonly #log: LedgerLog;
  readonly #machine: Machine;
  readonly #rowOf: (entity: EntityName, key: string) => number | undefined;
  #hasWritten = false;
  /** Place where the last block ends that must survive a power cut before a request is sent. */
  #intentsEnd: number;

  /** @param rowOf the number of the row that is recorded with a key */
  constructor(
    log: LedgerLog,
    machine: Machine,
    rowOf: (entity: EntityName, key: string) => number | undefined,
  ) {
    this.#log = log;
    this.#machine = machine;
    // What a process wrote that was killed may not be on the disk yet.
    this.#intentsEnd = log.end.end;
    this.#rowOf = rowOf;
  }

  get intentsEnd(): number {
    return this.#intentsEnd;
  }

  /** Appends a block of an entity, or only metadata; returns where the block begins. */
  append(
    contents: readonly BlockContent[],
    { meta, isChange = false, last }: Change = {},
  ): readonly number[] {
    const rows = { ...this.#log.end.rows };
    const [first] = contents;
    if (last !== undefined && first?.entity) rows[first.entity] = last;
    // The first block of each process says who wrote it.
    const writer = this.#hasWritten ? {} : { writer: observed(this.#machine) };
    const isMeta = meta !== undefined || !this.#hasWritten;
    const places = this.#log.append(
      { blocks: contents, isChange, ...(isMeta ? { meta: { ...meta, ...writer } } : {}) },
      rows,
    );
    this.#hasWritten = true;
    return places;
  }

  /** The same for what must survive a power cut before a request is sent. */
  #appendIntent(contents: readonly BlockContent[], change: Change): void {
    this.append(contents, change);
    this.#intentsEnd = this.#log.end.end;
  }

  recordIntent(entity: EntityName, pending: readonly Intent[]): void {
    const isKeyed = this.#log.meta.keyed.includes(entity);
    const fresh: Intent[] = [];
    const resent: (PendingEntry & { readonly row: number })[] = [];
    for (const entry of pending) {
      if (!isIntentRecord(entry) && entry.row !== undefined) {
        entry.recorded = undefined;
        resent.push({ ...entry, row: entry.row });
        continue;
      }
      // A run that was killed may have recorded the row before.
      const before = isKeyed ? this.#rowOf(entity, entry.key) : undefined;
      if (before === undefined) fresh.push(entry);
      else if (isIntentRecord(entry)) entry.recordedAs(before);
      else entry.row = before;
    }
    const contents: BlockContent[] = [];
    if (resent.length > 0)
      contents.push({ kind: 'resent', entity, count: resent.length, payload: encodeResent(resent) });
    if (fresh.length > 0)
      contents.push({ kind: 'intended', entity, count: fresh.length, payload: encodeIntended(fresh) });
    if (contents.length === 0) return;
    const before = this.#log.lastRow(entity);
    this.#appendIntent(contents, { isChange: true, last: before + fresh.length });
    fresh.forEach((entry, index) => {
      if (isIntentRecord(entry)) {
        entry.recordedAs(before + 1 + index);
        return;
      }
      entry.row = before + 1 + index;
      entry.recorded = entry.version;
    });
  }

  /** @returns the rows' numbers, and where the block begins that has the outcomes of the run */
  acknowledge(
    entity: EntityName,
    entries: readonly AcknowledgedEntry[],
    settling: Settling | undefined,
  ): { readonly numbers: number[]; readonly at: number } {
    const inserted: NumberedEntry[] = [];
    const known: LoggedAcknowledgement[] = [];
    const added = new Map<string, number>();
    let last = this.#log.lastRow(entity);
    const numbers = entries.map((entry) => {
      const row = entry.row ?? added.get(entry.key) ?? this.#rowOf(entity, entry.key);
      if (row !== undefined) {
        known.push(acknowledgementOf(entry, row));
        return row;
      }
      last++;
      added.set(entry.key, last);
      inserted.push({ ...entry, row: last });
      return last;
    });
    const payload = encodeAcknowledged(settling ? encodeSettled(settling) : '', known);
    const contents: BlockContent[] = [{ kind: 'acknowledged', entity, count: known.length, payload }];
    if (inserted.length > 0)
      contents.push({ kind: 'entries', entity, count: inserted.length, payload: encodeEntries(inserted) });
    // Entries first: another entry of this call may acknowledge one of them.
    const places = this.append(contents.reverse(), { isChange: true, last });
    return { numbers, at: places[contents.length - 1] as number };
  }

  /** @returns where the block begins */
  acknowledgeCreated(
    entity: EntityName,
    rows: readonly CreatedRow[],
    settling: SettlingCreated | undefined,
  ): number {
    const payload = encodeCreated(settling ? encodeSettled(settling) : '', rows);
    const content = { kind: 'acknowledged', entity, count: rows.length, payload } as const;
    return this.append([content], { isChange: true })[0] as number;
  }

  mark(entity: EntityName, rows: readonly number[], mark: LedgerMark): void {
    const detail = markNames.indexOf(mark);
    const content = {
      kind: 'marked',
      entity,
      detail,
      count: rows.length,
      payload: encodeRows(rows),
    } as const;
    const meta = mark === 'leaving' && !this.#log.meta.leaving ? { meta: { leaving: true as const } } : {};
    if (BEFORE_REQUESTS.has(mark)) this.#appendIntent([content], { isChange: true, ...meta });
    else this.append([content], { isChange: true });
  }

  markDependentsUncertain(groups: readonly string[], users: readonly string[]): void {
    const payload = Buffer.from(JSON.stringify({ groups, users }));
    this.#appendIntent([{ kind: 'dependents', payload }], {});
  }

  key(entity: EntityName): void {
    const keyed = [...this.#log.meta.keyed, entity];
    this.append([{ kind: 'keyed', entity }], { meta: { keyed } });
  }

  published(entity: EntityName): void {
    const published = { ...this.#log.meta.published, [entity]: 'with sums' } as const;
    const publishedAt = { ...this.#log.meta.publishedAt, [entity]: this.#log.end.end };
    const publishedAs = { ...this.#log.meta.publishedAs, [entity]: this.#log.end.serial };
    const content = { kind: 'published', entity } as const;
    this.append([content], { meta: { published, publishedAt, publishedAs }, isChange: true });
  }

  /** Records that nothing of an entity has changed since its fingerprints were published. */
  unchanged(entity: EntityName): void {
    const publishedAt = { ...this.#log.meta.publishedAt, [entity]: this.#log.end.end };
    this.append([], { meta: { publishedAt } });
  }

  /** Records that this process writes no more, so that another one may while this one is still there, and closes the log. */
  close(): void {
    try {
      if (this.#hasWritten) this.#log.append({ meta: { writer: undefined } });
    } catch {
      // Until this process ends, no other one opens the ledger. A disk that has failed is named by who watches it.
    } finally {
      this.#hasWritten = false;
      this.#log[Symbol.dispose]();
    }
  }

  /** Deletes every row. */
  clear(): void {
    this.#log.append(
      { blocks: [{ kind: 'cleared' }], isChange: true },
      entityRecord(() => 0),
    );
  }

  /** Makes what is recorded of our rows uncertain, and gives the ledger a new lineage. */
  reopen(meta: Pick<LedgerMeta, 'lineage' | 'was'>): void {
    this.#appendIntent([{ kind: 'reopened' }], {
      meta: { ...meta, published: {}, publishedAs: {} },
      isChange: true,
    });
  }
}

/** Without the values, if they are those that the row was recorded with. */
function acknowledgementOf(entry: AcknowledgedEntry, row: number): LoggedAcknowledgement {
  const { recorded, version, origin, id } = entry;
  if (recorded !== undefined && recorded === version)
    return { row, origin, ...(id === undefined ? {} : { id }) };
  return { ...entry, row };
}
