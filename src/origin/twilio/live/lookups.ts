import type { LiveChange, LiveLookups, LivePlace } from '../../live/live-origin.ts';
import { OriginError, type OriginRow, rowsInList, unlessGone } from '../../origin.ts';
import {
  conversationPath,
  conversationsUntil,
  FAMILY,
  messagesOf,
  participantsOf,
  type TwilioApi,
  type TwilioList,
  type TwilioRow,
  timeOf,
  twilioList,
  USERS,
} from '../twilio-list.ts';
import { changedConversation, changedMember, changedUser, filledText, twilioMessage } from './records.ts';

/** Conversations, and users, that are remembered: every event of a message needs its conversation. */
const [REMEMBERED_MAX, REMEMBERED_MS] = [2_000, 60_000];

/** Asks an account for single records, and for what may have changed. */
export class TwilioLookups implements LiveLookups {
  readonly #api: TwilioApi;
  readonly #now: () => number;
  readonly #remembered = new Map<
    string,
    { readonly rows: readonly OriginRow[] | undefined; readonly at: number }
  >();

  constructor(api: TwilioApi, { clock }: LivePlace['system']) {
    this.#api = api;
    this.#now = () => clock.now();
  }

  message: LiveLookups['message'] = async ({ key, conversation }, signal) => {
    if (conversation === undefined) return undefined;
    const path = `${conversationPath(conversation)}/Messages/${encodeURIComponent(key)}`;
    const row = await this.#one(path, signal);
    if (!row) return undefined;
    if (row['sid'] !== key) throw new OriginError('form', 'the answer is another message');
    const context = await this.#context(conversation, signal);
    return context && twilioMessage(row, { kind: 'upsert', context });
  };

  complete: NonNullable<LiveLookups['complete']> = async (change, signal) => {
    const { entity, conversation = '', version } = change;
    const gone: LiveChange = { ...change, kind: 'gone', isWhole: true };
    if (entity === 'messages') {
      const found = await this.message(change, signal);
      return found ? { ...found, isNew: change.isNew } : gone;
    }
    const rows = await this.conversation(conversation, signal);
    this.#remember(conversation, rows);
    if (!rows) return entity === 'groups' ? gone : undefined;
    const isOwn =
      entity === 'groups'
        ? ({ list }: OriginRow): boolean => list === 'conversations'
        : ({ list, row }: OriginRow): boolean =>
            list === 'members' && changedMember(row, { kind: 'upsert' })?.key === change.key;
    const own = rows.find(isOwn);
    if (!own) return gone;
    const context = rows.filter((each) => each !== own);
    return { ...change, version, rows: [own, ...context], isWhole: true };
  };

  conversation: LiveLookups['conversation'] = async (id, signal) => {
    const record = await this.#one(conversationPath(id), signal);
    if (!record) return undefined;
    if (record['sid'] !== id) throw new OriginError('form', 'the answer is another conversation');
    const participants = await Array.fromAsync(this.#rowsOf(participantsOf(id), signal));
    const users: OriginRow[] = [];
    for (const { row: participant } of participants) {
      const user = filledText(participant['identity']);
      const row = user === undefined ? undefined : await this.#knownUser(user, signal);
      if (row) users.push(row);
    }
    return [
      { list: 'conversations', row: record },
      ...participants.map((participant) => ({ ...participant, of: id })),
      ...users,
    ];
  };

  user: LiveLookups['user'] = async (id, signal) => {
    const row = await this.#one(`/Users/${encodeURIComponent(id)}`, signal);
    return row && row['identity'] === id ? { list: 'users', row } : undefined;
  };

  /** Nothing tells what has changed: all is listed, and messages from the time on. */
  async *changedIn(from: number, until: number, signal: AbortSignal): AsyncGenerator<LiveChange> {
    const isRecent = (row: TwilioRow): boolean =>
      !(Math.max(timeOf(row['date_updated']), timeOf(row['date_created'])) < from - 1_000);
    for await (const { row } of this.#rowsOf(USERS, signal)) {
      const change = isRecent(row) ? changedUser(row, { kind: 'upsert' }) : undefined;
      if (change) yield change;
    }
    for await (const { row } of this.#rowsOf(conversationsUntil(until), signal))
      yield* this.#changedOf(row, isRecent, from, signal);
  }

  async *#changedOf(
    record: TwilioRow,
    isRecent: (row: TwilioRow) => boolean,
    from: number,
    signal: AbortSignal,
  ): AsyncGenerator<LiveChange> {
    const id = filledText(record['sid']);
    // Nobody writes in a closed one.
    if (id === undefined || (record['state'] === 'closed' && !isRecent(record))) return;
    const created = timeOf(record['date_created']);
    const messages: TwilioRow[] = [];
    for await (const { row } of this.#rowsOf(messagesOf(id, { from, created }), signal))
      if (isRecent(row)) messages.push(row);
    const context = await this.#context(id, signal);
    if (!context) return;
    if (isRecent(record)) {
      const change = changedConversation(record, { kind: 'upsert', context: context.slice(1) });
      if (change) yield change;
    }
    for (const own of context)
      if (own.list === 'members' && isRecent(own.row)) {
        const others = context.filter((each) => each !== own);
        const change = changedMember(own.row, { kind: 'upsert', context: others });
        if (change) yield change;
      }
    for (const row of messages.toSorted((a, b) => Number(a['index']) - Number(b['index']))) {
      const change = twilioMessage(row, { kind: 'upsert', context });
      if (change) yield change;
    }
  }

  /** The records of a conversation, which may be some seconds old; undefined if it is there no more. */
  async #context(id: string, signal: AbortSignal): Promise<readonly OriginRow[] | undefined> {
    return await this.#known(id, () => this.conversation(id, signal));
  }

  async #knownUser(id: string, signal: AbortSignal): Promise<OriginRow | undefined> {
    const rows = await this.#known(`user ${id}`, async () => {
      const row = await this.user(id, signal);
      return row && [row];
    });
    return rows?.[0];
  }

  async #known(
    name: string,
    ask: () => Promise<readonly OriginRow[] | undefined>,
  ): Promise<readonly OriginRow[] | undefined> {
    const known = this.#remembered.get(name);
    if (known && this.#now() - known.at < REMEMBERED_MS) return known.rows;
    const rows = await ask();
    this.#remember(name, rows);
    return rows;
  }

  #remember(name: string, rows: readonly OriginRow[] | undefined): void {
    if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
    this.#remembered.set(name, { rows, at: this.#now() });
  }

  /** One record; undefined if it is there no more. */
  async #one(path: string, signal: AbortSignal): Promise<TwilioRow | undefined> {
    return (await unlessGone(this.#api.ask({ path, family: FAMILY }, signal)))?.body;
  }

  #rowsOf(list: TwilioList, signal: AbortSignal): AsyncGenerator<OriginRow> {
    return rowsInList(twilioList(this.#api, list), signal);
  }
}
