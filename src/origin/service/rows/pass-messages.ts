import type { StatementSync } from 'node:sqlite';
import type { Fate } from '../../../exports/tally.ts';
import { APP_UID } from '../../../input/entities/limits.ts';
import type { Policies } from '../../../input/entities/policies.ts';
import { LastVersions } from './last-versions.ts';
import { isGiven, type KeptMessage, messageResult } from './message-row.ts';
import type { KnownPeople } from './pass-people.ts';
import { noted, type RowMaking } from './row-making.ts';

type Row = Readonly<Record<string, unknown>>;

/** Times of the first and the last message, seconds since 1970. */
type Span = { first?: number; last?: number };

/** Writes messages with their reactions and pins, and users of whom nothing is left but messages. */
export async function passMessages(making: RowMaking, people: KnownPeople): Promise<Readonly<Span>> {
  const { pass, db } = making;
  const versions = new LastVersions(db, 'messages');
  const keys = new MessageKeys(making);
  // Of messages that are not among the records, but that replies, quotes and reactions are of.
  await pass('keys', (row) => keys.note(row));
  await pass('messages', (row) => {
    versions.note(String(row['id']), row);
    keys.note(row);
  });
  const span: Span = {};
  const gone = new Map<string, Row>();
  await pass('messages', (row) => {
    const last = versions.at(String(row['id']), row);
    if (last) addMessage(last, { making, people, keys, span, gone });
  });
  for (const user of gone.values()) {
    making.rows.add('users', user);
    making.tally.count('users', 'converted');
    noted(
      making,
      'users who were deleted permanently: %; they are written as deactivated ones, with their messages',
    );
  }
  await passReactions(making, keys, (uid) => people.hasUser(uid) || gone.has(uid));
  return span;
}

/** The keys of messages by their ids, and which of them can have reactions; on disk. */
class MessageKeys {
  readonly #prefix: string;
  readonly #insert: StatementSync;
  readonly #find: StatementSync;
  readonly #mark: StatementSync;

  constructor({ db, prefix }: Pick<RowMaking, 'db' | 'prefix'>) {
    this.#prefix = prefix;
    db.exec('CREATE TABLE keys (id TEXT PRIMARY KEY, muid TEXT, reacted INTEGER) WITHOUT ROWID');
    this.#insert = db.prepare('INSERT OR REPLACE INTO keys VALUES (?, ?, 0)');
    this.#find = db.prepare('SELECT muid, reacted FROM keys WHERE id = ?');
    this.#mark = db.prepare('UPDATE keys SET reacted = 1 WHERE id = ?');
  }

  note({ id, muid }: Row): void {
    this.#insert.run(String(id), typeof muid === 'string' && muid !== '' ? muid : null);
  }

  readonly muidOf = (id: string): string => this.#at(id)?.muid ?? `${this.#prefix}-${id}`;

  /** Takes note that reactions to a message count. */
  mark(id: string): void {
    this.#mark.run(id);
  }

  isMarked(id: string): boolean {
    return this.#at(id)?.reacted === 1;
  }

  #at(id: string): { readonly muid: string | null; readonly reacted: number } | undefined {
    return this.#find.get(id) as { readonly muid: string | null; readonly reacted: number } | undefined;
  }
}

type Adding = {
  readonly making: RowMaking;
  readonly people: KnownPeople;
  readonly keys: MessageKeys;
  readonly span: Span;
  /** Users without a record, by uid. */
  readonly gone: Map<string, Row>;
};

function addMessage(message: Row, adding: Adding): void {
  const { making, people, keys, span, gone } = adding;
  const result = messageResult(message, keys.muidOf);
  const left = 'left' in result ? { dropped: result.left, of: result.of } : whyLeft(message, adding);
  if ('left' in result || left) {
    making.tally.count('messages', left as Fate);
    return;
  }
  const { sender, receiver, receiverType, data, sentAt } = message;
  making.rows.add('messages', result.row);
  if (typeof sentAt === 'number') {
    span.first = Math.min(span.first ?? sentAt, sentAt);
    span.last = Math.max(span.last ?? sentAt, sentAt);
  }
  for (const uid of receiverType === 'user' ? [sender, receiver] : [sender])
    if (typeof uid === 'string' && !people.hasUser(uid)) gone.set(uid, goneUser(uid, data, sentAt));
  countParts(message, result, making);
  if (isGiven(message['deletedAt'])) return;
  const reactions = ((data ?? {}) as Row)['reactions'];
  if (Array.isArray(reactions) && reactions.length > 0) keys.mark(String(message['id']));
  const { pinnedAt, pinnedBy } = message;
  if (!isGiven(pinnedAt)) return;
  const by = people.hasUser(String(pinnedBy)) ? { uid: pinnedBy } : {};
  making.rows.add('pins', { muid: result.row['muid'], ...by, pinnedAt });
  making.tally.count('pins', fateOf(making.policies.pins));
}

/** Why a message that people wrote has no place; undefined if it has one. */
function whyLeft({ sender, receiver, receiverType }: Row, { making, people }: Adding): Fate | undefined {
  if (receiverType === 'group' && !people.hasGroup(String(receiver))) return { dropped: 'groupGone' };
  if (sender !== APP_UID) return undefined;
  noted(making, 'messages of the app itself, which cannot be the sender of an imported message: %');
  return { dropped: 'byTheApp' };
}

function countParts(
  message: Row,
  { files, expiring, isQuote }: Pick<KeptMessage, 'files' | 'expiring' | 'isQuote'>,
  making: RowMaking,
): void {
  const { tally, policies } = making;
  const has = (field: string): boolean => isGiven(message[field]);
  tally.count('messages', isQuote ? 'converted' : 'imported');
  tally.count('attachments', 'imported', files);
  if (has('parentId')) tally.count('replies', fateOf(policies.threads));
  if (has('editedAt')) tally.count('edits', fateOf(policies.edits));
  if (has('deletedAt')) tally.count('deletions', fateOf(policies.deletions));
  if (expiring > 0)
    noted(
      making,
      'addresses of files that stop working after a day or so: %; run soon, and copy the files',
      expiring,
    );
}

const fateOf = (policy: Policies['pins']): Fate =>
  policy === 'metadata' ? 'kept' : policy === 'write' ? 'imported' : { dropped: 'policy' };

/** A user whose account was deleted, as the message says who it was. */
function goneUser(uid: string, data: unknown, sentAt: unknown): Row {
  const { entities } = (data ?? {}) as {
    readonly entities?: Readonly<Record<string, { readonly entity?: Row }>>;
  };
  const found = ['sender', 'receiver']
    .map((side) => entities?.[side]?.entity)
    .find((each) => each?.['uid'] === uid);
  const name = found?.['name'];
  return { uid, name: typeof name === 'string' && name !== '' ? name : uid, deactivatedAt: sentAt };
}

/**
 * Writes the reactions to messages that have some: of each the last records, which may be several pages. Then those that came one
 * by one, whose messages are elsewhere.
 */
async function passReactions(
  { pass, db, rows, tally, policies, isPart }: RowMaking,
  keys: MessageKeys,
  hasUser: (uid: string) => boolean,
): Promise<void> {
  db.exec('CREATE TABLE reacted (id TEXT PRIMARY KEY, place INTEGER) WITHOUT ROWID');
  const insert = db.prepare('INSERT OR REPLACE INTO reacted VALUES (?, ?)');
  const find = db.prepare('SELECT place FROM reacted WHERE id = ?');
  let noting = 0;
  await pass('reactions', ({ page }, of) => {
    if (page === 0) insert.run(of, noting++);
  });
  let place = -1;
  await pass('reactions', ({ page, reactions }, of) => {
    if (page === 0) place++;
    if ((find.get(of) as { place: number } | undefined)?.place !== place || !Array.isArray(reactions)) return;
    for (const { reaction, uid, reactedAt } of reactions as readonly Row[]) {
      if (!(isPart || keys.isMarked(of)) || !hasUser(String(uid))) {
        tally.count('reactions', { dropped: keys.isMarked(of) ? 'userGone' : 'messageGone' });
        continue;
      }
      rows.add('reactions', { muid: keys.muidOf(of), uid, reaction, reactedAt });
      tally.count('reactions', fateOf(policies.reactions));
    }
  });
  await pass('reaction', ({ reaction, uid, reactedAt }, of) => {
    const isKnown = hasUser(String(uid));
    if (isKnown) rows.add('reactions', { muid: keys.muidOf(of), uid, reaction, reactedAt });
    tally.count('reactions', isKnown ? fateOf(policies.reactions) : { dropped: 'userGone' });
  });
}
