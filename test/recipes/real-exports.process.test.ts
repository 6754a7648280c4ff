import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtempDisposable, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { repository } from '../support/repository.ts';
import type { Entry } from '../support/sandbox-process.ts';
import { counts, type RecipeResult, rejectedBy, runRecipe } from './run-recipe.ts';

const data = join(repository, '../shared/data');

/** A test with real files, skipped with the reason in its name where they are not there. */
function testWith(folder: string, name: string, run: (path: string) => Promise<void>): void {
  const path = join(data, folder);
  if (existsSync(path)) test(name, () => run(path));
  else test.skip(`${name} (not beside this repository in ../shared/data/${folder})`, () => {});
}

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
  testWith('gitter', 'gitter: 141 rooms', async (path) => {
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

  testWith('exports/sql-dumps', 'sql-dumps: four tables of a chat', async (path) => {
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

    const landed = new Map(content.messages.map((message) => [message['muid'], message['data'] as Entry]));
    expect(
      digestOf(rows, (row) => textOf(landed.get(`message-${row['id']}`)) ?? (row['body'] as string)),
    ).toBe(expected['text_sha256_16']);
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
});

const textOf = (held: Entry | undefined): string | undefined =>
  held && typeof (held['text'] ?? '') === 'string' ? ((held['text'] ?? '') as string) : undefined;

/** The digest of all texts by conversation, time and order of reading, as `expected.json` has it. */
function digestOf(rows: readonly Row[], text: (row: Row) => string): string {
  const order = rows
    .map((row, at) => ({
      row,
      at,
      room: row['conversation_id'] as string,
      us: microseconds(row['created_at'] as string),
    }))
    .sort((a, b) => compare(a.room, b.room) || a.us - b.us || a.at - b.at);
  return createHash('sha256')
    .update(order.map(({ row }) => text(row)).join('\x1e'))
    .digest('hex')
    .slice(0, 16);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function microseconds(time: string): number {
  const [, seconds = '', fraction = ''] = /^([^.+]+)(?:\.(\d+))?/.exec(time) ?? [];
  return Date.parse(`${seconds.replace(' ', 'T')}Z`) * 1000 + Number(fraction.padEnd(6, '0'));
}
