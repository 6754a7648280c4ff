import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityName } from '../../input/entities/entity.ts';
import type { ChangeAction } from '../../input/rows/outcome.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import { EntryCache } from '../../ledger/entry-cache.ts';
import { carriersOf } from '../../ledger/member-key.ts';
import { endpointRequest } from '../../service/api/endpoint.ts';
import { endpoints } from '../../service/api/endpoints.ts';
import { eachOf } from '../../service/each-of.ts';
import { apiError, isRecord, type Transport } from '../../service/transport/transport.ts';
import type { RowChange } from '../row-change.ts';
import { LeavingRows } from './leaving-rows.ts';
import { RemovalAccount, type RemovalCounts, type RemovalResult } from './removal-account.ts';
import {
  DEACTIVATED_AT_ONCE,
  isUnreachable,
  type RemovalRow,
  type RowRemoval,
  type RowRemovalDeps,
  removeRow,
} from './remove-row.ts';

/** A row is finished. */
export type RemovalEvent = {
  readonly type: 'removal';
  readonly entity: EntityName;
  readonly entry: LedgerEntry;
  readonly outcome: keyof RemovalCounts;
};

/** The entry of a finished row in the list of changes; none if the row is still there. */
export function removalChange(
  { entity, entry, outcome }: RemovalEvent,
  how: 'deactivate' | 'delete' | 'keep',
): readonly RowChange[] {
  const action = ACTIONS[outcome];
  if (!action) return [];
  const { key, version } = entry;
  return [
    {
      entity,
      key,
      action: action === 'deleted' && how === 'deactivate' ? 'deactivated' : action,
      ...(version.content === -1 ? {} : { before: version }),
    },
  ];
}

const ACTIONS: Readonly<Partial<Record<keyof RemovalCounts, ChangeAction>>> = {
  removed: 'deleted',
  implied: 'deleted',
  gone: 'gone',
};

/**
 * Parts that `removeRows` needs. If the signal is aborted, no more rows are started, requests under way finish, and their
 * results are recorded; its reason is thrown.
 */
export type RemovalDeps = RowRemovalDeps & {
  /** Requests under way at once. */
  readonly concurrency: number;
  /** `deactivate` is for users only. */
  readonly how: 'delete' | 'deactivate';
  /** True if a group or user is among the rows to remove: the rows that depend on it then need no request. */
  readonly leaving: (entity: 'groups' | 'users', entry: LedgerEntry) => boolean;
  /**
   * Asked before each removal; a row that may not be removed counts as `kept`.
   * @default every row may be removed
   */
  readonly mayRemove?: (row: RemovalRow, signal: AbortSignal) => Promise<boolean>;
  readonly observe: (event: RemovalEvent) => void;
};

/** Groups and users that are removed but kept in memory, because the rows that went with them are not recorded yet. */
const REMOVED_MAX = 50_000;
/** Rows per turn of the event loop. */
const ROWS_PER_TURN = 5_000;

/**
 * Removes rows from the service, in the given order, the last entity first. It can be stopped at any time and
 * repeated with the ledger as it is then: acknowledged removals are no longer there, and a row whose removal was not
 * recorded is found to be gone.
 * @param rows iterated twice if rows go with their group or user
 * @throws RunError if nothing more can be removed; completed removals are recorded
 */
export async function removeRows(rows: Iterable<RemovalRow>, deps: RemovalDeps): Promise<RemovalResult> {
  const removal = new Removal(rows, deps);
  try {
    await (deps.how === 'deactivate' ? removal.deactivate() : removal.delete());
  } finally {
    removal.account.flush();
  }
  deps.signal.throwIfAborted();
  return removal.account.result();
}

const rowOf = ({ entry }: { readonly entry: LedgerEntry }): number => entry.row;

/** The group or user that a row goes with. */
type Container = { readonly entity: 'groups' | 'users'; readonly row: number };

class Removal {
  readonly account: RemovalAccount;
  readonly #rows: Iterable<RemovalRow>;
  readonly #leavingRows: LeavingRows;
  readonly #deps: RemovalDeps;
  /** Groups and users of the ledger; cleared when some are deleted there. */
  readonly #known: EntryCache;
  /** Removed groups and users, by row, with their keys. */
  readonly #removed = { groups: new Map<number, string>(), users: new Map<number, string>() };
  /** Groups and users that may not be removed. */
  readonly #kept = { groups: new Bitmap(), users: new Bitmap() };
  /** True if any row goes with its group or user. */
  #isAnyDependent = false;
  /** True if the service removes the messages of a group with it; found out with the first such message. */
  #groupsTakeMessages: boolean | undefined;

  constructor(rows: Iterable<RemovalRow>, deps: RemovalDeps) {
    this.#rows = rows;
    this.#leavingRows = new LeavingRows(rows, deps);
    this.#deps = deps;
    this.#known = new EntryCache(deps.ledger);
    this.account = new RemovalAccount(deps.ledger, deps.system.clock);
  }

  async delete(): Promise<void> {
    const { signal, concurrency } = this.#deps;
    for (const rows of this.#leavingRows.parts(() => this.#isFull)) {
      if (signal.aborted) return;
      await eachOf(this.#withoutDependents(rows), concurrency, (row) => this.#remove(row));
      if (this.#isFull) await this.#recordDependents(false);
    }
    if (!signal.aborted) await this.#recordDependents(true);
  }

  async deactivate(): Promise<void> {
    await eachOf(this.#userBatches(), this.#deps.concurrency, (batch) => this.#deactivate(batch));
  }

  async *#userBatches(): AsyncGenerator<readonly LedgerEntry[]> {
    let batch: LedgerEntry[] = [];
    for await (const { entity, entry } of this.#inTurns(this.#rows)) {
      if (entity !== 'users') throw new RangeError(`${entity} cannot be deactivated`);
      batch.push(entry);
      if (batch.length < DEACTIVATED_AT_ONCE) continue;
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
    await ledger.intentsSynced();
    const results = await deactivateUsers(leaving, transport, signal);
    const done = results.filter(({ removal }) => removal.status === 'removed');
    ledger.mark('users', done.map(rowOf), 'deactivated');
    for (const { entry, removal } of results) this.#settle({ entity: 'users', entry }, removal, 'gone');
  }

  /** The rows that do not go with a group or a user. */
  async *#withoutDependents(rows: Iterable<RemovalRow>): AsyncGenerator<RemovalRow> {
    for await (const row of this.#inTurns(rows))
      if (this.#containerOf(row)) this.#isAnyDependent = true;
      else yield row;
  }

  /** True if `REMOVED_MAX` groups and users wait for their dependent rows to be recorded. */
  get #isFull(): boolean {
    return this.#removed.groups.size + this.#removed.users.size >= REMOVED_MAX;
  }

  /** The rows until the signal is aborted, with regular turns for other work of the process. */
  async *#inTurns(rows: Iterable<RemovalRow>): AsyncGenerator<RemovalRow> {
    let count = 0;
    for (const row of rows) {
      if (this.#deps.signal.aborted) return;
      if (++count % ROWS_PER_TURN === 0) await nextTurn();
      yield row;
    }
  }

  /** The group or user that a row goes with. */
  #containerOf({ entity, entry }: RemovalRow): Container | undefined {
    const { guid, uids } = carriersOf(entity, entry, this.#known);
    const group = this.#leaving('groups', guid);
    if (group) return group;
    for (const uid of uids) {
      const user = this.#leaving('users', uid);
      if (user) return user;
    }
    return undefined;
  }

  #leaving(entity: 'groups' | 'users', key: string | undefined): Container | undefined {
    const entry = key === undefined ? undefined : this.#known.find(entity, key);
    return entry && this.#deps.leaving(entity, entry) ? { entity, row: entry.row } : undefined;
  }

  async #remove(row: RemovalRow): Promise<void> {
    if (!(await this.#mayLeave(row))) return;
    // It is marked as leaving: after a power cut, a later run must not take it for unchanged.
    await this.#deps.ledger.intentsSynced();
    this.#settle(row, await removeRow(row, this.#deps), 'removed');
  }

  /** True if a row may be removed; counts it as `kept` if not. */
  async #mayLeave(row: RemovalRow): Promise<boolean> {
    const { mayRemove, signal } = this.#deps;
    if (!mayRemove || (await mayRemove(row, signal))) return true;
    this.#count(row, 'kept');
    if (this.#leavingRows.wasAcknowledged(row)) this.account.queueMark('staying', row.entity, row.entry.row);
    if (row.entity === 'groups' || row.entity === 'users') this.#kept[row.entity].add(row.entry.row);
    return false;
  }

  /** @param deletable `removed`: the ledger deletes all rows that have left the service; `gone`: only those found gone */
  #settle(row: RemovalRow, removal: RowRemoval, deletable: 'removed' | 'gone'): void {
    const { entity, entry } = row;
    this.#count(row, removal.status);
    if (removal.status === 'failed') {
      this.account.problem(entity, removal.code, entry.key, removal.message);
      if (!isUnreachable(entity, removal.code)) return;
      if (this.#leavingRows.wasAcknowledged(row)) this.account.queueMark('staying', entity, entry.row);
      this.account.queueMark('unreached', entity, entry.row);
      return;
    }
    if (removal.leavesNote) this.account.notesLeft++;
    if (removal.status === 'removed' && deletable === 'gone') return;
    if (this.#deps.how === 'delete' && (entity === 'groups' || entity === 'users'))
      this.#removed[entity].set(entry.row, entry.key);
    else this.account.queueMark('gone', entity, entry.row);
  }

  #count({ entity, entry }: RemovalRow, outcome: keyof RemovalCounts): void {
    this.account.counts[entity][outcome]++;
    this.#deps.observe({ type: 'removal', entity, entry, outcome });
  }

  /** Records the rows that went with a group or user, then the groups and users: the ledger finds the rows by them. */
  async #recordDependents(isLast: boolean): Promise<void> {
    const { signal, concurrency, ledger } = this.#deps;
    if (this.#isAnyDependent)
      await eachOf(this.#leftDependents(isLast), concurrency, (row) => this.#remove(row));
    if (signal.aborted) return;
    this.account.flush();
    const { groups, users } = this.#removed;
    // Rows that were to stay may have gone with them.
    ledger.markDependentsUncertain([...groups.values()], [...users.values()]);
    for (const entity of ['groups', 'users'] as const) {
      for (const row of this.#removed[entity].keys()) this.account.queueMark('gone', entity, row);
      this.#removed[entity].clear();
    }
    this.#known.clear();
  }

  /** Records the rows that went with a group or user; yields the messages that did not. */
  async *#leftDependents(isLast: boolean): AsyncGenerator<RemovalRow> {
    for await (const row of this.#inTurns(this.#rows)) {
      const container = this.#containerOf(row);
      if (!container) continue;
      if (!this.#removed[container.entity].has(container.row)) {
        if (isLast) this.#keep(row, container);
      } else if (row.entity === 'messages' && !(await this.#wentWithGroup(row.entry))) yield row;
      else {
        this.#count(row, 'implied');
        this.account.queueMark('gone', row.entity, row.entry.row);
      }
    }
  }

  /** Counts a row that stays with its group or user. */
  #keep(row: RemovalRow, container: Container): void {
    this.#count(row, 'kept');
    if (this.#kept[container.entity].has(container.row) && this.#leavingRows.wasAcknowledged(row))
      this.account.queueMark('staying', row.entity, row.entry.row);
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

/**
 * Deactivates users, up to `DEACTIVATED_AT_ONCE` in one request; a user already deactivated counts as `removed` too.
 * @throws RunError if nothing more can be done
 */
async function deactivateUsers(
  users: readonly LedgerEntry[],
  transport: Transport,
  signal: AbortSignal,
): Promise<{ readonly entry: LedgerEntry; readonly removal: RowRemoval }[]> {
  const body = { uidsToDeactivate: users.map(({ key }) => key) };
  const { status, body: answer } = await transport(
    endpointRequest(endpoints.deactivateUsers, { body }),
    signal,
  );
  const data = isRecord(answer) && isRecord(answer['data']) ? answer['data'] : {};
  const done = new Set([...uids(data, 'deactivatedUids'), ...uids(data, 'alreadyDeactivatedUids')]);
  const missing = new Set(uids(data, 'notFound'));
  const error = apiError(answer);
  const failure: RowRemoval = {
    status: 'failed',
    code: `SERVICE.${error?.code ?? (status === 200 ? 'NO_ANSWER' : `HTTP_${status}`)}`,
    message: error?.message ?? `the service answered ${status} and did not mention this user`,
  };
  return users.map((entry) => {
    if (done.has(entry.key)) return { entry, removal: { status: 'removed' } };
    return { entry, removal: missing.has(entry.key) ? { status: 'gone' } : failure };
  });
}

function uids(data: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const listed = data[name];
  return Array.isArray(listed) ? listed.map(String) : [];
}
