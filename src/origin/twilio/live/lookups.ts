import type { LiveChange, LiveLookups, LivePlace } from '../../live/live-origin.ts';
import { OriginError, type OriginRow } from '../../origin.ts';
import {
  FAMILY,
  messagesOf,
  pageAt,
  type TwilioApi,
  type TwilioList,
  type TwilioRow,
  timeOf,
} from '../twilio-list.ts';
import { changedConversation, changedMember, changedUser, filledText, twilioMessage } from './records.ts';

const [PEOPLE, PAGE] = ['50', '100'];
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
    const path = `${pathOf(conversation)}/Messages/${encodeURIComponent(key)}`;
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
    const record = await this.#one(pathOf(id), signal);
    if (!record) return undefined;
    if (record['sid'] !== id) throw new OriginError('form', 'the answer is another conversation');
    const participants: TwilioRow[] = [];
    const list = { path: `${pathOf(id)}/Participants`, key: 'participants' };
    for await (const rows of this.#pages(list, `PageSize=${PAGE}`, signal)) participants.push(...rows);
    const users: OriginRow[] = [];
    for (const { identity } of participants) {
      const user = filledText(identity);
      const row = user === undefined ? undefined : await this.#knownUser(user, signal);
      if (row) users.push(row);
    }
    return [
      { list: 'conversations', row: record },
      ...participants.map((row) => ({ list: 'members', of: id, row })),
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
    for await (const rows of this.#pages({ path: '/Users', key: 'users' }, `PageSize=${PEOPLE}`, signal))
      for (const row of rows.filter(isRecent)) {
        const change = changedUser(row, { kind: 'upsert' });
        if (change) yield change;
      }
    const query = `EndDate=${new Date(until).toISOString().slice(0, 10)}T23%3A59%3A59Z&PageSize=${PAGE}`;
    for await (const rows of this.#pages({ path: '/Conversations', key: 'conversations' }, query, signal))
      for (const row of rows) yield* this.#changedOf(row, isRecent, from, signal);
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
    const list = messagesOf(`${pathOf(id)}/Messages`, PAGE, { from, created });
    const messages: TwilioRow[] = [];
    for await (const rows of this.#pages(list, new URLSearchParams(list.query).toString(), signal))
      messages.push(...rows.filter(isRecent));
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
    try {
      return (await this.#api.ask({ path, family: FAMILY }, signal)).body;
    } catch (error) {
      if (error instanceof OriginError && error.fault === 'gone') return undefined;
      throw error;
    }
  }

  async *#pages(
    list: Pick<TwilioList, 'path' | 'key' | 'isEnd'>,
    first: string,
    signal: AbortSignal,
  ): AsyncGenerator<readonly TwilioRow[]> {
    for (let at: string | undefined = first; at !== undefined; ) {
      const page: Awaited<ReturnType<typeof pageAt>> = await pageAt(this.#api, list, at, signal);
      yield page.rows;
      at = list.isEnd?.(page.rows) ? undefined : page.next;
    }
  }
}

const pathOf = (conversation: string): string => `/Conversations/${encodeURIComponent(conversation)}`;
