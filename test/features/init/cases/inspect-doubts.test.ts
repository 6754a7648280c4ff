import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { csv, day } from '../initiated.ts';

/** What `inspect` says that may go wrong with the rows of a file, and none of their values. */
async function doubts(files: Readonly<Record<string, string>>, path = '.') {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), content);
  }
  const at = join(folder.path, path);
  const { stdout } = await runHere(['inspect', at]);
  const { files: shown } = JSON.parse((await runHere(['inspect', at, '--json'])).stdout);
  return {
    lines: stdout.split('\n').flatMap((line) => /^ {2}! (.*)$/.exec(line)?.[1] ?? []),
    json: shown.flatMap((file: { doubts?: string[] }) => file.doubts ?? []),
  };
}

const HEADER = ['id', 'author', 'room', 'ts', 'body'];
const says = async (name: string, rows: string, expected: readonly string[]): Promise<void> => {
  expect(await doubts({ [name]: rows }, name)).toEqual({ lines: expected, json: expected });
};

describe('inspect says', () => {
  test('that authors differ only in capital letters', () =>
    says(
      'messages.csv',
      csv(HEADER, ['m1', 'Ann.X', 'r1', day(1), 'hi'], ['m2', 'ann.x', 'r1', day(2), 'HI']),
      ['some values of author differ only in capital letters, or in blanks around them'],
    ));

  test('that texts look like HTML, or like JSON', async () => {
    await says(
      'messages.csv',
      csv(HEADER, ['m1', 'ann', 'r1', day(1), '<p>Hi <b>you</b></p>'], ['m2', 'ben', 'r1', day(2), 'hm']),
      ['1 values of body look like HTML'],
    );
    const rows = ['{"text":"a"}', 'plain'].map((body, n) => ({
      id: n,
      author: 'a',
      room: 'r',
      ts: day(1),
      body,
    }));
    await says('messages.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''), [
      '1 values of body look like JSON',
    ]);
  });

  test('which columns with many values no field takes', () =>
    says(
      'users.csv',
      csv(
        ['uid', 'name', 'cost_centre', 'flag'],
        ...Array.from({ length: 20 }, (_, n) => [`u${n}`, `User ${n}`, `K-${n % 12}`, n % 2]),
      ),
      ['no field takes cost_centre (12 values)'],
    ));

  test('nothing of rows without any of it', () =>
    says(
      'messages.csv',
      csv(HEADER, ['m1', 'ann', 'r1', day(1), 'hi'], ['m2', 'ben', 'r1', day(2), 'Hi']),
      [],
    ));

  test('the same of many files of one form', async () => {
    const rows = (author: string): string =>
      csv(HEADER, [`${author}1`, author, 'r1', day(1), 'hello'], [`${author}2`, author, 'r1', day(2), 'you']);
    const { lines } = await doubts({ 'a/1.csv': rows('Ann'), 'b/1.csv': rows('ann') });
    expect(lines).toEqual(['some values of author differ only in capital letters, or in blanks around them']);
  });
});
