import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../support/repository.ts';

/** A record as the API answers it. */
export type Row = Readonly<Record<string, unknown>>;

const ACCOUNT = 'AC00000000000000000000000000000000';
const SERVICE = 'IS00000000000000000000000000000000';
const SYNTHETIC = join(repository, 'test/fixtures/exports/twilio/synthetic');

const sid = (kind: string, name: string): string => `${kind}${hash('md5', `${kind} ${name}`)}`;

/** What an account has, with the changes that people make to it between two nights. */
export class TwilioData {
  readonly account = ACCOUNT;
  readonly service = SERVICE;
  users: readonly Row[];
  conversations: readonly Row[];
  roles: readonly Row[] = [];
  services: readonly Row[] = [{ sid: SERVICE, account_sid: ACCOUNT, friendly_name: 'default' }];
  /** Of each conversation, in the order of their index. */
  readonly participants = new Map<string, readonly Row[]>();
  readonly messages = new Map<string, readonly Row[]>();
  readonly #nextIndex = new Map<string, number>();

  constructor(users: readonly Row[] = [], conversations: readonly Row[] = []) {
    this.users = users;
    this.conversations = conversations;
  }

  user(identity: string, name = identity.toUpperCase()): this {
    const at = '2026-01-01T08:00:00Z';
    const of = { account_sid: ACCOUNT, chat_service_sid: SERVICE, date_created: at, date_updated: at };
    const own = { identity, friendly_name: name, attributes: '{}', role_sid: sid('RL', 'user') };
    this.users = [...this.users, { sid: sid('US', identity), ...of, ...own }];
    return this;
  }

  /** A conversation; its sid. */
  conversation(name: string, identities: readonly string[], more: Row = {}): string {
    const id = sid('CH', name);
    const at = '2026-01-01T09:00:00Z';
    const of = { account_sid: ACCOUNT, chat_service_sid: SERVICE, date_created: at, date_updated: at };
    const own = { friendly_name: name, unique_name: null, attributes: '{}', state: 'active', timers: {} };
    this.conversations = [...this.conversations, { sid: id, ...of, ...own, bindings: {}, ...more }];
    this.participants.set(
      id,
      identities.map((identity) => ({
        sid: sid('MB', `${name} ${identity}`),
        account_sid: ACCOUNT,
        conversation_sid: id,
        identity,
        attributes: '{}',
        messaging_binding: null,
        role_sid: sid('RL', 'user'),
        date_created: at,
        date_updated: at,
        last_read_message_index: null,
      })),
    );
    this.messages.set(id, []);
    return id;
  }

  /** A message behind the others; its sid. */
  message(conversation: string, author: string, time: string, more: Row = {}): string {
    const others = this.messages.get(conversation) ?? [];
    // That of a deleted message is not given again.
    const index = this.#nextIndex.get(conversation) ?? others.length;
    this.#nextIndex.set(conversation, index + 1);
    const id = sid('IM', `${conversation} ${index}`);
    const of = { account_sid: ACCOUNT, conversation_sid: conversation, participant_sid: null };
    const own = { author, body: `${author} ${index}`, media: null, attributes: '{}', delivery: null };
    const at = { index, date_created: time, date_updated: time, content_sid: null };
    this.messages.set(conversation, [...others, { sid: id, ...of, ...own, ...at, ...more }]);
    return id;
  }

  edit(message: string, change: Row): void {
    for (const [of, rows] of this.messages)
      this.messages.set(
        of,
        rows.map((row) => (row['sid'] === message ? { ...row, ...change } : row)),
      );
  }

  delete(message: string): void {
    for (const [of, rows] of this.messages)
      this.messages.set(
        of,
        rows.filter((row) => row['sid'] !== message),
      );
  }

  rename(conversation: string, name: string): void {
    this.conversations = this.conversations.map((row) =>
      row['sid'] === conversation ? { ...row, friendly_name: name } : row,
    );
  }

  leave(conversation: string, identity: string): void {
    const rows = this.participants.get(conversation) ?? [];
    this.participants.set(
      conversation,
      rows.filter((row) => row['identity'] !== identity),
    );
  }

  /** Deletes a conversation with all that is in it. */
  remove(conversation: string): void {
    this.conversations = this.conversations.filter((row) => row['sid'] !== conversation);
    this.participants.delete(conversation);
    this.messages.delete(conversation);
  }
}

/** The synthetic conversations, which also stand in files; the API has no messages of a conversation that there is not. */
export function syntheticTwilio(): TwilioData {
  const data = new TwilioData(rowsIn('users.json'), rowsIn('conversations.json'));
  for (const { sid: id } of data.conversations) {
    const files = readdirSync(join(SYNTHETIC, String(id))).toSorted();
    const of = (part: string): readonly Row[] =>
      files.filter((file) => file.startsWith(part)).flatMap((file) => rowsIn(`${id}/${file}`));
    data.participants.set(String(id), of('participants'));
    data.messages.set(String(id), of('messages'));
  }
  return data;
}

function rowsIn(file: string): readonly Row[] {
  const page = JSON.parse(readFileSync(join(SYNTHETIC, file), 'utf8')) as Readonly<
    Record<string, readonly Row[]>
  >;
  const { key } = page['meta'] as unknown as { readonly key: string };
  return page[key] ?? [];
}

const DAY_MS = 86_400_000;
const NOW = Date.now();

/** A time before these tests began, as the API writes it. */
export const daysAgo = (days: number): string =>
  new Date(NOW - days * DAY_MS).toISOString().replace(/\.\d+/, '');

/** A small account: the conversation `quay` has three pages of messages, `harbour` none. */
export function talkative(): TwilioData {
  const data = new TwilioData().user('ann').user('ben').user('cy');
  const quay = data.conversation('quay', ['ann', 'ben']);
  data.conversation('harbour', ['ann', 'ben', 'cy']);
  for (let each = 0; each < 250; each++) data.message(quay, 'ann', daysAgo(20 - each / 100));
  return data;
}
