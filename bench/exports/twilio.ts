import { hash } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** How large an export is written, and where. */
export type TwilioOptions = {
  /** The folder; created if it is missing. */
  readonly out: string;
  readonly messages: number;
  /** True for one file with all pages, each on a line. */
  readonly isOneFile?: boolean;
};

const USERS = 10_000;
const CONVERSATIONS = 5_000;
/** Every so many conversations, one is of two people and has no name. */
const DIRECT = 5;
const MEMBERS = 20;
const PAGE = 100;
const WRITE_CHARS = 1_000_000;
const STARTED = Date.parse('2026-01-01T00:00:00Z');
const STEP_MS = 997;
const EVERY = { attributes: 10, file: 25, changed: 50 } as const;
const SERVICE = sidOf('IS', 1);
const ACCOUNT = sidOf('AC', 1);

function sidOf(kind: string, number: number): string {
  return `${kind}${hash('md5', `${kind} ${number}`)}`;
}

/**
 * Writes the pages of Twilio's REST API, as they would be saved, with their pipeline: 100 records in each.
 * @returns the path of the pipeline
 */
export async function twilioExport({ out, messages, isOneFile = false }: TwilioOptions): Promise<string> {
  const folder = join(out, 'export');
  await mkdir(folder, { recursive: true });
  if (isOneFile) {
    await using file = await open(join(folder, 'pages.ndjson'), 'w');
    let text = '';
    for (const { page } of pages(messages)) {
      text += `${JSON.stringify(page)}\n`;
      if (text.length < WRITE_CHARS) continue;
      await file.write(text);
      text = '';
    }
    await file.write(text);
  } else for (const { name, page } of pages(messages)) await writePage(folder, name, page);
  const path = join(out, 'pipeline.yaml');
  const source = 'sources: { export: { system: twilio, path: export } }';
  await writeFile(path, `version: 1\nname: twilio\ntarget: sandbox\n${source}\n`);
  return path;
}

async function writePage(folder: string, name: string, page: object): Promise<void> {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), JSON.stringify(page));
}

type Page = { readonly name: string; readonly page: object };

function* pages(messages: number): Generator<Page> {
  yield* listOf('users', '', USERS, userOf);
  yield* listOf('conversations', '', CONVERSATIONS, conversationOf);
  for (let at = 0; at < CONVERSATIONS; at++) {
    const folder = `${sidOf('CH', at)}/`;
    const members = membersOf(at);
    yield* listOf('participants', folder, members.length, (index) => participantOf(at, members, index));
    const count = Math.ceil((messages - at) / CONVERSATIONS);
    yield* listOf('messages', folder, count, (index) => messageOf(at + index * CONVERSATIONS, at, index));
  }
}

function* listOf(
  key: string,
  folder: string,
  count: number,
  recordOf: (index: number) => object,
): Generator<Page> {
  for (let from = 0; from < count; from += PAGE) {
    const records = Array.from({ length: Math.min(PAGE, count - from) }, (_, at) => recordOf(from + at));
    const page = from / PAGE;
    const url = `https://conversations.twilio.com/v1/${folder}${key}?PageSize=${PAGE}&Page=${page}`;
    const next_page_url = from + PAGE < count ? `${url}&PageToken=PT${from}` : null;
    const meta = {
      page,
      page_size: PAGE,
      first_page_url: url,
      previous_page_url: null,
      url,
      next_page_url,
      key,
    };
    yield { name: `${folder}${key}-${page}.json`, page: { meta, [key]: records } };
  }
}

const timeOf = (step: number): string =>
  new Date(STARTED + step * STEP_MS).toISOString().replace(/\.\d+Z$/, 'Z');

const created = (step: number) => ({ date_created: timeOf(step), date_updated: timeOf(step) });

const userOf = (user: number): object => ({
  sid: sidOf('US', user),
  account_sid: ACCOUNT,
  chat_service_sid: SERVICE,
  role_sid: sidOf('RL', 1),
  identity: `user-${user}`,
  friendly_name: `User ${user}`,
  attributes: '{}',
  is_online: null,
  is_notifiable: null,
  ...created(0),
  url: `https://conversations.twilio.com/v1/Users/${sidOf('US', user)}`,
});

function membersOf(conversation: number): readonly string[] {
  const count = conversation % DIRECT === 0 ? 2 : MEMBERS;
  return Array.from({ length: count }, (_, at) => `user-${(conversation * 7 + at) % USERS}`);
}

const conversationOf = (conversation: number): object => ({
  sid: sidOf('CH', conversation),
  account_sid: ACCOUNT,
  chat_service_sid: SERVICE,
  messaging_service_sid: sidOf('MG', 1),
  friendly_name: conversation % DIRECT === 0 ? null : `Conversation ${conversation}`,
  unique_name: null,
  attributes: '{}',
  state: 'active',
  ...created(0),
  timers: {},
  bindings: {},
  url: `https://conversations.twilio.com/v1/Conversations/${sidOf('CH', conversation)}`,
});

const participantOf = (conversation: number, members: readonly string[], index: number): object => ({
  sid: sidOf('MB', conversation * MEMBERS + index),
  account_sid: ACCOUNT,
  conversation_sid: sidOf('CH', conversation),
  identity: members[index],
  messaging_binding: null,
  attributes: '{}',
  role_sid: sidOf('RL', 2),
  ...created(0),
  last_read_message_index: 5,
  last_read_timestamp: timeOf(1),
});

function messageOf(message: number, conversation: number, index: number): object {
  const members = membersOf(conversation);
  const own = `https://conversations.twilio.com/v1/Conversations/${sidOf('CH', conversation)}/Messages/${sidOf('IM', message)}`;
  const hasFile = message % EVERY.file === 0;
  const file = {
    sid: sidOf('ME', message),
    size: message,
    content_type: 'image/png',
    filename: `${message}.png`,
    category: 'media',
  };
  return {
    sid: sidOf('IM', message),
    account_sid: ACCOUNT,
    conversation_sid: sidOf('CH', conversation),
    index,
    author: members[index % members.length],
    body: hasFile ? null : `Message ${message} with some ordinary words in it, is that right?`,
    media: hasFile ? [file] : null,
    attributes: message % EVERY.attributes === 0 ? '{ "importance": "high" }' : '{}',
    participant_sid: sidOf('MB', conversation * MEMBERS + (index % members.length)),
    ...created(message),
    ...(message % EVERY.changed === 0 ? { date_updated: timeOf(message + 10) } : {}),
    delivery: null,
    content_sid: null,
    url: own,
    links: { delivery_receipts: `${own}/Receipts`, channel_metadata: `${own}/ChannelMetadata` },
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'bench-data' },
      messages: { type: 'string', default: '1000000' },
      one: { type: 'boolean', default: false },
    },
  });
  const options = { out: values.out, messages: Number(values.messages), isOneFile: values.one };
  process.stdout.write(`${await twilioExport(options)}\n`);
}
