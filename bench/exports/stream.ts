import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** How large an export is written, and where. */
export type StreamOptions = {
  /** The folder; created if it is missing. */
  readonly out: string;
  readonly messages: number;
};

const USERS = 10_000;
const CHANNELS = 2_000;
const DIRECT = 3_000;
const MEMBERS = 40;
/** Every so many messages, one has a reaction, is a reply, has a file, was deleted. */
const EVERY = { reaction: 10, reply: 12, file: 25, deleted: 50 } as const;
const STARTED = Date.parse('2026-01-01T00:00:00Z');
const STEP_MS = 1_500;
const WRITE_CHARS = 65_536;
const TEXTS = [
  'Good morning!',
  'Can you take a look?',
  'The ferry leaves at 14:05, gate 3.',
  'Grüße aus Kiel; ich rufe später an.',
  'Done ✅',
  'That took a while, because the printer on the second floor had no paper and nobody knew where it is kept.',
];

/**
 * Writes an import file of Stream, `export.jsonl`, with its pipeline: users, channels, members, messages, reactions.
 * @returns the path of the pipeline
 */
export async function streamExport({ out, messages }: StreamOptions): Promise<string> {
  await mkdir(out, { recursive: true });
  await using file = await open(join(out, 'export.jsonl'), 'w');
  let text = '';
  for (const line of lines(messages)) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < WRITE_CHARS) continue;
    await file.write(text);
    text = '';
  }
  await file.write(text);
  const path = join(out, 'pipeline.yaml');
  const source = 'sources: { export: { system: stream, path: export.jsonl } }';
  await writeFile(path, `version: 1\nname: stream\ntarget: sandbox\n${source}\n`);
  return path;
}

type Line = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

function* lines(messages: number): Generator<Line> {
  const created_at = timeOf(0);
  for (let user = 0; user < USERS; user++)
    yield { type: 'user', data: { id: `user-${user}`, role: 'user', name: `User ${user}`, created_at } };
  for (let channel = 0; channel < CHANNELS + DIRECT; channel++) {
    const type = 'messaging';
    const { members, key } = channelOf(channel);
    const own = channel < CHANNELS ? { id: `channel-${channel}`, name: `Channel ${channel}` } : {};
    const all = channel < CHANNELS ? {} : { member_ids: members };
    yield { type: 'channel', data: { type, ...own, ...all, created_by: members[0], created_at } };
    for (const user_id of members)
      yield { type: 'member', data: { ...key, user_id, is_moderator: user_id === members[0], created_at } };
  }
  for (let message = 0; message < messages; message++) yield messageOf(message);
  for (let message = 0; message < messages; message += EVERY.reaction) {
    const { members } = channelOf(message % (CHANNELS + DIRECT));
    const data = { message_id: `m-${message}`, type: 'like', user_id: members[1], created_at };
    yield { type: 'reaction', data };
  }
}

function channelOf(channel: number): {
  readonly members: readonly string[];
  readonly key: Readonly<Record<string, unknown>>;
} {
  const count = channel < CHANNELS ? MEMBERS : 2;
  const members = Array.from({ length: count }, (_, at) => `user-${(channel * 7 + at) % USERS}`);
  const own = channel < CHANNELS ? { channel_id: `channel-${channel}` } : { channel_member_ids: members };
  return { members, key: { channel_type: 'messaging', ...own } };
}

function messageOf(message: number): Line {
  const channel = message % (CHANNELS + DIRECT);
  const { members, key } = channelOf(channel);
  const before = message - (CHANNELS + DIRECT);
  const url = `https://files.example.com/${message}.png`;
  const isReply = message % EVERY.reply === 0 && before >= 0;
  const isDeleted = message % EVERY.deleted === 0;
  const file = { type: 'image', title: `${message}.png`, image_url: url, file_size: message };
  const data = {
    id: `m-${message}`,
    ...key,
    user: members[message % members.length],
    type: isDeleted ? 'deleted' : isReply ? 'reply' : 'regular',
    text: `${message} ${TEXTS[message % TEXTS.length]}`,
    created_at: timeOf(message),
    ...(isReply ? { parent_id: `m-${before}` } : {}),
    ...(message % EVERY.file === 0 ? { attachments: [file] } : {}),
    ...(isDeleted ? { deleted_at: timeOf(message + 1) } : {}),
  };
  return { type: 'message', data };
}

/** With microseconds, as Stream writes them. */
const timeOf = (step: number): string =>
  new Date(STARTED + step * STEP_MS).toISOString().replace('Z', '123Z');

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'bench-data' },
      messages: { type: 'string', default: '1000000' },
    },
  });
  process.stdout.write(`${await streamExport({ out: values.out, messages: Number(values.messages) })}\n`);
}
