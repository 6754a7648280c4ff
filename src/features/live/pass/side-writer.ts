import { attachedOf } from '../../../input/entities/attached-key.ts';
import { entities } from '../../../input/entities/entities.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { ledgerKeyOf } from '../../../ledger/ledger-key.ts';
import { memberOf } from '../../../ledger/member-key.ts';
import type { OriginRow } from '../../../origin/origin.ts';
import type { RecordReading } from '../../../pipeline/live/open-records.ts';
import type { Session } from '../../../session/open-session.ts';
import type { LanePipeline } from './lane-pipeline.ts';
import type {
  ConvertedRows,
  HeldPart,
  HeldRow,
  LaneOutcome,
  LaneWork,
  LaneWriter,
  LiveRow,
  RowThere,
} from './lane-writer.ts';
import { rowDigest } from './row-digest.ts';
import { placeIn, type ReadRow, RowReader } from './row-reader.ts';

const NO_ROWS: ConvertedRows = { rows: {}, faults: [] };
const NUMBERS = /^-(\d{1,4})of(\d{1,4})$/;

/** Parts that every direction is written with. */
export type WriterParts = {
  readonly lane: LanePipeline;
  readonly session: Session;
  readonly ledger: Ledger;
  readonly records: RecordReading;
  /** Closed with the writer, last. */
  readonly opened: AsyncDisposable;
};

/** Answers of a ledger and of the records of a pipeline, whichever system is written to. */
export abstract class SideWriter<Parts extends WriterParts> implements LaneWriter {
  protected readonly parts: Parts;
  protected readonly reader: RowReader;

  constructor(parts: Parts) {
    this.parts = parts;
    this.reader = new RowReader(parts.lane.pipeline.policies);
  }

  async convert(records: readonly OriginRow[], signal: AbortSignal): Promise<ConvertedRows> {
    return records.length === 0 ? NO_ROWS : await this.parts.records.rowsOf(records, signal);
  }

  digestOf(entity: EntityName, row: LiveRow): string {
    return rowDigest(entity, row);
  }

  keyOf(entity: EntityName, row: LiveRow): string | undefined {
    return this.reader.keyOf(entity, row);
  }

  find(entity: EntityName, key: string, row?: LiveRow): HeldRow | undefined {
    const entry = this.entryOf(entity, key);
    if (!entry) return undefined;
    const read = row && this.reader.read(entity, row);
    const isSame = read !== undefined && this.isSame(entity, read, entry);
    return { origin: entry.origin, ...this.placeThere(entity, key, entry), isSame };
  }

  partsOf(entity: 'members' | 'reactions', owner: string): readonly HeldPart[] {
    const { ledger } = this.parts;
    if (entity === 'members')
      return ledger.membersOf(owner).flatMap((key) => {
        const ids = memberOf(key, ledger);
        return ids?.guid === owner.toLowerCase() ? [{ key, uid: ids.uid }] : [];
      });
    return ledger.reactionsTo(owner).map((key) => {
      const { uid, added } = attachedOf(key);
      return { key, uid, reaction: added };
    });
  }

  furtherParts(key: string): readonly string[] {
    return this.parts.ledger.partsAfter(key).filter((part) => {
      const [, at, of] = NUMBERS.exec(part.slice(key.length)) ?? [];
      return Number(at) >= 2 && Number(at) <= Number(of);
    });
  }

  note(entity: EntityName, key: string, { id, row }: { readonly id?: string; readonly row?: LiveRow }): void {
    const { ledger } = this.parts;
    const before = this.entryOf(entity, key);
    const read = row && this.reader.read(entity, row);
    ledger.acknowledge(entity, [
      {
        ...(before ? { row: before.row } : {}),
        key: ledgerKeyOf(entities[entity], key),
        // Each side may have times of its own, which cannot change and are no difference.
        version: { content: read ? ledger.versions.of(entities[entity], read.data).content : -1, fixed: -1 },
        origin: before && before.origin !== 'exists' ? 'created' : 'exists',
        ...this.noted(entity, key, read && (entities[entity].isActive?.(read.data) ?? true), { id, before }),
        ...placeIn(entity, read, before),
      },
    ]);
  }

  forget(entity: EntityName, key: string): void {
    const entry = this.entryOf(entity, key);
    if (entry) this.parts.ledger.mark(entity, [entry.row], 'gone');
  }

  abstract rowThere(
    entity: 'users' | 'groups',
    id: string,
    signal: AbortSignal,
  ): Promise<RowThere | undefined>;

  abstract write(work: LaneWork, signal: AbortSignal): Promise<readonly LaneOutcome[]>;

  abstract [Symbol.asyncDispose](): Promise<void>;

  /** True if the side has what a row says, as far as the ledger knows. */
  protected abstract isSame(entity: EntityName, read: ReadRow, entry: LedgerEntry): boolean;

  /** The id of a row on the side, and its time there. */
  protected abstract placeThere(
    entity: EntityName,
    key: string,
    entry: LedgerEntry,
  ): Pick<HeldRow, 'id' | 'sentAt'>;

  /** Facts that are noted of a row besides its version; `isActive` is undefined if nothing was read of it. */
  protected abstract noted(
    entity: EntityName,
    key: string,
    isActive: boolean | undefined,
    known: { readonly id: string | undefined; readonly before: LedgerEntry | undefined },
  ): Pick<Parameters<Ledger['acknowledge']>[1][number], 'active' | 'id'>;

  protected entryOf(entity: EntityName, key: string): LedgerEntry | undefined {
    return this.parts.ledger.find(entity, ledgerKeyOf(entities[entity], key));
  }
}
