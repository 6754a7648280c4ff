import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RemovalRow } from '../../delivery/removal/remove-row.ts';
import {
  countedTable,
  type EntityName,
  type EntityTable,
  entityNames,
  entityRecord,
  isCore,
} from '../../input/entities/entity.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import { EntryCache } from '../../ledger/entry-cache.ts';
import type { FormerValues } from '../../ledger/former/former-values.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { carriersOf } from '../../ledger/member-key.ts';
import type { PlannedPutBack } from './put-back-counts.ts';
import { RowsOfOthers } from './rows-of-others.ts';
import type { FilesToRemove, UndoCounts } from './undo-document.ts';

/** Rows per turn of the event loop. */
const ROWS_PER_TURN = 5_000;

type Former = Pick<FormerValues, 'changes'>;

/** Work of an undo besides removing rows. */
type Removal = {
  readonly putBack: Readonly<Partial<EntityTable<PlannedPutBack>>>;
  readonly files: FilesToRemove | undefined;
};

/** The rows that a pipeline created in the service, in the order in which they are removed. */
export class UndoRows {
  readonly #ledger: Ledger;
  /** Groups and users of the ledger; their entries do not change before they are removed. */
  readonly #known: EntryCache;
  /** Groups that others use: they stay with their members and messages. */
  readonly #inUse = new Bitmap();
  #isAnyInUse = false;
  /** Rows that the ledger knows and the pipeline did not create. */
  readonly others: RowsOfOthers;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    // A row that two runs have recorded counts once.
    for (const entity of entityNames) ledger.indexByKey(entity);
    this.#known = new EntryCache(ledger);
    this.others = new RowsOfOthers(ledger);
  }

  /** The groups that the pipeline created. */
  *groups(): Generator<LedgerEntry> {
    for (const entry of this.#ledger.latestFirst('groups')) if (isOwn(entry)) yield entry;
  }

  /** Keeps a group, with its members and messages. */
  keep({ row }: LedgerEntry): void {
    this.#isAnyInUse = true;
    this.#inUse.add(row);
  }

  /** True if a group or user is among the rows to remove. */
  leaving = (entity: 'groups' | 'users', entry: LedgerEntry): boolean =>
    isOwn(entry) && !(entity === 'groups' && this.#inUse.has(entry.row));

  *[Symbol.iterator](): Generator<RemovalRow> {
    for (const entity of [...entityNames].reverse())
      for (const entry of this.#ledger.latestFirst(entity))
        if (isOwn(entry) && !this.#isKept(entity, entry)) yield { entity, entry };
  }

  /** Counts the rows of each kind; reads all of them. */
  async counts(signal: AbortSignal): Promise<EntityTable<UndoCounts>> {
    const counts = entityRecord(
      (entity): UndoCounts => ({
        direct: 0,
        implied: 0,
        inUse: 0,
        before: this.#ledger.count(entity, 'exists'),
      }),
    );
    let seen = 0;
    for (const { entity, entry } of this) {
      if (++seen % ROWS_PER_TURN === 0) await nextTurn();
      signal.throwIfAborted();
      counts[entity][this.#isImplied(entity, entry) ? 'implied' : 'direct']++;
    }
    for (const entity of entityNames) {
      const { direct, implied } = counts[entity];
      counts[entity].inUse = this.#ledger.count(entity) - counts[entity].before - direct - implied;
    }
    return countedTable((name) => counts[name]);
  }

  /** The entities of which the ledger may have rows: others change no id. */
  get #names(): readonly EntityName[] {
    return entityNames.filter((name) => isCore(name) || this.#ledger.lastRow(name) > 0);
  }

  /** An id of what would be removed, so that a confirmation is valid for exactly this. */
  id(includeUsed: boolean, former: Former, { putBack, files }: Removal): string {
    const counts = this.#names.map((entity) => [
      this.#ledger.count(entity, 'created') + this.#ledger.count(entity, 'leaving'),
      this.#ledger.count(entity, 'sent'),
    ]);
    return createHash('sha256')
      .update(
        JSON.stringify([
          this.scope(includeUsed, former),
          counts,
          ...(Object.keys(putBack).length > 0 ? [putBack] : []),
          ...(files ? [files] : []),
        ]),
      )
      .digest('hex')
      .slice(0, 8);
  }

  /**
   * An id stays valid during an undo while this is the same: no new row in the ledger, no further change of a row of others, and
   * the same options.
   */
  scope(includeUsed: boolean, { changes }: Former): string {
    const last = this.#names.map((entity) => this.#ledger.lastRow(entity));
    // Where nothing was changed, an id of an older version stays valid.
    return JSON.stringify([this.#ledger.lineage, last, includeUsed, ...(changes > 0 ? [changes] : [])]);
  }

  #isKept(entity: EntityName, entry: LedgerEntry): boolean {
    if (!this.#isAnyInUse) return false;
    const guid = entity === 'groups' ? entry.key : carriersOf(entity, entry, this.#known).guid;
    const group = guid === undefined ? undefined : this.#known.find('groups', guid);
    return group !== undefined && this.#inUse.has(group.row);
  }

  #isImplied(entity: EntityName, entry: LedgerEntry): boolean {
    const { guid, uids } = carriersOf(entity, entry, this.#known);
    if (guid !== undefined && this.#leaves('groups', guid)) return true;
    return uids.some((uid) => this.#leaves('users', uid));
  }

  #leaves(entity: 'groups' | 'users', key: string): boolean {
    const found = this.#known.find(entity, key);
    return found !== undefined && this.leaving(entity, found);
  }
}

const isOwn = ({ origin }: LedgerEntry): boolean => origin !== 'exists';
