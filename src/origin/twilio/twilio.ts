import { isRecord } from '../../service/transport/transport.ts';
import { accounts } from '../accounts.ts';
import { type OpenOrigin, type Origin, type OriginConversation, OriginError, unlessGone } from '../origin.ts';
import { twilioFiles } from './files.ts';
import {
  conversationPath,
  conversationsUntil,
  FAMILY,
  messagesOf,
  PAGE,
  PEOPLE_A_PAGE,
  pageAt,
  participantsOf,
  type TwilioApi,
  type TwilioRow,
  timeOf,
  twilioList,
  USERS,
} from './twilio-list.ts';

/** Twilio publishes no limit of reads: that of its other lists, 20 a second. */
const PER_MINUTE = 1_200;
/** The code of an answer that says that something is not there. */
const NOT_FOUND = 20_404;

/** Twilio Conversations. */
export const twilio: Origin = {
  ...accounts.twilio,
  system: 'twilio',
  label: 'Twilio',
  perMinute: { [FAMILY]: PER_MINUTE },
  pages: {
    users: { rows: 50, family: FAMILY },
    conversations: { rows: 100, family: FAMILY },
    members: { rows: 100, family: FAMILY },
    messages: { rows: 100, family: FAMILY },
  },
  tellsChanges: false,
  unseen: [
    'messages that were changed or deleted, or were written with an older date, before the time that is read again',
    'what was deleted in a closed conversation',
  ],
  lacks: [
    'what was deleted before',
    'the bytes of media, unless  files:  copies them',
    'the text of templates',
  ],
  headers: ({ names, secrets }) => {
    const key = `${names['keySid']}:${secrets['secret']?.reveal()}`;
    return { authorization: `Basic ${Buffer.from(key).toString('base64')}`, accept: 'application/json' };
  },
  files: twilioFiles,
  isGone: (_status, body) => isRecord(body) && body['code'] === NOT_FOUND,
  open(account, ask) {
    const { types, since, names } = account;
    const api: TwilioApi = {
      ask,
      address: accounts.twilio.address(account),
      account: names['account'] ?? '',
    };
    return new TwilioAccount(api, { types, since, service: names['service'] });
  },
};

/** The ids of services and conversations, by the public document of the API. */
const SID = /^(?:IS|CH)[0-9a-f]{32}$/i;
const isSid = (value: unknown): value is string => typeof value === 'string' && SID.test(value);

/** Names a conversation without an id: it could not be read, and nobody would miss it. */
function withIds(rows: readonly TwilioRow[]): false {
  const odd = rows.find(({ sid }) => !isSid(sid));
  if (!odd) return false;
  const sid = JSON.stringify(odd['sid'])?.slice(0, 60) ?? 'none';
  throw new OriginError('form', `Twilio lists a conversation whose  sid  is no id: ${sid}`);
}

type Wanted = {
  /** States of conversations, which have no other types. */
  readonly types: readonly string[] | undefined;
  readonly since: number | undefined;
  readonly service: string | undefined;
};

/** An account, or a service of it, that is read. */
class TwilioAccount implements OpenOrigin {
  readonly #api: TwilioApi;
  readonly #wanted: Wanted;

  constructor(api: TwilioApi, wanted: Wanted) {
    this.#api = api;
    this.#wanted = wanted;
  }

  /** Asks for the services: those that are not named are not read. */
  async check(signal: AbortSignal): Promise<string> {
    const { service } = this.#wanted;
    if (service !== undefined) {
      await pageAt(this.#api, { path: '/Users', key: 'users' }, 'PageSize=1', signal);
      return `the service ${service}`;
    }
    const list = { path: '/Services', key: 'services' };
    const { rows, next } = await pageAt(this.#api, list, `PageSize=${PAGE}`, signal);
    if (rows.length < 2) return 'its only service';
    const sids = rows.map(({ sid }) => sid).filter(isSid);
    return `the default one of ${next === undefined ? '' : 'more than '}${rows.length} services; for another one,  api.service: IS…  (${sids.slice(0, 3).join(', ')}${sids.length > 3 ? ', …' : ''})`;
  }

  /** Twilio counts nothing: a number is known where a list has one page. */
  async counts(signal: AbortSignal) {
    const countOf = async (path: string, key: string, size: string): Promise<number | undefined> => {
      const { rows, next } = await pageAt(this.#api, { path, key }, `PageSize=${size}`, signal);
      return next === undefined ? rows.length : undefined;
    };
    return {
      users: await countOf('/Users', 'users', PEOPLE_A_PAGE),
      conversations: await countOf('/Conversations', 'conversations', PAGE),
    };
  }

  tops: OpenOrigin['tops'] = ({ until }) => [
    twilioList(this.#api, USERS),
    twilioList(this.#api, { ...USERS, name: 'roles', key: 'roles', path: '/Roles' }),
    twilioList(this.#api, { ...conversationsUntil(until), isEnd: withIds }),
  ];

  conversationOf(row: TwilioRow): OriginConversation | undefined {
    const { sid, state, date_updated: updated } = row;
    const { types, since } = this.#wanted;
    if (typeof sid !== 'string') return undefined;
    // One in a state that is not known is wanted by whoever wants all.
    if (types && !types.includes(String(state))) return undefined;
    // The record says nothing of messages; only in a closed conversation nobody writes any more.
    if (state !== 'closed') return { id: sid };
    if (since !== undefined && timeOf(updated) < since) return undefined;
    return { id: sid, mark: `closed ${String(updated)}` };
  }

  listsOf: OpenOrigin['listsOf'] = ({ id }, row, { from }) => [
    twilioList(this.#api, participantsOf(id)),
    twilioList(this.#api, messagesOf(id, { from, created: timeOf(row['date_created']) })),
  ];

  lookAgain: NonNullable<OpenOrigin['lookAgain']> = async ({ id }, _, signal) => {
    const path = conversationPath(id);
    const record = await unlessGone(this.#api.ask({ path, family: FAMILY }, signal));
    if (!record) return undefined;
    if (record.body['sid'] !== id)
      throw new OriginError('form', `${this.#api.address}${path} answers with another record`);
    const list = { path: `${path}/Messages`, key: 'messages' };
    const { rows } = await pageAt(this.#api, list, 'Order=desc&PageSize=1', signal);
    const time = timeOf(rows[0]?.['date_created']);
    return { newest: Number.isNaN(time) ? undefined : time };
  };

  messageOf: OpenOrigin['messageOf'] = ({ sid, author, date_created: created }) => {
    const time = timeOf(created);
    if (typeof sid !== 'string' || sid === '' || Number.isNaN(time)) return undefined;
    return { id: sid, time, sender: typeof author === 'string' ? author : undefined };
  };

  userOf: OpenOrigin['userOf'] = ({ identity }) => (typeof identity === 'string' ? identity : undefined);
}
