import { setImmediate as breathe } from 'node:timers/promises';
import type { EntityName } from '../../input/entities/entity.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import { EntryCache } from '../../ledger/entry-cache.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { carriersOf } from '../../ledger/member-key.ts';
import { endpointRequest } from '../../service/api/endpoint.ts';
import { endpoints } from '../../service/api/endpoints.ts';
import { eachOf } from '../../service/each-of.ts';
import { apiError, type Transport } from '../../service/transport/transport.ts';
import { deactivateUsers } from './deactivate-users.ts';
import { LeavingRows } from './leaving-rows.ts';
import { RemovalAccount, type RemovalCounts, type RemovalResult } from './removal-account.ts';
import { type RemovalRow, type RowRemoval, removeRow } from './remove-row.ts';

/** A row has come to its end. */
export type RemovalEvent = {
  readonly type: 'removal';
  readonly entity: EntityName;
  readonly outcome: keyof RemovalCounts;
};

export type RemovalDeps = {
  readonly ledger: Ledger;
  /** With budgets for the rate classes `core` and `standard`. */
  readonly transport: Transport;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Aborted: no more rows are taken, requests under way finish, what is done is noted. Its reason is thrown. */
  readonly signal: AbortSignal;
  /** `deactivate` takes users alone. */
  readonly how: 'delete' | 'deactivate';
  /** Epoch seconds before which nothing of this was removed: when the rows were written, or this removal began. */
  readonly since: number;
  /** Whether a group or a user is among the rows that leave: what hangs on it then goes without a request. */
  readonly leaving: (entity: 'groups' | 'users', entry: LedgerEntry) => boolean;
  /** Asked before a row is removed; one that may not be is counted as `kept`. Every row may where absent. */
  readonly mayRemove?: (row: RemovalRow, signal: AbortSignal) => Promise<boolean>;
  readonly observe: (event: RemovalEvent) => void;
};

/** Groups and users that are gone but not forgotten yet, because rows that went with them are still to be. */
const HELD_MAX = 50_000;
/** Rows that are walked over before others get their turn. */
const STRETCH = 5_000;

/**
 * Takes rows out of the service: messages, members, groups, users, in the order in which they are given. It may be ended
 * at any time and done again with what the ledger then holds: what is acknowledged is forgotten there, and what was
 * removed without being forgotten is found to be gone.
 * @param rows walked over twice where rows go with their group or user
 * @throws RunError when nothing can be removed any more; what is done is noted
 */
export async function removeRows(rows: Iterable<RemovalRow>, deps: RemovalDeps): Promise<RemovalResult> {
  const removal = new Removal(rows, deps);
  try {
    await (deps.how === 'deactivate' ? removal.deactivate() : removal.delete());
  } finally {
    removal.account.note();
  }
  deps.signal.throwIfAborted();
  return removal.account.result();
}

const rowOf = ({ entry }: { readonly entry: LedgerEntry }): number => entry.row;

type Container = { readonly entity: 'groups' | 'users'; readonly row: number };

class Removal {
  readonly account: RemovalAccount;
  readonly #rows: Iterable<RemovalRow>;
  readonly #leavingRows: LeavingRows;
  readonly #deps: RemovalDeps;
  /** Groups and users, until some are forgotten. */
  readonly #known: EntryCache;
  /** Groups and users that are gone, with their keys. */
  readonly #held = { groups: new Map<number, string>(), users: new Map<number, string>() };
  /** Groups and users that may not be removed. */
  readonly #kept = { groups: new Bitmap(), users: new Bitmap() };
  #isAnyCarried = false;
  /** Whether the service removes the messages of a group with it; asked of the first such group. */
  #groupsTakeMessages: boolean | undefined;

  constructor(rows: Iterable<RemovalRow>, deps: RemovalDeps) {
    this.#rows = rows;
    this.#leavingRows = new LeavingRows(rows, deps);
    this.#deps = deps;
    this.#known = new EntryCache(deps.ledger);
    this.account = new RemovalAccount(deps.ledger);
  }

  async delete(): Promise<void> {
    const { signal, concurrency } = this.#deps;
    for (const rows of this.#leavingRows.stretches(() => this.#isFull)) {
      if (signal.aborted) return;
      await eachOf(this.#withoutCarried(rows), concurrency, (row) => this.#remove(row));
      if (this.#isFull) await this.#forgetCarried(false);
    }
    if (!signal.aborted) await this.#forgetCarried(true);
  }

  async deactivate(): Promise<void> {
    await eachOf(this.#userBatches(), this.#deps.concurrency, (batch) => this.#deactivate(batch));
  }

  async *#userBatches(): AsyncGenerator<readonly LedgerEntry[]> {
    let batch: LedgerEntry[] = [];
    for await (const { entity, entry } of this.#walk(this.#rows)) {
      if (entity !== 'users') throw new RangeError(`${entity} cannot be deactivated`);
      batch.push(entry);
      if (batch.length < deactivateUsers.most) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0 && !this.#deps.signal.aborted) yield batch;
  }

  async #deactivate(batch: readonly LedgerEntry[]): Promise<void> {
    const { transport, signal, ledger } = this.#deps;
    const leaving: LedgerEntry[] = [];
    for (const entry of batch) if (await this.#mayLeave({ entity: 'users', entry })) leaving.push(entry);
    if (leaving.length === 0) return;
    const rows = leaving.map(({ row }) => row);
    ledger.mark('users', rows, 'retiring');
    const ends = await deactivateUsers(leaving, transport, signal);
    const done = ends.filter(({ removal }) => removal.status === 'removed');
    ledger.mark('users', done.map(rowOf), 'deactivated');
    for (const { entry, removal } of ends) this.#settle({ entity: 'users', entry }, removal, 'gone');
  }

  /** The rows that do not go with a group or a user. */
  async *#withoutCarried(rows: Iterable<RemovalRow>): AsyncGenerator<RemovalRow> {
    for await (const row of this.#walk(rows))
      if (this.#containerOf(row)) this.#isAnyCarried = true;
      else yield row;
  }

  /** Whether as many groups and users are gone as are kept until they are forgotten. */
  get #isFull(): boolean {
    return this.#held.groups.size + this.#held.users.size >= HELD_MAX;
  }

  /** The rows until the signal is aborted; others get their turn on a long way. */
  async *#walk(rows: Iterable<RemovalRow>): AsyncGenerator<RemovalRow> {
    let walked = 0;
    for (const row of rows) {
      if (this.#deps.signal.aborted) return;
      if (++walked % STRETCH === 0) await breathe();
      yield row;
    }
  }

  /** The group or user that a row goes with. */
  #containerOf({ entity, entry }: RemovalRow): Container | undefined {
    const { guid, uid } = carriersOf(entity, entry, this.#known);
    return this.#leaving('groups', guid) ?? this.#leaving('users', uid);
  }

  #leaving(entity: 'groups' | 'users', key: string | undefined): Container | undefined {
    const entry = key === undefined ? undefined : this.#known.find(entity, key);
    return entry && this.#deps.leaving(entity, entry) ? { entity, row: entry.row } : undefined;
  }

  async #remove(row: RemovalRow): Promise<void> {
    if (await this.#mayLeave(row)) this.#settle(row, await removeRow(row, this.#deps), 'removed');
  }

  /** False for a row that stays, which is counted. */
  async #mayLeave(row: RemovalRow): Promise<boolean> {
    const { mayRemove, signal } = this.#deps;
    if (!mayRemove || (await mayRemove(row, signal))) return true;
    this.#count(row.entity, 'kept');
    if (this.#leavingRows.wasSure(row)) this.account.noteSoon('staying', row.entity, row.entry.row);
    if (row.entity === 'groups' || row.entity === 'users') this.#kept[row.entity].add(row.entry.row);
    return false;
  }

  /** @param forgotten the least that must have become of a row for the ledger to forget it */
  #settle(row: RemovalRow, removal: RowRemoval, forgotten: 'removed' | 'gone'): void {
    const { entity, entry } = row;
    this.#count(entity, removal.status);
    if (removal.status === 'failed') {
      this.account.problem(entity, removal.code, entry.key, removal.message);
      return;
    }
    if (removal.leavesNote) this.account.notesLeft++;
    if (removal.status === 'removed' && forgotten === 'gone') return;
    if (this.#deps.how === 'delete' && (entity === 'groups' || entity === 'users'))
      this.#held[entity].set(entry.row, entry.key);
    else this.account.noteSoon('gone', entity, entry.row);
  }

  #count(entity: EntityName, outcome: keyof RemovalCounts): void {
    this.account.counts[entity][outcome]++;
    this.#deps.observe({ type: 'removal', entity, outcome });
  }

  /** Forgets the rows that went with a group or a user, then these. Before, they are what the rows are told by. */
  async #forgetCarried(isLast: boolean): Promise<void> {
    const { signal, concurrency, ledger } = this.#deps;
    if (this.#isAnyCarried)
      await eachOf(this.#leftOfCarried(isLast), concurrency, (row) => this.#remove(row));
    if (signal.aborted) return;
    this.account.note();
    const { groups, users } = this.#held;
    // What was not to leave went with them all the same.
    ledger.markDependentsUncertain([...groups.values()], [...users.values()]);
    for (const entity of ['groups', 'users'] as const) {
      for (const row of this.#held[entity].keys()) this.account.noteSoon('gone', entity, row);
      this.#held[entity].clear();
    }
    this.#known.clear();
  }

  /** Forgets the rows that went with a group or a user; gives the messages that did not. */
  async *#leftOfCarried(isLast: boolean): AsyncGenerator<RemovalRow> {
    for await (const row of this.#walk(this.#rows)) {
      const container = this.#containerOf(row);
      if (!container) continue;
      if (!this.#held[container.entity].has(container.row)) {
        if (isLast) this.#keep(row, container);
      } else if (row.entity === 'messages' && !(await this.#wentWithGroup(row.entry))) yield row;
      else {
        this.#count(row.entity, 'implied');
        this.account.noteSoon('gone', row.entity, row.entry.row);
      }
    }
  }

  /** A row stays with its group or user. */
  #keep(row: RemovalRow, container: Container): void {
    this.#count(row.entity, 'kept');
    if (this.#kept[container.entity].has(container.row) && this.#leavingRows.wasSure(row))
      this.account.noteSoon('staying', row.entity, row.entry.row);
  }

  async #wentWithGroup({ id }: LedgerEntry): Promise<boolean> {
    if (this.#groupsTakeMessages === undefined && id !== undefined) {
      const { transport, signal } = this.#deps;
      const answer = await transport(endpointRequest(endpoints.getMessage, { params: { id } }), signal);
      this.#groupsTakeMessages = answer.status === 404 || apiError(answer.body) !== undefined;
    }
    return this.#groupsTakeMessages ?? false;
  }
}
