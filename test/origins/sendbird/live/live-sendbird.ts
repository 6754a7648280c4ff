import { openAsk } from '../../../../src/origin/ask/open-ask.ts';
import type { LiveChange, LivePlace } from '../../../../src/origin/live/live-origin.ts';
import type { OriginAccount } from '../../../../src/origin/origin.ts';
import { sendbirdLive } from '../../../../src/origin/sendbird/live/sendbird-live.ts';
import { sendbird } from '../../../../src/origin/sendbird/sendbird.ts';
import { Secret } from '../../../../src/service/transport/secret.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { type Channel, ChatApp, type Message } from '../chat-app.ts';
import { eventBody, type FakeOptions, fakeSendbird } from '../fake-sendbird.ts';

type Row = Readonly<Record<string, unknown>>;

export const never = new AbortController().signal;
export const KEY = 'master-key';
export const T = 1_760_000_000_000;

/** Ann and Bob with a team, two of them alone, an open hall, and a message in each. */
export function chatApp(): ChatApp {
  const app = new ChatApp();
  for (const id of ['ann', 'bob', 'cid']) app.addUser(id, `Name of ${id}`);
  app.addChannel('team', ['ann', { ...memberOf('bob'), role: 'operator' }]);
  app.addChannel('duo', ['ann', 'bob'], { is_distinct: true });
  app.addChannel('hall', [], { kind: 'open_channels' });
  app.write('team', 'ann', 1, T + 1);
  app.write('duo', 'bob', 2, T + 2);
  app.write('hall', 'cid', 3, T + 3);
  return app;
}

const memberOf = (user_id: string) => ({
  user_id,
  nickname: `Name of ${user_id}`,
  is_active: true,
  state: 'joined',
});

/** The message of a channel with an id. */
export function messageIn(app: ChatApp, id: number): Message {
  for (const all of app.messages.values()) for (const row of all) if (row.message_id === id) return row;
  throw new Error(`no message ${id}`);
}

/** An event as Sendbird sends it. */
export function eventOf(app: ChatApp, category: string, channel: string, more: Row = {}): Row {
  const found = app.channels.get(channel) as Channel;
  const { name, channel_url, custom_type = '', is_distinct, data = '' } = found;
  const isOpen = found.kind === 'open_channels';
  const kind = { is_public: false, is_super: false, is_ephemeral: false, is_discoverable: false };
  return {
    category: `${isOpen ? 'open' : 'group'}_channel:${category}`,
    app_id: 'APP-1',
    channel: { name, channel_url, custom_type, data, ...(isOpen ? {} : { is_distinct, ...kind }) },
    ...(isOpen
      ? {}
      : {
          members: found.members.map(({ user_id, nickname, state }) => ({
            user_id,
            nickname,
            profile_url: '',
            is_active: true,
            is_online: false,
            state,
            unread_message_count: 1,
          })),
        }),
    ...more,
  };
}

/** The event of a message: as a list names its parts, but of files. */
export function messageEvent(app: ChatApp, word: string, id: number, more: Row = {}): Row {
  const row = messageIn(app, id);
  const { message_id, message, custom_type, data, created_at, updated_at, type, user, file } = row;
  const { url, name, type: mime, size } = (file ?? {}) as Row;
  const files = url === undefined ? {} : { url, filename: name, content_type: mime, file_size: size };
  const parent = row['parent_message_id'];
  return eventOf(app, word, String(row['channel_url']), {
    sender: user,
    silent: false,
    sender_ip_addr: '203.0.113.5',
    custom_type,
    mention_type: 'users',
    mentioned_users: row['mentioned_users'],
    type,
    payload: {
      message_id,
      custom_type,
      message,
      translations: {},
      created_at,
      ...(updated_at > 0 ? { updated_at } : {}),
      data,
      ...files,
      ...(parent === undefined ? {} : { parent_message_id: parent }),
    },
    sdk: 'API',
    ...more,
  });
}

/** The application over a fake, with what reads its events. */
export async function liveSendbird(app = chatApp(), options: FakeOptions = {}) {
  const fake = await fakeSendbird(app, options);
  const account: OriginAccount = {
    names: { appId: 'APP-1' },
    secrets: { key: new Secret(KEY) },
    by: 'auto',
    host: fake.host,
    requestsPerSecond: 1_000,
  };
  const asking = openAsk(sendbird, account, realSystem);
  const place: LivePlace = { account, ask: asking.ask, system: realSystem };
  return {
    app,
    fake,
    place,
    hooks: sendbirdLive.hooks(place),
    lookups: sendbirdLive.lookups(place),
    changes: (event: object): readonly LiveChange[] => {
      const reading = sendbirdLive.read({ headers: {}, body: Buffer.from(eventBody(event)) }, account);
      if ('fault' in reading) throw new Error(`${reading.fault}: ${reading.message}`);
      return reading.changes;
    },
    async [Symbol.asyncDispose]() {
      await asking[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}
