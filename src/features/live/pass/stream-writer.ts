import { RunError } from '../../../errors/run-error.ts';
import { attachedOf } from '../../../input/entities/attached-key.ts';
import { conversationOf } from '../../../input/entities/conversation.ts';
import { entities } from '../../../input/entities/entities.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import { isUncertain, type LedgerEntry } from '../../../ledger/entry.ts';
import { ledgerKeyOf } from '../../../ledger/ledger-key.ts';
import { memberOf } from '../../../ledger/member-key.ts';
import { type PendingEntry, pendingEntryOf } from '../../../ledger/pending-entry.ts';
import { OriginError } from '../../../origin/origin.ts';
import type { OpenStreamTarget } from '../../../origin/stream/target/stream-target.ts';
import { saveLedgerClaim } from '../../../state/claims.ts';
import type { LaneOutcome, LaneWork, LiveRemoval, LiveRow, RowThere } from './lane-writer.ts';
import type { ReadRow } from './row-reader.ts';
import { SideWriter, type WriterParts } from './side-writer.ts';

/** Lanes that are written at once. */
const WIDTH = 8;

/** Entities that an app of Stream's has. */
const WRITTEN: ReadonlySet<EntityName> = new Set([
  'users',
  'groups',
  'members',
  'messages',
  'reactions',
  'pins',
]);

type Target = OpenStreamTarget['target'];
type KnownBefore = Parameters<Target['put']>[2];
type WrittenRow = Awaited<ReturnType<Target['put']>>;
type RemovedKey = Parameters<Target['remove']>[0];

/** A row that is to be written, with its entry in the ledger. */
type Work = {
  readonly entity: EntityName;
  readonly read: ReadRow;
  readonly pending: PendingEntry;
  readonly before: KnownBefore;
};

/**
 * Writes to an app of Stream's. The ledger has each row before its request is sent; requests may be repeated, since a message has
 * its key as its id there.
 */
export class StreamWriter extends SideWriter<WriterParts & { readonly target: Target }> {
  async rowThere(entity: 'users' | 'groups', id: string, signal: AbortSignal): Promise<RowThere | undefined> {
    try {
      const found = await this.parts.target.rowThere(entity, id, signal);
      return found && { row: found.fields, isWhole: false, version: found.version };
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof OriginError ? unwritable(error) : error;
    }
  }

  async write({ rows, removals }: LaneWork, signal: AbortSignal): Promise<readonly LaneOutcome[]> {
    const { ledger } = this.parts;
    const outcomes: LaneOutcome[] = [];
    const leaving = [...removals];
    try {
      for (const entity of entityNames) {
        const work: Work[] = [];
        for (const row of rows[entity] ?? []) {
          const key = this.keyOf(entity, row) ?? '';
          if (entity === 'messages' && !isNothing(row['deletedAt'])) leaving.push({ entity, key });
          else {
            const made = this.#workOf(entity, key, row);
            if ('outcome' in made) outcomes.push(made);
            else work.push(made);
          }
        }
        if (work.length > 0) outcomes.push(...(await this.#writeAll(entity, work, signal)));
      }
      for (const entity of entityNames.toReversed())
        outcomes.push(...(await this.#removeAll(entity, leaving, signal)));
      await ledger.sync();
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof OriginError ? unwritable(error) : error;
    }
    return outcomes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { opened, session, ledger } = this.parts;
    try {
      const { store } = session.state;
      const checkpoint = await store.load();
      // What is not claimed could be lost without a word.
      if (checkpoint) await saveLedgerClaim(store, checkpoint, ledger);
    } finally {
      await opened[Symbol.asyncDispose]();
    }
  }

  protected override placeThere(entity: EntityName, key: string, { id }: LedgerEntry) {
    return { id: entity === 'messages' ? key : id };
  }

  protected override noted(
    _entity: EntityName,
    _key: string,
    isActive: boolean | undefined,
    { before }: { readonly before: LedgerEntry | undefined },
  ) {
    return { active: isActive ?? before?.active ?? true };
  }

  protected override isSame(name: EntityName, { data }: ReadRow, entry: LedgerEntry): boolean {
    const { content } = entry.version;
    if (isUncertain(entry) || content === -1) return false;
    return this.parts.ledger.versions.of(entities[name], data).content === content;
  }

  /** Work for a row, or its outcome if there is nothing to do. */
  #workOf(entity: EntityName, key: string, row: LiveRow): Work | LaneOutcome {
    const { ledger } = this.parts;
    if (!WRITTEN.has(entity)) return { entity, key, outcome: { status: 'skipped', rule: 'notInStream' } };
    const read = this.reader.read(entity, row);
    if (!read) return refused(entity, key, 'the row is not valid, or a policy leaves it out');
    const entry = ledger.find(entity, read.key);
    if (entry && this.isSame(entity, read, entry))
      return { entity, key: read.key, outcome: { status: 'unchanged' } };
    const versionOf = ledger.versions.of.bind(ledger.versions);
    const made = pendingEntryOf(entities[entity], read.key, read.data, versionOf);
    const pending = entry ? { ...made, row: entry.row } : made;
    return { entity, read, pending, before: beforeOf(entry) };
  }

  /** Writes rows of an entity: those of a conversation, or about the same thing, one after the other. */
  async #writeAll(
    entity: EntityName,
    work: readonly Work[],
    signal: AbortSignal,
  ): Promise<readonly LaneOutcome[]> {
    const { ledger, target } = this.parts;
    ledger.recordIntent(
      entity,
      work.map(({ pending }) => pending),
    );
    await ledger.intentsSynced();
    return await inLanes(work, laneOf, WIDTH, async ({ read, pending, before }) => {
      signal.throwIfAborted();
      const { key, data } = read;
      const written = await target.put(entity, data, before, signal);
      this.#record(entity, pending, before, written);
      if (!written) return refused(entity, key, 'nothing of Stream is like it');
      if (written.status === 'rejected') return refused(entity, key, written.message);
      return { entity, key, outcome: { status: written.status } };
    });
  }

  #record(entity: EntityName, pending: PendingEntry, before: KnownBefore, written: WrittenRow): void {
    const { ledger } = this.parts;
    if (!written || written.status === 'rejected') {
      // One that the app has stays, with a content that nobody knows.
      if (before.was !== 'there' && pending.row !== undefined) ledger.mark(entity, [pending.row], 'refused');
      return;
    }
    const isUnread = written.status === 'exists' && entity !== 'messages';
    ledger.acknowledge(entity, [
      {
        ...pending,
        version: isUnread ? { content: -1, fixed: -1 } : { ...pending.version, fixed: -1 },
        active: pending.active,
        origin: written.status === 'exists' ? 'exists' : 'created',
      },
    ]);
  }

  async #removeAll(
    entity: EntityName,
    removals: readonly LiveRemoval[],
    signal: AbortSignal,
  ): Promise<readonly LaneOutcome[]> {
    const { ledger, target } = this.parts;
    const keys = new Set(
      removals.filter((each) => each.entity === entity).map(({ key }) => ledgerKeyOf(entities[entity], key)),
    );
    return await inLanes(
      [...keys],
      (key) => key,
      WIDTH,
      async (key): Promise<LaneOutcome> => {
        signal.throwIfAborted();
        const removed = this.#removedKey(entity, key);
        if (!removed) return { entity, key, outcome: { status: 'gone' } };
        const entry = ledger.find(entity, key);
        const end = await target.remove(removed, signal);
        if (end.status === 'rejected') return refused(entity, key, end.message);
        if (entry) ledger.mark(entity, [entry.row], entity === 'users' ? 'deactivated' : 'gone');
        return { entity, key, outcome: { status: end.status } };
      },
    );
  }

  #removedKey(entity: EntityName, key: string): RemovedKey | undefined {
    switch (entity) {
      case 'users':
      case 'groups':
      case 'messages':
      case 'pins':
        return { entity, id: key };
      case 'members': {
        const ids = memberOf(key, this.parts.ledger);
        return ids && { entity, guid: ids.guid, uid: ids.uid };
      }
      case 'reactions': {
        const { muid, uid, added } = attachedOf(key);
        return { entity, muid, uid, reaction: added };
      }
      default:
        return undefined;
    }
  }
}

function beforeOf(entry: LedgerEntry | undefined): KnownBefore {
  if (!entry) return { was: 'unknown' };
  return isUncertain(entry) ? { was: 'sent' } : { was: 'there', isActive: entry.active !== false };
}

/** Rows of the same lane keep their order. */
function laneOf({ entity, read: { key, data } }: Work): string {
  if (entity === 'messages') return conversationOf(data);
  const { guid, muid } = data as { readonly guid?: string; readonly muid?: string };
  return guid ?? muid ?? key;
}

const refused = (entity: EntityName, key: string, message: string): LaneOutcome => ({
  entity,
  key,
  outcome: { status: 'rejected', problems: [{ code: 'LIVE.REFUSED', message }] },
});

/** An answer that says nothing of the row: the call is repeated. */
const unwritable = (error: OriginError): RunError =>
  new RunError('PULL.SILENT', error.message, { cause: error });

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Does work for each item: one after the other within a lane, several lanes at once. After a failure nothing is begun any more.
 * @returns the results, in the order of the items
 * @throws the first failure, once nothing is under way
 */
async function inLanes<Item, Result>(
  items: readonly Item[],
  laneOf: (item: Item) => string,
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const lanes = [...Map.groupBy(items.entries(), ([, item]) => laneOf(item)).values()];
  const results = new Map<number, Result>();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane; lane = lanes.shift())
      for (const [at, item] of lane) {
        if (failures.length > 0) return;
        try {
          results.set(at, await work(item));
        } catch (error) {
          failures.push(error);
        }
      }
  };
  await Promise.all(Array.from({ length: width }, worker));
  if (failures.length > 0) throw failures[0];
  return items.flatMap((_, at) => (results.has(at) ? [results.get(at) as Result] : []));
}
