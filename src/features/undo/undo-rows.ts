import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import { EntryCache } from '../../ledger/entry-cache.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { carriersOf } from '../../ledger/member-key.ts';
import type { RemovalRow } from '../removal/remove-row.ts';

/** What an undo would do with the rows of one entity. */
export type UndoCounts = {
  /** Removed by a request. */
  direct: number;
  /** Removed with their group or user. */
  implied: number;
  /** Left, because their group is in use by others. */
  inUse: number;
  /** Left, because they were in the service before. */
  before: number;
};

/** Rows that are walked over before others get their turn. */
const STRETCH = 5_000;

/** The rows that a pipeline brought into the service, in the order in which they leave it. */
export class UndoRows {
  readonly #ledger: Ledger;
  /** Groups and users: what is noted of them stays until they leave. */
  readonly #known: EntryCache;
  /** Groups that others use: these stay with all that is in them. */
  readonly #inUse = new Bitmap();
  #isAnyInUse = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#known = new EntryCache(ledger);
  }

  /** The groups of ours. */
  *groups(): Generator<LedgerEntry> {
    for (const entry of this.#ledger.latestFirst('groups')) if (isOurs(entry)) yield entry;
  }

  /** Leaves a group where it is, with its members and messages. */
  keep({ row }: LedgerEntry): void {
    this.#isAnyInUse = true;
    this.#inUse.add(row);
  }

  /** Whether a group or user is among the rows that leave. */
  leaving = (entity: 'groups' | 'users', entry: LedgerEntry): boolean =>
    isOurs(entry) && !(entity === 'groups' && this.#inUse.has(entry.row));

  *[Symbol.iterator](): Generator<RemovalRow> {
    for (const entity of [...entityNames].reverse())
      for (const entry of this.#ledger.latestFirst(entity))
        if (isOurs(entry) && !this.#isKept(entity, entry)) yield { entity, entry };
  }

  /** How many rows there are of each kind; walks over all of them. */
  async counts(signal: AbortSignal): Promise<Record<EntityName, UndoCounts>> {
    const counts = Object.fromEntries(
      entityNames.map((entity) => [
        entity,
        { direct: 0, implied: 0, inUse: 0, before: this.#ledger.count(entity, 'exists') },
      ]),
    ) as Record<EntityName, UndoCounts>;
    let walked = 0;
    for (const { entity, entry } of this) {
      if (++walked % STRETCH === 0) await breathe();
      signal.throwIfAborted();
      counts[entity][this.#isImplied(entity, entry) ? 'implied' : 'direct']++;
    }
    for (const entity of entityNames) {
      const { direct, implied } = counts[entity];
      counts[entity].inUse = this.#ledger.count(entity) - counts[entity].before - direct - implied;
    }
    return counts;
  }

  /** Names what would be removed, so that agreeing to it means this and nothing else. */
  id(includeUsed: boolean): string {
    const told = entityNames.map((entity) => [
      this.#ledger.count(entity, 'created') + this.#ledger.count(entity, 'leaving'),
      this.#ledger.count(entity, 'sent'),
    ]);
    return createHash('sha256')
      .update(JSON.stringify([this.scope(includeUsed), told]))
      .digest('hex')
      .slice(0, 8);
  }

  /** What an id stays good for while rows leave: no row has come, and the options are the same. */
  scope(includeUsed: boolean): string {
    const last = entityNames.map((entity) => this.#ledger.lastRow(entity));
    return JSON.stringify([this.#ledger.lineage, last, includeUsed]);
  }

  #isKept(entity: EntityName, entry: LedgerEntry): boolean {
    if (!this.#isAnyInUse) return false;
    const guid = entity === 'groups' ? entry.key : carriersOf(entity, entry, this.#known).guid;
    const group = guid === undefined ? undefined : this.#known.find('groups', guid);
    return group !== undefined && this.#inUse.has(group.row);
  }

  #isImplied(entity: EntityName, entry: LedgerEntry): boolean {
    const { guid, uid } = carriersOf(entity, entry, this.#known);
    if (guid !== undefined && this.#leaves('groups', guid)) return true;
    return uid !== undefined && this.#leaves('users', uid);
  }

  #leaves(entity: 'groups' | 'users', key: string): boolean {
    const found = this.#known.find(entity, key);
    return found !== undefined && this.leaving(entity, found);
  }
}

const isOurs = ({ origin }: LedgerEntry): boolean => origin !== 'exists';
