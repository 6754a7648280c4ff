import { isRecord } from '../../service/transport/transport.ts';
import { accounts } from '../accounts.ts';
import {
  type Ask,
  type OpenOrigin,
  type Origin,
  type OriginAccount,
  type OriginConversation,
  OriginError,
  type OriginList,
  type OriginRow,
  unlessGone,
} from '../origin.ts';
import { isOwnHost } from '../own-host.ts';
import { exportJobs, formerJobs } from './export-job.ts';
import { messagesByTime, tokenList } from './lists.ts';
import {
  askSendbird,
  CHANNELS,
  type ChannelKind,
  channelKind,
  channelPath,
  conversationOfChannel,
  isKeyRefused,
  listedMembers,
  naturalNumber,
  sendbirdRows,
  text,
} from './records.ts';

type Row = OriginRow['row'];

const USERS = '/users?active_mode=all&show_bot=true';
/** Those of which Sendbird would leave some out by itself, too. */
const GROUP_CHANNELS =
  '/group_channels?show_member=true&show_empty=true&show_frozen=true&distinct_mode=all&public_mode=all&super_mode=all&order=chronological';
const OPEN_CHANNELS = '/open_channels?show_frozen=true';
const MEMBERS = 'members?member_state_filter=all&operator_filter=all&muted_member_filter=all';
/** Users who are asked for at once: their ids stand in the address. */
const PEOPLE_AT_ONCE = 20;
/** Time that is read by list beside export jobs: what is gone in it later is known to have been there. */
const BY_LIST_MS = 31 * 86_400_000;

/** Sendbird's Platform API. */
export const sendbird: Origin = {
  system: 'sendbird',
  label: 'Sendbird',
  ...accounts.sendbird,
  // Those of a free trial; answers state those of the plan.
  perMinute: {
    users: 600,
    channels: 600,
    members: 600,
    messages: 600,
    jobs: 300,
    settings: 300,
    writes: 300,
  },
  pages: {
    users: { rows: 100, family: 'users' },
    conversations: { rows: 100, family: 'channels' },
    messages: { rows: 200, family: 'messages' },
  },
  tellsChanges: false,
  unseen: [
    'members of a channel of more than 100 who were replaced by as many others while nobody wrote there',
    'reactions, edits and deletions of messages older than what is read anew',
    'with by: export, messages from before 2013',
  ],
  isKeyRefused,
  headers: ({ secrets }) => ({ 'api-token': secrets['key']?.reveal() ?? '' }),
  files: {
    isOwn: (address, api) => isOwnHost(address, api, ['.sendbird.com']),
    // The hosts of Sendbird give files with `require_auth` to whoever has the key.
    open: ({ secrets }) => ({
      open: async ({ href }) => ({ url: href, headers: { 'api-token': secrets['key']?.reveal() ?? '' } }),
    }),
  },
  open: (account, ask, { clock }) => new Account(account, askSendbird(ask), clock),
};

class Account implements OpenOrigin {
  readonly #account: OriginAccount;
  readonly #ask: Ask;
  readonly #clock: Parameters<typeof exportJobs>[2];
  /** True if export jobs write the messages in this pull: nights are read by list, whatever wrote the rest. */
  #usesJobs = false;

  constructor(account: OriginAccount, ask: Ask, clock: Parameters<typeof exportJobs>[2]) {
    this.#account = account;
    this.#ask = ask;
    this.#clock = clock;
  }

  async check(signal: AbortSignal): Promise<string> {
    const { body } = await this.#ask({ path: `${USERS}&limit=1`, family: 'users' }, signal);
    return sendbirdRows(body, 'users', '/users').length > 0 ? 'its users can be read' : 'it has no users';
  }

  /** Sendbird tells no numbers of an application. */
  counts(): Promise<Record<never, never>> {
    return Promise.resolve({});
  }

  tops({ until, since }: Parameters<OpenOrigin['tops']>[0]): readonly OriginList[] {
    const isByJobs = this.#account.by === 'export';
    this.#usesJobs = isByJobs && since === undefined;
    const channels = (['group', 'open'] as const)
      .filter((kind) => this.#reads(kind))
      .map((kind) => ({
        path: kind === 'group' ? GROUP_CHANNELS : OPEN_CHANNELS,
        member: 'channels',
        family: 'channels',
        rowOf: channelRow,
      }));
    return [
      tokenList('users', [{ path: USERS, member: 'users', family: 'users', rowOf: userRow }], this.#ask),
      tokenList('conversations', channels, this.#ask),
      ...(isByJobs ? [this.#usesJobs ? exportJobs(until, this.#ask, this.#clock) : formerJobs] : []),
    ];
  }

  conversationOf(row: Row): OriginConversation | undefined {
    const channel = conversationOfChannel(row);
    const kind = channelKind(row);
    const { since } = this.#account;
    if (!channel || !this.#reads(kind)) return undefined;
    return since !== undefined && kind === 'group' && (channel.newest ?? 0) < since ? undefined : channel;
  }

  listsOf(
    { id, newest }: OriginConversation,
    row: Row,
    { until, from = this.#usesJobs ? until - BY_LIST_MS : undefined }: Parameters<OpenOrigin['listsOf']>[2],
  ): readonly OriginList[] {
    const kind = channelKind(row);
    const begin = Math.max(0, Math.floor(from ?? 0));
    const span = { channel: id, kind: CHANNELS[kind], from: begin, until, newest };
    return [
      ...(kind === 'group' ? [this.#membersOf(id, row)] : []),
      { name: 'messages', ...(from === undefined ? {} : { from }), ...messagesByTime(span, this.#ask) },
    ];
  }

  /** The members that the record of a channel has need no request. */
  #membersOf(of: string, row: Row): OriginList {
    const listed = listedMembers(row)?.map((member) => ({ list: 'members', of, row: member }));
    if (listed) return { name: 'members', first: 'listed', step: async () => ({ rows: listed }) };
    const path = channelPath(CHANNELS.group, of, MEMBERS);
    const rowOf = (member: Row): OriginRow => ({ list: 'members', of, row: member });
    return tokenList('members', [{ path, member: 'members', family: 'members', rowOf }], this.#ask);
  }

  /** The record of a group channel has its last message; of an open one the last message is asked for. */
  async lookAgain(
    { id }: OriginConversation,
    row: Row,
    signal: AbortSignal,
  ): ReturnType<NonNullable<OpenOrigin['lookAgain']>> {
    const kind = channelKind(row);
    const path = channelPath(CHANNELS[kind], id);
    const record = await unlessGone(this.#ask({ path, family: 'channels' }, signal));
    if (!record) return undefined;
    if (text(record.body['channel_url']) !== id)
      throw new OriginError('form', `${path}: the answer is another record`);
    if (kind === 'group') {
      const { last_message: last } = record.body;
      return { newest: last === null ? 0 : conversationOfChannel(record.body)?.newest };
    }
    const list = `${path}/messages`;
    const query = `message_ts=${Number.MAX_SAFE_INTEGER}&include=true&prev_limit=1&next_limit=0&include_reply_type=all`;
    const { body } = await this.#ask({ path: `${list}?${query}`, family: 'messages' }, signal);
    const [last] = sendbirdRows(body, 'messages', list);
    return { newest: last && naturalNumber(last['created_at']) };
  }

  messageOf(row: Row): ReturnType<OpenOrigin['messageOf']> {
    const [id, time] = [text(row['message_id']), naturalNumber(row['created_at'])];
    if (id === undefined || time === undefined) return undefined;
    return { id, time, sender: isRecord(row['user']) ? text(row['user']['user_id']) : undefined };
  }

  userOf(row: Row): string | undefined {
    return text(row['user_id']);
  }

  people(ids: readonly string[]): OriginList {
    // Ids stand with a comma between them: one that has a comma itself cannot be asked for, nor one that no address can have.
    const asked = ids.filter((id) => !id.includes(',') && id.isWellFormed());
    const parts = Array.from({ length: Math.ceil(asked.length / PEOPLE_AT_ONCE) }, (_, part) => {
      const some = asked.slice(part * PEOPLE_AT_ONCE, (part + 1) * PEOPLE_AT_ONCE);
      const path = `${USERS}&user_ids=${encodeURIComponent(some.join(','))}`;
      return { path, member: 'users', family: 'users', rowOf: userRow };
    });
    return tokenList('people', parts, this.#ask);
  }

  #reads(kind: ChannelKind): boolean {
    return this.#account.types?.includes(kind) ?? true;
  }
}

const userRow = (row: Row): OriginRow => ({ list: 'users', row });

/** A channel without an address could not be read, and nobody would miss it. */
function channelRow(row: Row): OriginRow {
  if (conversationOfChannel(row) !== undefined) return { list: 'conversations', row };
  throw new OriginError('form', 'Sendbird lists a channel that has no channel_url');
}
