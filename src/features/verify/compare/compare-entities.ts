import type { DatabaseSync } from 'node:sqlite';
import { PreparedStatements } from '../../../files/scratch-file.ts';
import type { EntityName, ReferredName } from '../../../input/entities/entity.ts';
import { eachOf } from '../../../service/each-of.ts';
import { ConversationOrder, IdOrder } from '../expect/conversation-order.ts';
import { conversationName, shortConversationName } from '../expect/expect-rows.ts';
import { type ExpectedRows, expectedKeys } from '../expect/expected-rows.ts';
import { positionOf } from '../expect/sample.ts';
import type { ThreadRoots } from '../expect/thread-roots.ts';
import type { RowComparer } from './compare-rows.ts';
import { readWholeList, reasonOf, type TargetReader, type TargetRow } from './target-reader.ts';

/** The things that messages are compared with, and who learns of them. */
type MessageComparison = {
  /** True if the order of messages within one second is compared. */
  readonly ties: boolean;
  /**
   * The service's id of a message that this pipeline has written; undefined if it wrote none with this key, null if the id
   * is not known.
   */
  readonly idOf: (muid: string) => string | null | undefined;
  /** The key of a message that others wrote in the service, by its id there; undefined if it is not known. */
  readonly keyOf: (id: unknown) => string | undefined;
  /** Called for each message of the service that the source has, with its id. */
  readonly read: (muid: string, id: unknown) => void;
  /** Learns on which messages replies hang. */
  readonly threads: ThreadRoots;
  /** Called for each message whose id runs against its time: it is later than the one before it, and its id is lower. */
  readonly againstTime: () => void;
};

/** Input for comparing one entity. */
export type EntityDeps = {
  readonly reader: TargetReader;
  readonly rows: ExpectedRows;
  readonly comparer: RowComparer;
  readonly groups: TargetGroups;
  /** The bound of the sample. */
  readonly below: number;
  readonly oneWay: boolean;
  /** Lists that are read at the same time. */
  readonly concurrency: number;
  /** Users that are missing in the source stay in the service, deactivated. */
  readonly missingDeactivated: boolean;
  /** The owner of a group has become a member of it without a row. */
  readonly ownersJoin: boolean;
  readonly messages: MessageComparison;
  /** Called for each row that the service has written by itself. */
  readonly written: () => void;
  /** Called for every row that is read. */
  readonly tick: (entity: EntityName) => void;
};

/** The user in whose name the service acts by itself. */
const SYSTEM = 'app_system';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Compares users or groups, from the list of all of them; stores groups for the comparison of members. */
export async function compareListed(entity: ReferredName, deps: EntityDeps): Promise<void> {
  const { reader, comparer, groups, below, missingDeactivated } = deps;
  const isUsers = entity === 'users';
  const keyOf = (row: TargetRow): string => textOf(row[isUsers ? 'uid' : 'guid']).toLowerCase();
  const failure = await readWholeList(reader[entity](), (row) => {
    deps.tick(entity);
    const key = keyOf(row);
    if ((isUsers && key === SYSTEM) || positionOf(key) >= below) return;
    if (!isUsers) groups.add({ ...row, guid: key });
    if (comparer.mark(key, row)) return;
    if (isUsers && missingDeactivated && row['deactivatedAt']) deps.written();
    else comparer.onlyTarget(key);
  });
  if (failure) comparer.unread(null, entity, reasonOf(failure));
  if (!isUsers) groups.complete = failure === undefined;
  // Rows move to an earlier page if others are removed while a list is read, and are then on no page: it is read once more.
  if (!failure && comparer.missedParts(below).size > 0)
    await readWholeList(reader[entity](), (row) => {
      const key = keyOf(row);
      if (positionOf(key) >= below) return;
      if (!isUsers) groups.add({ ...row, guid: key });
      comparer.markMissed(key, row);
    });
  comparer.finish(below);
}

/** Compares members and banned users, group by group. */
export async function compareMembers(deps: EntityDeps): Promise<void> {
  const { rows, comparer, groups, below, oneWay, concurrency } = deps;
  const own = `SELECT DISTINCT part FROM ${rows.table} WHERE content IS NOT NULL AND unit < ?`;
  const others = oneWay ? '' : ' UNION SELECT guid FROM target_groups';
  const guids = rows.rows<{ part: string }>(`${own}${others}`, below);
  await eachOf(guids, concurrency, async ({ part: guid }) => {
    // A group that the service does not have has no members; `finish` reports its rows as missing.
    if (groups.complete && !groups.find(guid)) return;
    await compareGroup(guid, deps);
  });
  await eachOf(missedGroups(deps), concurrency, async (guid) => await membersAgain(guid, deps));
  comparer.finish(below);
}

function* missedGroups({ comparer, groups, below }: EntityDeps): Generator<string> {
  for (const guid of comparer.missedParts(below))
    if (guid !== null && (!groups.complete || groups.find(guid))) yield guid;
}

async function membersAgain(guid: string, { reader, comparer, rows }: EntityDeps): Promise<void> {
  const hasBan = expectedKeys(rows, 'bans');
  const each = (isBanned: boolean) => (row: TargetRow) => {
    const key = `${guid}_member_${textOf(row['uid']).toLowerCase()}`;
    comparer.markMissed(key, { ...row, guid, isBannedThere: isBanned, isBanned: isBanned && !hasBan(key) });
  };
  await readWholeList(reader.members(guid), each(false));
  await readWholeList(reader.bannedUsers(guid), each(true));
}

async function compareGroup(guid: string, deps: EntityDeps): Promise<void> {
  const { reader, comparer, groups, ownersJoin } = deps;
  const hasBan = expectedKeys(deps.rows, 'bans');
  const each = (isBanned: boolean) => (row: TargetRow) => {
    deps.tick('members');
    const uid = textOf(row['uid']).toLowerCase();
    const key = `${guid}_member_${uid}`;
    // A ban with a row of its own is compared there.
    const hasOwn = isBanned && hasBan(key);
    const member = { ...row, guid, isBannedThere: isBanned, isBanned: isBanned && !hasOwn };
    if (uid === SYSTEM || comparer.mark(key, member) || hasOwn) return;
    if (ownersJoin && row['scope'] === 'admin' && groups.find(guid)?.owner === uid) deps.written();
    else comparer.onlyTarget(key);
  };
  const failure =
    (await readWholeList(reader.members(guid), each(false))) ??
    (await readWholeList(reader.bannedUsers(guid), each(true)));
  if (failure && failure.code !== 'ERR_GUID_NOT_FOUND') comparer.unread(guid, guid, reasonOf(failure));
}

/** Compares messages, from the list of all messages or conversation by conversation. */
export async function compareMessages(deps: EntityDeps, byConversation: boolean): Promise<void> {
  const { reader, comparer, below } = deps;
  const each = messageMarker(deps);
  if (byConversation) await compareConversations(deps, each);
  else {
    const failure = await readWholeList(reader.messages(), each);
    if (failure) comparer.unread(null, 'messages', reasonOf(failure));
  }
  for (const moved of deps.messages.threads.moved()) comparer.markMoved(moved);
  comparer.finish(below);
}

async function compareConversations(deps: EntityDeps, each: (row: TargetRow) => void): Promise<void> {
  const { reader, rows, comparer, below, concurrency } = deps;
  await eachOf(rows.parts(below), concurrency, async ({ part: name }) => {
    let count = 0;
    const counted = (row: TargetRow): void => {
      count++;
      each(row);
    };
    let failure = await readWholeList(reader.messages(name), counted);
    const short = shortConversationName(name);
    // Services use one of two names for the conversation of two users.
    if (count === 0 && short !== name && (!failure || isNoConversation(failure.code)))
      failure = await readWholeList(reader.messages(short), counted);
    if (failure && !isNoConversation(failure.code)) comparer.unread(name, name, reasonOf(failure));
  });
}

const isNoConversation = (code: string): boolean => code.startsWith('ERR_CONVERSATION_');

function messageMarker(deps: EntityDeps): (row: TargetRow) => void {
  const { comparer, below, messages } = deps;
  const order = new ConversationOrder(messages.ties);
  const ids = new IdOrder();
  return (row) => {
    deps.tick('messages');
    const conversation = conversationName(row) ?? '';
    if (below < 2 ** 32 && positionOf(conversation) >= below) return;
    if (!ids.follows(conversation, Number(row['sentAt']), Number(row['id']))) messages.againstTime();
    const ownKey = messages.keyOf(row['id']);
    const muid = ownKey ?? textOf(row['muid']);
    messages.threads.read(muid, row['id'], row['parentId']);
    const { sameCount } = comparer;
    const known =
      muid !== '' &&
      comparer.mark(muid, row, ({ at, id }) => {
        // A message whose time has changed is in another position for that reason.
        const placed = at === 0 || Number(row['sentAt']) === at;
        // A reply that was written live stands where it was written.
        return (
          ownKey !== undefined || Boolean(row['parentId']) || !placed || order.follows(conversation, at, id)
        );
      });
    if (row['parentId'] && comparer.sameCount > sameCount) messages.threads.readReply(muid, row['parentId']);
    if (known) return messages.read(muid, row['id']);
    if (isNotFromSource(row)) deps.written();
    else comparer.onlyTarget(muid || `id ${row['id']}`, conversation);
  };
}

/** True if a message needs no row in the source: an action or call, a reply in a thread, or a deleted message. */
export function isNotFromSource(row: TargetRow): boolean {
  const { category, parentId, deletedAt } = row;
  return category === 'action' || category === 'call' || Boolean(parentId) || Boolean(deletedAt);
}

/** A group of the service, as stored. */
type TargetGroup = {
  readonly guid: string;
  readonly owner: string | null;
  /** Number of members by the service; null if it sends none. */
  readonly members: number | null;
};

/** The groups of the service, in a table; their members are read next. */
export class TargetGroups {
  readonly #statements: PreparedStatements;
  /** True if all groups were read. */
  complete = false;

  constructor(db: DatabaseSync) {
    db.exec('CREATE TABLE target_groups (guid TEXT PRIMARY KEY, owner TEXT, members INTEGER) WITHOUT ROWID');
    this.#statements = new PreparedStatements(db);
  }

  add({ guid, owner, membersCount }: TargetRow): void {
    const members = Number(membersCount ?? Number.NaN);
    this.#statements.run(
      'INSERT OR IGNORE INTO target_groups VALUES (?, ?, ?)',
      String(guid),
      typeof owner === 'string' ? owner : null,
      Number.isSafeInteger(members) ? members : null,
    );
  }

  find(guid: string): TargetGroup | undefined {
    return this.#statements.first('SELECT guid, owner, members FROM target_groups WHERE guid = ?', guid);
  }
}
