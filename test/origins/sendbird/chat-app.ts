import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Row = Record<string, unknown>;
export type Member = Row & { user_id: string };
export type Channel = Row & {
  channel_url: string;
  kind: 'group_channels' | 'open_channels';
  members: Member[];
};
export type Message = Row & { message_id: number; created_at: number; updated_at: number };

const FOLDER_OF = { users: 'active_users', channels: 'group_channels', messages: 'messages' } as const;

/** An application with its people and channels, as the API of Sendbird tells of them. */
export class ChatApp {
  readonly users = new Map<string, Row>();
  readonly channels = new Map<string, Channel>();
  /** Of each channel, in order of time; removed ones too. */
  readonly messages = new Map<string, Message[]>();

  /** What an export has, in the form of the API: of copies the newest, and no messages of unknown channels. */
  static ofExport(folder: string): ChatApp {
    const app = new ChatApp();
    const read = (part: keyof typeof FOLDER_OF): Row[] =>
      readdirSync(join(folder, part))
        .sort()
        .flatMap((name) => JSON.parse(readFileSync(join(folder, part, name), 'utf8'))[FOLDER_OF[part]]);
    for (const { last_seen_at: _, ...user } of read('users'))
      app.users.set(String(user['user_id']), { ...user, last_seen_at: -1, access_token: 'token-of-a-user' });
    for (const { members, last_message: _, ...channel } of read('channels'))
      app.addChannel(
        String(channel['channel_url']),
        (members as Row[]).map(({ name, image, role, user_id, is_active }) =>
          member(String(user_id), { nickname: name, profile_url: image, is_active, role: role || 'none' }),
        ),
        channel,
      );
    const newest = new Map<unknown, Message>();
    for (const row of read('messages') as Message[]) {
      const before = newest.get(row.message_id);
      if (!before || before.updated_at <= row.updated_at) newest.set(row.message_id, row);
    }
    for (const row of newest.values()) if (app.channels.has(String(row['channel_url']))) app.add(row);
    return app;
  }

  addUser(user_id: string, nickname = user_id): void {
    this.users.set(user_id, {
      user_id,
      nickname,
      profile_url: '',
      is_active: true,
      last_seen_at: 0,
      metadata: {},
    });
  }

  addChannel(
    channel_url: string,
    members: readonly (string | Member)[],
    { kind = 'group_channels', ...rest }: Partial<Pick<Channel, 'kind'>> & Row = {},
  ): void {
    const all = members.map((each) => (typeof each === 'string' ? member(each) : each));
    const facts = {
      name: channel_url,
      cover_url: '',
      created_at: 1_751_295_600,
      is_distinct: false,
      freeze: false,
    };
    this.channels.set(channel_url, { ...facts, ...rest, channel_url, kind, members: all });
    this.messages.set(channel_url, []);
  }

  add(message: Message): void {
    const all = this.messages.get(String(message['channel_url'])) ?? [];
    all.push(message);
    all.sort((a, b) => a.created_at - b.created_at || a.message_id - b.message_id);
  }

  /** Somebody writes. @throws Error if the channel is frozen, and they are no operator of it */
  write(channel_url: string, user_id: string, message_id: number, created_at: number, rest: Row = {}): void {
    const channel = this.channels.get(channel_url);
    const isOperator = channel?.members.some(
      (each) => each.user_id === user_id && each['role'] === 'operator',
    );
    if (channel?.['freeze'] === true && !isOperator) throw new Error(`the channel ${channel_url} is frozen`);
    const user = {
      user_id,
      nickname: this.users.get(user_id)?.['nickname'] ?? '',
      profile_url: '',
      metadata: {},
    };
    this.add({
      type: 'MESG',
      message: `message ${message_id}`,
      file: {},
      user,
      message_id,
      custom_type: '',
      created_at,
      channel_url,
      updated_at: 0,
      mentioned_users: [],
      is_removed: false,
      data: '',
      ...rest,
    });
  }

  edit(message_id: number, message: string, updated_at: number): void {
    Object.assign(this.#message(message_id), { message, updated_at });
  }

  react(message_id: number, key: string, user_ids: readonly string[]): void {
    this.#message(message_id)['reactions'] = [{ key, user_ids, updated_at: 1 }];
  }

  /** The API lists it no more. */
  remove(message_id: number): void {
    this.#message(message_id)['is_removed'] = true;
  }

  rename(user_id: string, nickname: string): void {
    Object.assign(this.users.get(user_id) ?? {}, { nickname });
    for (const { members } of this.channels.values())
      for (const each of members) if (each.user_id === user_id) each['nickname'] = nickname;
  }

  leave(channel_url: string, user_id: string): void {
    const channel = this.channels.get(channel_url);
    if (channel) channel.members = channel.members.filter((each) => each.user_id !== user_id);
  }

  join(channel_url: string, user_id: string): void {
    this.channels.get(channel_url)?.members.push(member(user_id));
  }

  deleteChannel(channel_url: string): void {
    this.channels.delete(channel_url);
    this.messages.delete(channel_url);
  }

  /** The messages of a channel that the API lists. */
  listed(channel_url: string): readonly Message[] {
    return (this.messages.get(channel_url) ?? []).filter((row) => !row['is_removed']);
  }

  /** A channel as its record. */
  recordOf({ kind, members, ...channel }: Channel, withMembers: boolean): Row {
    if (kind === 'open_channels') return { ...channel, participant_count: 0 };
    const last = this.listed(channel.channel_url).at(-1);
    return {
      ...channel,
      member_count: members.length,
      joined_member_count: members.filter(({ state }) => state === 'joined').length,
      // Of a larger channel, the record has some of them.
      ...(withMembers && channel['is_super'] !== true ? { members: members.slice(0, 100) } : {}),
      last_message: last ?? null,
    };
  }

  #message(id: number): Message {
    for (const all of this.messages.values()) for (const row of all) if (row.message_id === id) return row;
    throw new Error(`no message ${id}`);
  }
}

export const member = (user_id: string, rest: Row = {}): Member => ({
  user_id,
  nickname: user_id,
  profile_url: '',
  is_active: true,
  state: 'joined',
  role: 'none',
  is_muted: false,
  ...rest,
});
