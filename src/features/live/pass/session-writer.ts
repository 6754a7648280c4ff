import type { Settled } from '../../../delivery/in-flight.ts';
import { RunError } from '../../../errors/run-error.ts';
import { entities } from '../../../input/entities/entities.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import { isUncertain, type LedgerEntry } from '../../../ledger/entry.ts';
import type { FormerValues } from '../../../ledger/former/former-values.ts';
import { ledgerKeyOf } from '../../../ledger/ledger-key.ts';
import type { Forgotten } from '../../../pipeline/forgotten.ts';
import { remoteRow } from '../../../service/targets/change/remote-row.ts';
import { messageById } from '../../../service/targets/find-message.ts';
import { type OpenTransport, openTransport } from '../../../session/open-transport.ts';
import { saveLedgerClaim } from '../../../state/claims.ts';
import { deliverRows, type LaneParts } from './deliver-rows.ts';
import { keepPassword } from './keep-password.ts';
import type { LaneTarget } from './lane-target.ts';
import type { LaneOutcome, LaneWork, LiveRow, LiveRows, RowThere } from './lane-writer.ts';
import { removeLive } from './remove-live.ts';
import { rowDigest } from './row-digest.ts';
import { isHeld, type ReadRow } from './row-reader.ts';
import { SideWriter, type WriterParts } from './side-writer.ts';
import { timedNow, unsendable } from './unsendable.ts';

/** The time in which nothing may succeed before a call ends: the lane tries again. */
const OUTAGE_MS = 20_000;
/** The longest wait for requests under way after a signal: a call ends 10 s after it. */
const DRAIN_MS = 8_000;
const CLAIM_EVERY_MS = 60_000;

const NO_KEYS: ReadonlySet<string> = new Set();

/** Parts that an app of the service needs besides. */
type SessionWriterParts = WriterParts & {
  readonly target: LaneTarget;
  readonly former: FormerValues;
  readonly forgotten: Forgotten | undefined;
  /** True if no run of a pipeline has a checkpoint beside the ledger. */
  readonly hasOwnState: boolean;
};

/** Writes through the line to an app of the service. */
export class SessionWriter extends SideWriter<SessionWriterParts> {
  #transport: OpenTransport | undefined;
  /** True if the ledger may have rows whose outcome nobody knows. */
  #isAnyUncertain: boolean;
  /** True after a call that failed: only counting tells. It reads the whole ledger, so not every call does it. */
  #mustCount = false;
  #claimedAt: number;

  constructor(parts: SessionWriterParts) {
    super(parts);
    this.#isAnyUncertain = this.#hasUncertain();
    // The first call claims what it has written.
    this.#claimedAt = Number.NEGATIVE_INFINITY;
  }

  async rowThere(entity: 'users' | 'groups', id: string, signal: AbortSignal): Promise<RowThere | undefined> {
    try {
      const row = await remoteRow(entity, id, this.#open().transport, signal);
      if (!row) return undefined;
      const times = ['createdAt', 'updatedAt', 'deactivatedAt'].map((name) => Number(row[name] ?? 0) || 0);
      return { row, isWhole: row['name'] !== undefined, version: Math.max(0, ...times) * 1_000_000 };
    } catch (error) {
      // What ended this question may have been said once and for all to these layers.
      await this.#close();
      throw error;
    }
  }

  async write({ rows, removals, how }: LaneWork, signal: AbortSignal): Promise<readonly LaneOutcome[]> {
    const { ledger } = this.parts;
    let outcomes: LaneOutcome[] = [];
    const changed: Partial<Record<EntityName, LiveRow[]>> = {};
    const leaving = [...removals];
    const doubtful: LiveRow[] = [];
    for (const name of entityNames)
      for (const given of rows[name] ?? []) {
        const row = this.#unbanned(name, given);
        if (this.#isDeleted(name, row)) {
          leaving.push({ entity: name, key: this.keyOf(name, row) ?? '' });
          continue;
        }
        const fit = this.#fitted(name, row);
        if (fit === undefined && name === 'messages' && this.#hasOtherRest(row)) doubtful.push(row);
        else if (fit === undefined)
          outcomes.push({ entity: name, key: this.keyOf(name, row) ?? '', outcome: { status: 'unchanged' } });
        else {
          changed[name] ??= [];
          changed[name].push(fit);
        }
      }
    const parts = this.#partsOf(how);
    try {
      if (changed.groups) changed.groups = [...(await this.#lockedAsBefore(changed.groups, signal))];
      outcomes.push(...(await this.#deliver(changed, parts, signal)));
      const [again, others] = how === 'send' ? unsendable(outcomes) : [NO_KEYS, outcomes];
      if (again.size > 0) {
        const now = this.parts.session.system.clock.now();
        const messages = (changed.messages ?? [])
          .filter((row) => again.has(this.keyOf('messages', row) ?? ''))
          .map((row) => timedNow(row, now));
        const imported = await this.#deliver({ messages }, this.#partsOf('import'), signal);
        outcomes = [...others, ...imported];
      }
      for (const row of doubtful) outcomes.push(await this.#restOf(row, signal));
      outcomes.push(...(await removeLive(leaving, parts, signal)));
      await ledger.sync();
    } catch (error) {
      this.#isAnyUncertain = true;
      this.#mustCount = true;
      // What ended this call may have been said once and for all to these layers.
      await this.#close();
      throw error;
    }
    if (this.#mustCount) this.#isAnyUncertain = this.#hasUncertain();
    this.#mustCount = false;
    await this.#claim();
    return outcomes;
  }

  #lockedAsBefore(groups: readonly LiveRow[], signal: AbortSignal): Promise<readonly LiveRow[]> {
    const isThere = (row: LiveRow): boolean => {
      const key = this.keyOf('groups', row);
      return key !== undefined && this.entryOf('groups', key) !== undefined;
    };
    return keepPassword(groups, isThere, this.#open().transport, signal);
  }

  #partsOf(how: LaneWork['how']): LaneParts {
    const { lane, session, target, ledger, former, forgotten } = this.parts;
    return {
      pipeline: lane.pipeline,
      session,
      connection: target.connection,
      routes: target.routes[how],
      ledger,
      former,
      forgotten,
      transport: (request, until) => this.#open().transport(request, until),
      isAnyUncertain: this.#isAnyUncertain,
    };
  }

  async #deliver(rows: LiveRows, parts: LaneParts, signal: AbortSignal): Promise<readonly LaneOutcome[]> {
    if (!Object.values(rows).some((list) => list.length > 0)) return [];
    const settled = await deliverRows(rows, parts, signal);
    const outcomes = settled.map((each) => this.#outcomeOf(each, rows));
    const doubt = outcomes.find(({ outcome }) => outcome.status === 'inDoubt');
    if (doubt)
      throw new RunError(
        'ROW.IN_DOUBT',
        `the service did not say what became of ${doubt.entity} ${doubt.key}`,
      );
    return outcomes;
  }

  /** Claims now and then what the ledger holds: what nothing claims could be lost without a word. */
  async #claim(everyMs = CLAIM_EVERY_MS): Promise<void> {
    const { session, ledger, hasOwnState, target } = this.parts;
    const { clock } = session.system;
    if (clock.elapsed() - this.#claimedAt < everyMs) return;
    this.#claimedAt = clock.elapsed();
    const { store } = session.state;
    const before = await store.load();
    const checkpoint =
      before ??
      (hasOwnState && (await session.openCheckpoint(target.connection, { steps: [] }, clock.now(), true)));
    if (checkpoint) await saveLedgerClaim(store, checkpoint, ledger);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#close();
      await this.#claim(0);
    } finally {
      await this.parts.opened[Symbol.asyncDispose]();
    }
  }

  #open(): OpenTransport {
    const { session, target } = this.parts;
    this.#transport ??= openTransport(
      target.connection,
      session.pipeline.limits.timeoutSeconds * 1_000,
      (event) => session.requests.observe(event),
      session.system,
      true,
      { outageMs: OUTAGE_MS, drainMs: DRAIN_MS },
    );
    return this.#transport;
  }

  async #close(): Promise<void> {
    const transport = this.#transport;
    this.#transport = undefined;
    await transport?.[Symbol.asyncDispose]();
  }

  #hasUncertain(): boolean {
    const { ledger } = this.parts;
    return entityNames.some((name) => ledger.count(name, 'sent') + ledger.count(name, 'leaving') > 0);
  }

  protected override placeThere(_entity: EntityName, _key: string, { id, sentAt }: LedgerEntry) {
    return { id, sentAt };
  }

  protected override noted(
    entity: EntityName,
    key: string,
    isActive: boolean | undefined,
    { id, before }: { readonly id: string | undefined; readonly before: LedgerEntry | undefined },
  ) {
    const isMessage = entity === 'messages';
    const ownId = id ?? before?.id ?? (isMessage ? idIn(key, this.parts.lane.keysAt) : undefined);
    return { active: isMessage ? true : isActive, ...(ownId === undefined ? {} : { id: ownId }) };
  }

  /** Whoever was banned and is a member now: a row that says nothing of a ban would leave it. */
  #unbanned(name: EntityName, row: LiveRow): LiveRow {
    if (name !== 'members' || isBan(row)) return row;
    const wasBanned = this.entryOf(name, this.keyOf(name, row) ?? '')?.active === false;
    return wasBanned ? { ...row, isBanned: false } : row;
  }

  protected override isSame(name: EntityName, read: ReadRow, entry: LedgerEntry): boolean {
    const isUnban = name === 'members' && entry.active === false && !isBan(read.data);
    return !isUnban && isHeld(name, read, entry, this.parts.ledger.versions);
  }

  /** True for a message that its source says was deleted there, and that leaves: it has nothing else to say. */
  #isDeleted(name: EntityName, row: LiveRow): boolean {
    const { policies, sync } = this.parts.lane.pipeline;
    if (name !== 'messages' || policies.deletions !== 'drop' || sync?.onDeleted === 'keep') return false;
    return row['deletedAt'] !== undefined && row['deletedAt'] !== null;
  }

  /** The row as it is written; undefined if the side has it already. */
  #fitted(name: EntityName, row: LiveRow): LiveRow | undefined {
    const { ledger } = this.parts;
    // What the side does not have needs no reading here: most rows are new.
    const key = this.keyOf(name, row);
    if (key !== undefined && !this.entryOf(name, key)) return row;
    const read = this.reader.read(name, row);
    const entry = read && ledger.find(name, read.key);
    if (!read || !entry) return row;
    if (this.isSame(name, read, entry)) return undefined;
    const { fixed } = ledger.versions.of(entities[name], read.data);
    if (isUncertain(entry) || entry.version.fixed === -1 || entry.version.fixed === fixed) return row;
    // The other side has a time of its own, which says nothing here.
    const time = TIME_OF[name];
    if (time) return Object.fromEntries(Object.entries(row).filter(([field]) => field !== time));
    ledger.mark(name, [entry.row], 'unread');
    return row;
  }

  /** True if a message may differ in what no edit carries, such as its files; an address of them may also be signed anew. */
  #hasOtherRest(row: LiveRow): boolean {
    const { ledger } = this.parts;
    const read = this.reader.read('messages', row);
    const entry = read && ledger.find('messages', read.key);
    if (!read || !entry || entry.version.fixed === -1) return false;
    const atItsTime = { ...read.data, sentAt: entry.sentAt };
    return ledger.versions.of(entities.messages, atItsTime).fixed !== entry.version.fixed;
  }

  /** The outcome of such a message: the service says what it has. */
  async #restOf(row: LiveRow, signal: AbortSignal): Promise<LaneOutcome> {
    const key = this.keyOf('messages', row) ?? '';
    const id = this.entryOf('messages', key)?.id;
    const found = id === undefined ? undefined : await messageById(id, this.#open().transport, signal);
    const isSame = !found || restDigest(found) === restDigest(row);
    return { entity: 'messages', key, outcome: isSame ? { status: 'unchanged' } : OTHER_REST };
  }

  #outcomeOf(
    { entity, row, outcome, key }: { readonly entity: EntityName } & Pick<Settled, 'row' | 'outcome' | 'key'>,
    rows: Readonly<Partial<Record<EntityName, readonly LiveRow[]>>>,
  ): LaneOutcome {
    const given = rows[entity]?.[row.row - 1];
    const own = (given && this.keyOf(entity, given)) ?? ledgerKeyOf(entities[entity], key ?? '');
    return { entity, key: own, outcome };
  }
}

const isBan = ({ isBanned }: LiveRow): boolean => isBanned === true || isBanned === 'true';

/** A digest of what no edit of a message carries. */
const restDigest = ({ type, category, data }: LiveRow): string => {
  const { attachments, customData } = (data ?? {}) as LiveRow;
  return rowDigest('messages', { type, category, data: { attachments, customData } });
};

const OTHER_REST: LaneOutcome['outcome'] = {
  status: 'rejected',
  problems: [
    {
      code: 'SYNC.FIXED_FIELD',
      field: 'data',
      message:
        'its files or its kind have changed, but the service does not allow that after a message was created',
    },
  ],
};

/** The field that cannot change and that a row may lack. */
const TIME_OF: Readonly<Partial<Record<EntityName, string>>> = {
  users: 'createdAt',
  groups: 'createdAt',
  members: 'joinedAt',
};

/** The id of a message of a side, in the key that it has as it has none of its own. */
function idIn(key: string, prefix: string | undefined): string | undefined {
  if (prefix === undefined || !key.startsWith(`${prefix}-`)) return undefined;
  const id = key.slice(prefix.length + 1);
  return /^\d+$/.test(id) ? id : undefined;
}
