import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtempDisposable, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json as jsonOf } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { describe, expect } from 'vitest';
import yauzl from 'yauzl';
import { slug } from '../../src/input/rows/forms/ids.ts';
import { slackToMarkdown } from '../../src/input/rows/markup/slack.ts';
import { testWithReal } from '../support/real-data.ts';
import { repository } from '../support/repository.ts';
import type { Entry } from '../support/sandbox-process.ts';
import { counts, type RecipeResult, rejectedBy, runRecipe } from './run-recipe.ts';

/** Runs the pipeline of a recipe, as it is, over real files that take the place of its own. */
async function runOver(name: string, files: Readonly<Record<string, string>>): Promise<RecipeResult> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  await cp(join(repository, 'samples/recipes', name, 'pipeline.yaml'), join(folder.path, 'pipeline.yaml'));
  for (const [target, source] of Object.entries(files)) {
    await mkdir(join(folder.path, target, '..'), { recursive: true });
    await cp(source, join(folder.path, target), { recursive: true });
  }
  const result = await runRecipe(folder.path, name);
  const landed = counts(result.ran, 'created').reduce((sum, count) => sum + count);
  expect(result.ran.balanced).toBe(true);
  expect(result.verified).toMatchObject({ exitCode: 0, verified: { same: landed, of: landed } });
  return result;
}

type Row = Readonly<Record<string, string>>;
const json = async (path: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(path, 'utf8'));
const rowsOf = async (path: string): Promise<Row[]> => parse(await readFile(path), { columns: true });

describe('the recipes bring in real exports', () => {
  testWithReal('gitter', 'gitter: 141 rooms', async (path) => {
    const expected = await json(join(path, 'expected.json'));
    const columns = expected['columns'] as string[];
    const archives = join(path, 'archives');
    const rows: Row[] = [];
    const perFile: Record<string, number> = {};
    for (const file of (await readdir(archives)).sort()) {
      const read: Row[] = parse(await readFile(join(archives, file)), { columns, delimiter: '\t' });
      perFile[file] = read.length;
      rows.push(...read.reverse());
    }
    expect(perFile).toEqual(expected['per_file_rows']);

    const { ran, content } = await runOver('gitter', { archives });
    const good = rows.filter((row) => row['from_userid'] !== '' && /\S/.test(row['text'] ?? ''));
    const distinct = [...new Map(good.map((row) => [row['message_id'], row] as const)).values()];
    expect(counts(ran, 'read').at(-1)).toBe(expected['total_rows']);
    expect(ran.skipped).toEqual({
      'messages.where': rows.length - good.length,
      'messages.duplicate': good.length - distinct.length,
    });
    expect(counts(ran, 'rejected')).toEqual([0, 0, 0, 0]);
    const roomsOf = (list: readonly (readonly [unknown, unknown])[]): unknown =>
      new Map(
        Array.from(
          Map.groupBy(list, ([room]) => room),
          ([room, of]) => [room, of.map(([, text]) => text)],
        ),
      );
    expect(
      roomsOf(content.messages.map(({ receiver, data: held }) => [receiver, (held as Entry)['text']])),
    ).toEqual(roomsOf(distinct.map((row) => [row['room_id'], row['text']])));
  });

  testWithReal('exports/sql-dumps', 'sql-dumps: four tables of a chat', async (path) => {
    const tables = join(path, 'synthetic/csv');
    const expected = await json(join(path, 'synthetic.csv.expected.json'));
    const { ran, content } = await runOver('sql-dumps', { '.': tables });

    const kinds = expected['conversations'] as Record<string, number>;
    const groups = (expected['conversations_total'] as number) - (kinds['one_to_one'] ?? 0);
    const placeholders = expected['unknown_sender'] as number;
    const late = expected['sender_not_member'] as number;
    const system = (expected['by_kind'] as Record<string, number>)['system'] ?? 0;
    const leftOut = system + (expected['deleted'] as number);
    const refused = rejectedBy(ran);
    expect(refused).toEqual({
      // The message of an unknown room, and its author as a member of it.
      'REFERENCE.UNKNOWN': 2 * (expected['unknown_conversation'] as number),
      'MESSAGE.TEXT_EMPTY': expected['empty_text_no_file'],
      'MESSAGE.DATA_TOO_LARGE': expected['text_over_10240_bytes'],
    });
    const rows = await rowsOf(join(tables, 'messages.csv'));
    const membersOfTwo = 2 * (kinds['one_to_one'] ?? 0);
    expect(counts(ran, 'created')).toEqual([
      (expected['users'] as number) + placeholders,
      groups,
      (expected['memberships'] as number) - membersOfTwo + late,
      (expected['messages'] as number) - leftOut - 3,
    ]);
    expect(ran.skipped).toEqual({
      'groups.where': kinds['one_to_one'],
      'members.where': membersOfTwo,
      'messages.where': leftOut,
    });

    const located = rows.map((row) => ({
      id: `message-${row['id']}`,
      conversation: row['conversation_id'] as string,
      time: row['created_at'] as string,
      text: row['body'] as string,
    }));
    expectTexts(located, content, expected['text_sha256_16'], (text) => text);
    const landed = new Map(content.messages.map((message) => [message['muid'], message['data'] as Entry]));
    const files = await rowsOf(join(tables, 'attachments.csv'));
    expect(files).toHaveLength(expected['attachments'] as number);
    const urls = Array.from(landed.values()).flatMap((held) => (held['attachments'] ?? []) as Entry[]);
    expect(urls.map(({ url }) => url).sort()).toEqual(
      files
        .filter((file) => landed.has(`message-${file['message_id']}`))
        .map(({ url }) => url)
        .sort(),
    );
  });

  testWithReal('exports/discord', 'discord: a server and direct messages in ten documents', async (path) => {
    const expected = await json(join(path, 'synthetic.expected.json'));
    const { ran, content } = await runOver('discord', { '.': join(path, 'synthetic') });
    const kinds = expected['conversations'] as Record<string, number>;
    const system = (expected['by_kind'] as Record<string, number>)['system'] ?? 0;
    expect(rejectedBy(ran)).toEqual({
      'MESSAGE.TEXT_EMPTY': expected['empty_text_no_file'],
      'MESSAGE.DATA_TOO_LARGE': expected['text_over_10240_bytes'],
    });
    expect(counts(ran, 'read').at(-1)).toBe(expected['message_rows']);
    expect(ran.skipped['messages.where']).toBe(system);
    expect(counts(ran, 'created')).toEqual([
      expected['users'],
      (expected['conversations_total'] as number) - (kinds['DirectTextChat'] ?? 0),
      // The people of direct messages are members of nothing.
      (expected['memberships'] as number) - 2 * (kinds['DirectTextChat'] ?? 0),
      (expected['messages'] as number) - system - 2,
    ]);
    const rows: Located[] = [];
    for (const file of (await readdir(join(path, 'synthetic'))).sort()) {
      const { channel, messages } = (await json(join(path, 'synthetic', file))) as DiscordDocument;
      rows.push(
        ...messages.map(({ id, timestamp, content: text }) => ({
          id,
          conversation: channel.id,
          time: timestamp,
          text,
        })),
      );
    }
    expectTexts(rows, content, expected['text_sha256_16'], (text) => text);
  });

  // Two messages have nothing but a file that is gone; one conversation, with its author, is in no list.
  const synthetic = { 'REFERENCE.UNKNOWN': 2, 'MESSAGE.TEXT_EMPTY': 1 + 2, 'MESSAGE.DATA_TOO_LARGE': 1 };
  const archives = [
    ['synthetic/export', 'synthetic', synthetic],
    ['hfaran-testarchive', 'hfaran-testarchive', {}],
    ['zulip-test_slack_importer', 'zulip-test_slack_importer', {}],
  ] as const;
  for (const [archive, name, refused] of archives)
    testWithReal('exports/slack', `slack: ${archive}.zip`, async (path) => {
      const expected = await json(join(path, `${name}.expected.json`));
      const zip = join(path, `${archive}.zip`);
      const { ran, content } = await runOver('slack', { 'export.zip': zip });
      const kinds = expected['conversations'] as Record<string, number>;
      const groups = (expected['conversations_total'] as number) - (kinds['one_to_one'] ?? 0);
      const system = (expected['by_kind'] as Record<string, number>)['system'] ?? 0;
      expect(counts(ran, 'read').at(-1)).toBe(expected['message_rows']);
      expect(counts(ran, 'created')[1]).toBe(groups);
      expect(ran.skipped['messages.where']).toBe(system + (expected['deleted'] as number));
      expect(rejectedBy(ran)).toEqual(refused);
      const rows = await slackRows(zip);
      expect(rows).toHaveLength(expected['message_rows'] as number);
      expectTexts(rows, content, expected['text_sha256_16'], (text) =>
        // Whoever is in no list is a name in the text.
        slackToMarkdown(text, slug).replaceAll(/<@uid:([^>]+)>/g, (mention, uid) =>
          content.users.some((user) => user['uid'] === uid) ? mention : `@${uid}`,
        ),
      );
    });
});

/** A message of an export, as its files have it. */
type Located = {
  readonly id: string;
  readonly conversation: string;
  readonly time: string;
  readonly text: string /** What stands for an empty text. */;
  readonly instead?: string;
};
type DiscordDocument = {
  readonly channel: { readonly id: string };
  readonly messages: readonly { readonly id: string; readonly timestamp: string; readonly content: string }[];
};

/** The messages of a Slack export. */
async function slackRows(zip: string): Promise<Located[]> {
  const archive = await yauzl.openPromise(zip);
  const files = new Map<string, unknown>();
  for await (const entry of archive.eachEntry())
    if (entry.fileName.endsWith('.json'))
      files.set(entry.fileName, await jsonOf(await archive.openReadStreamPromise(entry)));
  const lists = ['channels', 'groups', 'mpims', 'dms'].flatMap(
    (name) => (files.get(`${name}.json`) ?? []) as { readonly id: string; readonly name?: string }[],
  );
  const ids = new Map(lists.map(({ id, name = id }) => [name, id]));
  const days = [...files].filter(([name]) => name.includes('/')).sort(([a], [b]) => compare(a, b));
  return days.flatMap(([name, messages]) => {
    const [folder = ''] = name.split('/');
    return (messages as readonly SlackMessage[]).map(({ ts, text = '', attachments: [quoted] = [] }) => ({
      id: `${folder}-${ts}`,
      conversation: ids.get(folder) ?? `folder:${folder}`,
      time: ts,
      text,
      instead: quoted?.fallback ?? '',
    }));
  });
}

type SlackMessage = {
  readonly ts: string;
  readonly text?: string;
  readonly attachments?: readonly { readonly fallback?: string }[];
};

/** Every text of the files counts in the digest; each one that has landed is that of its file. */
function expectTexts(
  rows: readonly Located[],
  { messages }: RecipeResult['content'],
  digest: unknown,
  converted: (text: string) => string,
): void {
  const order = rows
    .map((row, at) => ({ ...row, at, us: microseconds(row.time) }))
    .sort((a, b) => compare(a.conversation, b.conversation) || a.us - b.us || a.at - b.at);
  expect(digestOfTexts(order.map(({ text }) => text))).toBe(digest);
  const texts = new Map(rows.map(({ id, text, instead = '' }) => [id, text || instead]));
  const landed = messages.map(({ muid, data: held }) => [muid, textOf(held as Entry) ?? ''] as const);
  expect(Object.fromEntries(landed)).toEqual(
    Object.fromEntries(landed.map(([muid]) => [muid, converted(texts.get(String(muid)) ?? '?')])),
  );
}

const textOf = (held: Entry | undefined): string | undefined =>
  held && typeof (held['text'] ?? '') === 'string' ? ((held['text'] ?? '') as string) : undefined;

/** The digest of texts as `expected.json` has it. */
const digestOfTexts = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\x1e')).digest('hex').slice(0, 16);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Microseconds since 1970 of epoch seconds with a fraction, or of a time of UTC. */
function microseconds(time: string): number {
  const [, whole = '', fraction = ''] = /^([^.+]+)(?:\.(\d+))?/.exec(time) ?? [];
  const seconds = /^\d+$/.test(whole) ? Number(whole) : Date.parse(`${whole.replace(' ', 'T')}Z`) / 1000;
  return seconds * 1_000_000 + Number(fraction.padEnd(6, '0'));
}
