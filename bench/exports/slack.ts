import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crc32, deflateRawSync } from 'node:zlib';

/** How large an export is written, and where. */
export type SlackOptions = {
  /** The folder; created if it is missing. */
  readonly out: string;
  readonly messages: number;
};

const USERS = 5_000;
const CHANNELS = 120;
const DIRECT = 80;
const MEMBERS = 60;
const DAYS = 180;
/** Every so many messages, one has a reaction, is a reply, has a file, was edited or deleted. */
const EVERY = { reaction: 10, reply: 7, file: 25, edited: 40, deleted: 90, bot: 15 } as const;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const TEXTS = [
  'Good morning!',
  'Can you take a look, <@U0000001>?',
  'The *ferry* leaves at 14:05, see <https://example.com/gate/3|gate 3> &amp; bring the ~old~ new papers.',
  'Grüße aus Kiel; ich rufe später an.',
  'Done :white_check_mark:',
  'That took a while, because the printer on the second floor had no paper and nobody knew where it is kept.',
];

/**
 * Writes an export of a Slack workspace, `export.zip`, with its pipeline: a file for each day of each conversation.
 * @returns the path of the pipeline
 */
export async function slackExport({ out, messages }: SlackOptions): Promise<string> {
  await mkdir(out, { recursive: true });
  await using zip = await ZipWriter.create(join(out, 'export.zip'));
  await zip.add(
    'users.json',
    Array.from({ length: USERS }, (_, user) => userOf(user)),
  );
  const conversations = Array.from({ length: CHANNELS + DIRECT }, (_, at) => conversationOf(at));
  await zip.add('channels.json', conversations.slice(0, CHANNELS));
  await zip.add('dms.json', conversations.slice(CHANNELS));
  await zip.add('integration_logs.json', []);
  const perFile = messages / (conversations.length * DAYS);
  for (const [index, { folder, members }] of conversations.entries())
    for (let day = 0; day < DAYS; day++) {
      const file = index * DAYS + day;
      const count = Math.floor((file + 1) * perFile) - Math.floor(file * perFile);
      const date = new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
      const rows = Array.from({ length: count }, (_, at) => messageOf({ day, at, of: count, members }));
      if (count > 0) await zip.add(`${folder}/${date}.json`, rows);
    }
  await zip.finish();
  const path = join(out, 'pipeline.yaml');
  const source = 'sources: { export: { system: slack, path: export.zip } }';
  await writeFile(path, `version: 1\nname: slack\ntarget: sandbox\n${source}\n`);
  return path;
}

const userId = (user: number): string => `U${String(user).padStart(7, '0')}`;

const userOf = (user: number): object => ({
  id: userId(user),
  team_id: 'T1',
  name: `user${user}`,
  deleted: user % 50 === 0,
  real_name: `User ${user}`,
  is_bot: user % 100 === 1,
  updated: 1_767_225_600,
  profile: { real_name: `User ${user}`, display_name: '', email: `user${user}@example.com`, title: '' },
});

type Conversation = { readonly id: string; readonly folder: string; readonly members: readonly string[] };

function conversationOf(at: number): Conversation & Readonly<Record<string, unknown>> {
  const isDirect = at >= CHANNELS;
  const members = Array.from({ length: isDirect ? 2 : MEMBERS }, (_, of) =>
    userId((at * 37 + of * 11) % USERS),
  );
  const id = `${isDirect ? 'D' : 'C'}${String(at).padStart(7, '0')}`;
  const created = FIRST_DAY / 1000 - 86_400;
  if (isDirect) return { id, folder: id, created, members };
  const name = `channel-${at}`;
  const [topic, purpose] = [{ value: `Topic ${at}` }, { value: '' }];
  return {
    id,
    folder: name,
    name,
    created,
    creator: members[0],
    is_archived: false,
    members,
    topic,
    purpose,
  };
}

type At = {
  readonly day: number;
  readonly at: number;
  readonly of: number;
  readonly members: readonly string[];
};

function messageOf({ day, at, of, members }: At): object {
  const number = day * of + at;
  const tsOf = (step: number): string =>
    `${FIRST_DAY / 1000 + day * 86_400 + Math.floor((step * 86_000) / of)}.${String(step % 1_000_000).padStart(6, '0')}`;
  const ts = tsOf(at);
  const user = members[number % members.length] as string;
  const base = { type: 'message', ts };
  if (number % EVERY.deleted === 0)
    return {
      ...base,
      subtype: 'tombstone',
      hidden: true,
      user: 'USLACKBOT',
      text: 'This message was deleted.',
    };
  const text = `${number} ${TEXTS[number % TEXTS.length]}`;
  const author =
    number % EVERY.bot === 0 && members.length > 2
      ? { subtype: 'bot_message', bot_id: 'B0000001', username: 'Deploys' }
      : { user, client_msg_id: `${ts}-${user}`, team: 'T1' };
  const url_private = `https://files.slack.com/files-pri/T1-F${ts}/photo.png`;
  const name = `photo-${at}.png`;
  const file = { id: `F${ts}`, name, mimetype: 'image/png', size: 1_000 + at, mode: 'hosted', url_private };
  const elements = [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }];
  return {
    ...base,
    ...author,
    text,
    ...('user' in author ? { blocks: [{ type: 'rich_text', block_id: 'a1', elements }] } : {}),
    ...(number % EVERY.reply === 0 && at > 0 ? { thread_ts: tsOf(0), parent_user_id: user } : {}),
    ...(number % EVERY.reaction === 0
      ? { reactions: [{ name: '+1', users: members.slice(0, 2), count: 2 }] }
      : {}),
    ...(number % EVERY.file === 0 ? { files: [file] } : {}),
    ...(number % EVERY.edited === 0 ? { edited: { user, ts } } : {}),
  };
}

/** 1 January 2026, as zip archives write it: the same bytes on every day. */
const DOS_DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;
const UTF8_NAME = 0x0800;
const DEFLATED = 8;
const ENTRIES_MAX = 65_535;

/** Writes a zip archive of JSON files. */
class ZipWriter implements AsyncDisposable {
  readonly #file: Awaited<ReturnType<typeof open>>;
  readonly #directory: Buffer[] = [];
  #offset = 0;

  private constructor(file: Awaited<ReturnType<typeof open>>) {
    this.#file = file;
  }

  static async create(path: string): Promise<ZipWriter> {
    return new ZipWriter(await open(path, 'w'));
  }

  async add(name: string, value: unknown): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(value, undefined, 4));
    const packed = deflateRawSync(bytes, { level: 6 });
    const names = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAME, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt16LE(DOS_DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(names.length, 22);
    const central = Buffer.alloc(16);
    central.writeUInt32LE(this.#offset, 12);
    const made = Buffer.from([0x50, 0x4b, 1, 2, 20, 0]);
    this.#directory.push(Buffer.concat([made, common, central.subarray(2), names]));
    await this.#write(Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, names, packed]));
  }

  async finish(): Promise<void> {
    const count = this.#directory.length;
    if (count > ENTRIES_MAX) throw new Error(`${count} files: more than this writer can list`);
    const start = this.#offset;
    await this.#write(Buffer.concat(this.#directory));
    const end = Buffer.alloc(22);
    end.write('PK\u0005\u0006', 'latin1');
    end.writeUInt16LE(count, 8);
    end.writeUInt16LE(count, 10);
    end.writeUInt32LE(this.#offset - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#write(end);
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#file.write(bytes);
    this.#offset += bytes.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'bench-data' },
      messages: { type: 'string', default: '1000000' },
    },
  });
  process.stdout.write(`${await slackExport({ out: values.out, messages: Number(values.messages) })}\n`);
}
