import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** How large an export is written, and where. */
export type SendbirdOptions = {
  /** The folder; created if it is missing. */
  readonly out: string;
  readonly messages: number;
};

const USERS = 10_000;
const CHANNELS = 5_000;
/** Every so many channels, one is of two people. */
const DIRECT = 5;
const MEMBERS = 20;
/** As in files of some weeks. */
const MESSAGES_PER_FILE = 100_000;
const WRITE_CHARS = 1_000_000;
const STARTED = Date.parse('2026-01-01T00:00:00Z');
const STEP_MS = 997;
const EVERY = { reaction: 10, reply: 12, file: 25, removed: 50 } as const;

/**
 * Writes an export of Sendbird, with its pipeline: files of users, of channels and of messages.
 * @returns the path of the pipeline
 */
export async function sendbirdExport({ out, messages }: SendbirdOptions): Promise<string> {
  const folder = join(out, 'export');
  await mkdir(folder, { recursive: true });
  await write(join(folder, 'users.json'), 'active_users', Iterator.from(counted(USERS)).map(userOf));
  await write(
    join(folder, 'channels.json'),
    'group_channels',
    Iterator.from(counted(CHANNELS)).map(channelOf),
  );
  for (let from = 0; from < messages; from += MESSAGES_PER_FILE) {
    const count = Math.min(MESSAGES_PER_FILE, messages - from);
    const rows = Iterator.from(counted(count)).map((at) => messageOf(from + at));
    await write(join(folder, `messages-${from / MESSAGES_PER_FILE + 1}.json`), 'messages', rows);
  }
  const path = join(out, 'pipeline.yaml');
  const source = 'sources: { export: { system: sendbird, path: export } }';
  await writeFile(path, `version: 1\nname: sendbird\ntarget: sandbox\n${source}\n`);
  return path;
}

function* counted(count: number): Generator<number> {
  for (let at = 0; at < count; at++) yield at;
}

async function write(path: string, member: string, rows: IteratorObject<object>): Promise<void> {
  await using file = await open(path, 'w');
  let text = `{"${member}":[`;
  let isFirst = true;
  for (const row of rows) {
    text += `${isFirst ? '' : ','}${JSON.stringify(row)}`;
    isFirst = false;
    if (text.length < WRITE_CHARS) continue;
    await file.write(text);
    text = '';
  }
  await file.write(`${text}]}\n`);
}

const userOf = (user: number): object => ({
  user_id: `user-${user}`,
  nickname: `User ${user}`,
  profile_url: '',
  metadata: {},
  is_active: true,
  has_ever_logged_in: true,
  last_seen_at: 0,
});

function membersOf(channel: number): readonly string[] {
  const count = channel % DIRECT === 0 ? 2 : MEMBERS;
  return Array.from({ length: count }, (_, at) => `user-${(channel * 7 + at) % USERS}`);
}

const channelOf = (channel: number): object => ({
  channel_url: `sendbird_group_channel_${channel}`,
  name: `Channel ${channel}`,
  data: '',
  created_at: STARTED / 1000,
  is_distinct: channel % DIRECT === 0,
  is_public: false,
  freeze: false,
  members: membersOf(channel).map((user_id) => ({ user_id, nickname: user_id, role: '' })),
});

function messageOf(message: number): object {
  const channel = (message * 31) % CHANNELS;
  const members = membersOf(channel);
  const user_id = members[message % members.length];
  const created_at = STARTED + message * STEP_MS;
  const before = message - CHANNELS;
  const hasFile = message % EVERY.file === 0;
  const url = `https://files.example.com/${message}.png`;
  return {
    type: hasFile ? 'FILE' : 'MESG',
    message_id: 10_000_000_000 + message,
    created_at,
    updated_at: 0,
    message: hasFile ? '' : `Message ${message} with some ordinary words in it, is that right?`,
    file: hasFile ? { url, name: `${message}.png`, type: 'image/png', size: message } : {},
    user: { user_id, nickname: user_id, profile_url: '', metadata: {} },
    channel_url: `sendbird_group_channel_${channel}`,
    custom_type: '',
    data: '',
    mentioned_users: [],
    mention_type: 'users',
    req_id: '',
    silent: false,
    is_removed: message % EVERY.removed === 0,
    ...(message % EVERY.reply === 0 && before >= 0 ? { parent_message_id: 10_000_000_000 + before } : {}),
    ...(message % EVERY.reaction === 0
      ? { reactions: [{ key: 'thumbsup', user_ids: members.slice(0, 2), updated_at: created_at }] }
      : {}),
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'bench-data' },
      messages: { type: 'string', default: '1000000' },
    },
  });
  process.stdout.write(`${await sendbirdExport({ out: values.out, messages: Number(values.messages) })}\n`);
}
