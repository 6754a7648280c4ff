import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { jsonHere, runHere } from '../../support/command-here.ts';
import { csv, day, initiated, landing } from './initiated.ts';

/** Folders of many files, files without rows, and globs. */

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

type Tree = Readonly<Record<string, string | Uint8Array>>;
function write(folder: string, files: Tree): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
function treeOf(files: Tree): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-trees-'));
  folders.push(folder);
  write(folder, files);
  return folder;
}

const HEADER = ['id', 'sender', 'sentAt', 'text'];
const room = (at: number): string =>
  csv(HEADER, [`m${at}`, 'ann', day(1 + (at % 28)), `hello ${at}`], [`n${at}`, 'ben', day(28), `bye ${at}`]);
const rooms = (numbers: readonly number[], name = (at: number) => `day-${at}.csv`): Tree =>
  Object.fromEntries(numbers.map((at) => [name(at), room(at)]));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

type Messages = { readonly path: unknown; readonly encoding?: string };
const messagesOf = (text: string): Messages => parse(text).sources.messages;
const pathOf = (text: string): unknown => messagesOf(text).path;

describe('1,300 files in 100 folders, of which two each have one name', () => {
  const files = Object.fromEntries(
    upTo(1_300).map((at) => [`team${at % 4}/room${at % 50}/part-${Math.ceil(at / 100)}.csv`, room(at)]),
  );
  const folder = treeOf({ ...files, 'users.csv': csv(['uid', 'name'], ['ann', 'Ann'], ['ben', 'Ben']) });

  test('init reads some of each form, says how many, and writes a glob for all; every row is counted', async () => {
    const { exitCode, stderr, stdout } = await runHere(['init', folder, '--yes', '--force']);
    const text = readFileSync(join(folder, 'pipeline.yaml'), 'utf8');
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/\((?:1 \d{3}|\d{3}) of 1 300 files were read, more than (?:\d )?\d{3} rows/);
    expect(text).toMatch(/# the first \d+ rows were read in (?:1 \d{3}|\d{3}) of 1 300 files/);
    expect(pathOf(text)).toBe('**/part-*.csv');
    expect(stdout).toContain('messages  2 600 of 2 600 rows would be imported');
    expect(stdout).toContain('groups    100 of 100 rows would be imported');
    expect(stdout).toContain('users     2 of 2 rows would be imported');
  });

  test('inspect says so too, and shows the file of another form', async () => {
    const { stdout } = await runHere(['inspect', folder]);
    expect(stdout).toMatch(/rows {6}(?:\d )?\d{3} \(only (?:1 \d{3}|\d{3}) of 1 300 files were read\)/);
    expect(stdout).toContain('users.csv');
    const { result } = await jsonHere<{ files: object[]; filesNotRead: number }>([
      'inspect',
      folder,
      '--json',
    ]);
    expect(result.files.length + result.filesNotRead).toBe(1_301);
  });
});

describe('files without rows', () => {
  test('belong to the glob of their siblings, so that the files of tomorrow are read', async () => {
    const none = { 'day-3.csv': '', 'day-4.csv': csv(HEADER), 'day-5.csv': '\n' };
    const folder = treeOf({ ...rooms(upTo(33)), ...none });
    const { stderr } = await runHere(['init', folder, '--yes']);
    const pipeline = join(folder, 'pipeline.yaml');
    expect(pathOf(readFileSync(pipeline, 'utf8'))).toBe('*.csv');
    expect(stderr).not.toContain('more');
    write(folder, rooms([34, 4]));
    const { exitCode, stdout } = await runHere(['validate', pipeline]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('messages 64/64')]);
  });

  test('with another header do not', async () => {
    const { text } = await initiated({ ...rooms(upTo(5)), 'log.csv': csv(['when', 'what', 'code']) });
    expect(pathOf(text)).toBe('day-*.csv');
  });

  test('an empty list in a document is a room without messages, and nothing else', async () => {
    const topic = (at: number, messages: readonly object[]): string =>
      JSON.stringify({ id: `c${at}`, title: `Room ${at}`, topic: null, messages });
    const message = (at: number, who: string) => ({
      id: `${who}${at}`,
      sender: who,
      sentAt: day(at),
      text: `hello ${at}`,
    });
    const documents = Object.fromEntries(
      upTo(8).map((at) => [`c${at}.json`, topic(at, [message(at, 'ann'), message(at, 'ben')])]),
    );
    const silent = Object.fromEntries(upTo(22).map((at) => [`s${at}.json`, topic(at + 100, [])]));
    const found = await initiated({ ...documents, ...silent, 'none.json': '[]' });
    expect(pathOf(found.text)).toBe('*.json');
    expect(landing(found)).toMatchObject({ messages: '16/16', groups: '8/8' });
    expect(found.text).not.toContain('its form is another');
    expect(found.text.match(/not read/g)).toHaveLength(1);
  });

  test('alone, or named alone, are an error', async () => {
    const folder = treeOf({ 'messages.csv': '' });
    const { exitCode, stderr } = await runHere([
      'init',
      '--messages',
      join(folder, 'messages.csv'),
      '--yes',
      '--out',
      join(folder, 'p.yaml'),
    ]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('SOURCE.EMPTY')]);
  });
});

test('files that are ASCII by chance are of the encoding of their siblings', async () => {
  const umlauts = Buffer.from(csv(HEADER, ['m9', 'jörg', day(3), 'Grüße aus Köln, schön hier']), 'latin1');
  const found = await initiated({ ...rooms(upTo(6)), 'day-9.csv': umlauts });
  expect(messagesOf(found.text)).toMatchObject({ path: '*.csv', encoding: 'windows-1252' });
  expect(landing(found)).toMatchObject({ messages: '13/13' });
});

describe('where one glob would take a file of another form', () => {
  test('several do, one for each folder', async () => {
    const { text } = await initiated({
      ...rooms(upTo(4), (at) => `a/${at}.csv`),
      ...rooms([5, 6, 7, 8], (at) => `b/${at}.csv`),
      'c/departments.csv': csv(['nr', 'cost centre'], [1, 100], [2, 200]),
    });
    expect(pathOf(text)).toEqual(['a/*.csv', 'b/*.csv']);
  });

  test('else the files are named, with a word about those of tomorrow', async () => {
    const names = ['alpha', 'beta', 'gamma', 'delta'];
    const { text } = await initiated({
      ...rooms([0, 1, 2, 3], (at) => `${names[at]}.csv`),
      'prices.csv': csv(['nr', 'cost centre'], [1, 100], [2, 200]),
    });
    expect(pathOf(text)).toEqual(['alpha.csv', 'beta.csv', 'delta.csv', 'gamma.csv']);
    expect(text).toContain('name here the files that come later');
  });
});

describe('files that cannot be taken', () => {
  test('are one line for each reason, with their number and three names', async () => {
    const odd = Object.fromEntries(
      upTo(118).map((at) => [`odd/x${at}.csv`, csv([`a${at}`, `b${at}`], ['1', '2'])]),
    );
    const pages = Object.fromEntries(upTo(30).map((at) => [`pages/${at}.html`, '<p>hi</p>']));
    const tree = { ...rooms(upTo(5), (at) => `rooms/${at}.csv`), ...odd, ...pages };
    const folder = treeOf(tree);
    const { stderr } = await runHere(['init', folder, '--yes']);
    const text = readFileSync(join(folder, 'pipeline.yaml'), 'utf8');
    const lines = text.split('\n').filter((line) => line.startsWith('# not read'));
    expect(lines).toEqual([
      expect.stringMatching(
        /^# not read: 118 files: .*: odd\/x1\.csv, odd\/x2\.csv, odd\/x3\.csv and 115 more$/,
      ),
      '# not read: 30 files: HTML pages; export as CSV or JSON: pages/1.html, pages/2.html, pages/3.html and 27 more',
    ]);
    expect(stderr.match(/skipped/g)).toHaveLength(2);
    const { leftOut } = await initiated(tree);
    expect(leftOut).toHaveLength(148);
  });
});

describe('named files', () => {
  const tree = (): string =>
    treeOf({
      ...rooms([1, 2], (at) => `before/a/${at}.csv`),
      ...rooms([3, 4], (at) => `before/b/deep/${at}.csv`),
      'before/b/5.csv': '',
      'before/list.tsv': 'x\ty\n1\t2\n',
      'users.csv': csv(['uid', 'name'], ['zoe', 'Zoe']),
      'groups.csv': csv(['guid', 'name'], ['attic', 'Attic']),
    });
  const init = async (folder: string, ...args: readonly string[]) => {
    const out = join(folder, 'p.yaml');
    const { exitCode, stderr } = await runHere(['init', ...args, '--yes', '--force', '--out', out]);
    return { exitCode, stderr, text: exitCode === 0 ? readFileSync(out, 'utf8') : '' };
  };

  test('may be a glob, which the pipeline keeps', async () => {
    const folder = tree();
    const { text } = await init(folder, '--messages', join(folder, 'before/**/*.csv'));
    expect(pathOf(text)).toBe('before/**/*.csv');
    const { stdout } = await runHere(['validate', join(folder, 'p.yaml')]);
    expect(stdout).toContain('messages 8/8');
  });

  test('alone are read alone; with a folder, what is in it is read too', async () => {
    const folder = tree();
    const one = join(folder, 'before/a/1.csv');
    const alone = await init(folder, '--messages', one);
    expect(alone.text).not.toMatch(/users\.csv|groups\.csv|not read/);
    expect(pathOf(alone.text)).toBe('before/a/1.csv');
    const within = await init(folder, folder, '--messages', one);
    expect(parse(within.text).sources.users.path ?? within.text).toContain('users.csv');
  });

  test('a list that the shell made of a glob becomes a glob that takes nothing else', async () => {
    const folder = treeOf({ ...rooms(upTo(6)), 'users.csv': csv(['uid', 'name'], ['zoe', 'Zoe']) });
    const { text } = await init(folder, '--messages', ...upTo(6).map((at) => join(folder, `day-${at}.csv`)));
    expect(pathOf(text)).toBe('day-*.csv');
  });

  test('a glob that finds nothing is an error', async () => {
    const folder = tree();
    const { exitCode, stderr } = await init(folder, '--messages', join(folder, 'after/**/*.csv'));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('SOURCE.MISSING')]);
  });
});
