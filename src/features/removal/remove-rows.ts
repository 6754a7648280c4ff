import { setImmediate as breathe } from 'node:timers/promises';
import type { EntityName } from '../../input/entities/entity.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import { EntryCache } from '../../ledger/entry-cache.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { memberOf } from '../../ledger/member-key.ts';
import { endpointRequest } from '../../service/api/endpoint.ts';
import { endpoints } from '../../service/api/endpoints.ts';
import { apiError, type Transport } from '../../service/transport/transport.ts';
import { deactivateUsers } from './deactivate-users.ts';
import { RemovalAccount, type RemovalCounts, type RemovalResult } from './removal-account.ts';
import { type RemovalRow, type RowRemoval, removeRow } from './remove-row.ts';
import { TaskPool } from './task-pool.ts';

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
/** Rows that are noted as leaving at once. */
const NOTED = 1_000;

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
    await removal.idle();
    removal.account.note();
  }
  deps.signal.throwIfAborted();
  return removal.account.result();
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

const rowOf = ({ entry }: { readonly entry: LedgerEntry }): number => entry.row;

type Container = { readonly entity: 'groups' | 'users'; readonly row: number };

class Removal {
  readonly account: RemovalAccount;
  readonly #rows: Iterable<RemovalRow>;
  readonly #deps: RemovalDeps;
  readonly #pool: TaskPool;
  /** Groups and users, until some are forgotten. */
  readonly #known: EntryCache;
  /** Groups and users that are gone, with their keys. */
  readonly #held = { groups: new Map<number, string>(), users: new Map<number, string>() };
  /** Groups and users that may not be removed. */
  readonly #kept = { groups: new Bitmap(), users: new Bitmap() };
  /** Rows that were sure to be there before they were noted as leaving: of others nobody knows it when they are left. */
  readonly #wereSure: Readonly<Record<EntityName, Bitmap>> = {
    ...{ users: new Bitmap(), groups: new Bitmap() },
    ...{ members: new Bitmap(), messages: new Bitmap() },
  };
  #isAnyCarried = false;
  /** Whether the service removes the messages of a group with it; asked of the first such group. */
  #groupsTakeMessages: boolean | undefined;

  constructor(rows: Iterable<RemovalRow>, deps: RemovalDeps) {
    this.#rows = rows;
    this.#deps = deps;
    this.#pool = new TaskPool(deps.concurrency);
    this.#known = new EntryCache(deps.ledger);
    this.account = new RemovalAccount(deps.ledger);
  }

  async delete(): Promise<void> {
    let entity: EntityName | undefined;
    await this.#walk(this.#noted(), async (row) => {
      // Users are looked at when their messages are gone, not while they go.
      if (entity !== row.entity) await this.#pool.drain();
      entity = row.entity;
      if (this.#held.groups.size + this.#held.users.size >= HELD_MAX) await this.#forgetCarried(false);
      if (this.#containerOf(row)) this.#isAnyCarried = true;
      else await this.#pool.add(() => this.#remove(row));
    });
    await this.#pool.drain();
    if (!this.#deps.signal.aborted) await this.#forgetCarried(true);
  }

  async deactivate(): Promise<void> {
    const { transport, signal, ledger } = this.#deps;
    const send = (batch: readonly LedgerEntry[]): Promise<void> =>
      this.#pool.add(async () => {
        const leaving: LedgerEntry[] = [];
        for (const entry of batch) if (await this.#mayLeave({ entity: 'users', entry })) leaving.push(entry);
        if (leaving.length === 0) return;
        const rows = leaving.map(({ row }) => row);
        ledger.mark('users', rows, 'retiring');
        const ends = await deactivateUsers(leaving, transport, signal);
        const done = ends.filter(({ removal }) => removal.status === 'removed');
        ledger.mark('users', done.map(rowOf), 'deactivated');
        for (const { entry, removal } of ends) this.#settle({ entity: 'users', entry }, removal, 'gone');
      });
    let batch: LedgerEntry[] = [];
    await this.#walk(this.#rows, async ({ entity, entry }) => {
      if (entity !== 'users') throw new RangeError(`${entity} cannot be deactivated`);
      batch.push(entry);
      if (batch.length < deactivateUsers.most) return;
      await send(batch);
      batch = [];
    });
    if (batch.length > 0 && !signal.aborted) await send(batch);
    await this.#pool.drain();
  }

  /** Waits for the requests under way. */
  idle(): Promise<void> {
    return this.#pool.idle();
  }

  /**
   * The rows, noted as leaving before any of their stretch is handed on, and those that go with a group or user before that
   * one: what comes back after a kill must not be taken for what it was.
   */
  *#noted(): Generator<RemovalRow> {
    const { ledger, signal } = this.#deps;
    const note = (rows: readonly RemovalRow[], mark: 'leaving' | 'staying'): void => {
      for (const [entity, some] of Map.groupBy(rows, (row) => row.entity))
        ledger.mark(entity, some.map(rowOf), mark);
    };
    for (const rows of chunked(this.#rows, NOTED)) {
      if (signal.aborted) return;
      for (const { entity, entry } of rows)
        if (entry.origin === 'created') this.#wereSure[entity].add(entry.row);
      note(rows, 'leaving');
      let next = 0;
      while (next < rows.length && !signal.aborted) yield rows[next++] as RemovalRow;
      note(
        rows.slice(next).filter((row) => this.#wasSure(row)),
        'staying',
      );
    }
  }

  #wasSure({ entity, entry }: RemovalRow): boolean {
    return this.#wereSure[entity].has(entry.row);
  }

  async #walk(rows: Iterable<RemovalRow>, visit: (row: RemovalRow) => Promise<void> | void): Promise<void> {
    let walked = 0;
    for (const row of rows) {
      if (this.#deps.signal.aborted) break;
      if (++walked % STRETCH === 0) await breathe();
      await visit(row);
    }
  }

  /** The group or user that a row goes with. */
  #containerOf({ entity, entry }: RemovalRow): Container | undefined {
    if (entity === 'messages') {
      const { conversation = '' } = entry;
      return conversation.startsWith('g ') ? this.#leaving('groups', conversation.slice(2)) : undefined;
    }
    const ids = entity === 'members' ? memberOf(entry.key, this.#known) : undefined;
    return ids && (this.#leaving('groups', ids.guid) ?? this.#leaving('users', ids.uid));
  }

  #leaving(entity: 'groups' | 'users', key: string): Container | undefined {
    const entry = this.#known.find(entity, key);
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
    if (this.#wasSure(row)) this.account.noteSoon('staying', row.entity, row.entry.row);
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
    await this.#pool.drain();
    if (this.#isAnyCarried) await this.#forgetRows(isLast);
    if (this.#deps.signal.aborted) return;
    this.account.note();
    // What was not to leave went with them all the same.
    this.#deps.ledger.markDependentsUncertain(
      [...this.#held.groups.values()],
      [...this.#held.users.values()],
    );
    for (const entity of ['groups', 'users'] as const) {
      for (const row of this.#held[entity].keys()) this.account.noteSoon('gone', entity, row);
      this.#held[entity].clear();
    }
    this.#known.clear();
  }

  async #forgetRows(isLast: boolean): Promise<void> {
    await this.#walk(this.#rows, async (row) => {
      const container = this.#containerOf(row);
      if (!container) return;
      if (!this.#held[container.entity].has(container.row)) {
        if (!isLast) return;
        this.#count(row.entity, 'kept');
        if (this.#kept[container.entity].has(container.row) && this.#wasSure(row))
          this.account.noteSoon('staying', row.entity, row.entry.row);
      } else if (row.entity === 'messages' && !(await this.#wentWithGroup(row.entry)))
        await this.#pool.add(() => this.#remove(row));
      else {
        this.#count(row.entity, 'implied');
        this.account.noteSoon('gone', row.entity, row.entry.row);
      }
    });
    await this.#pool.drain();
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
