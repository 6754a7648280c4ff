import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { csv, day } from '../initiated.ts';

/** A draft stays right when other files come the next night. */

const rows = (word: string, n: number): string =>
  csv(['author', 'date', 'body'], ['ann', day(n), `hello ${word}`], ['ben', day(n + 1), `and you ${word}`]);

async function pending(pipeline: string) {
  const { entities } = JSON.parse((await runHere(['validate', pipeline, '--json'])).stdout);
  return { groups: entities.groups.pending, messages: entities.messages.pending };
}

/** The rows that would be imported of the first files, and with those of tomorrow. */
async function twoNights(today: readonly string[], tomorrow: readonly string[]) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const write = async (name: string, n: number): Promise<void> => {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), rows(name, n));
  };
  for (const [n, name] of today.entries()) await write(name, 1 + n);
  const { exitCode } = await runHere(['init', folder.path, '--yes']);
  expect(exitCode).toBe(0);
  const pipeline = join(folder.path, 'pipeline.yaml');
  const first = await pending(pipeline);
  for (const [n, name] of tomorrow.entries()) await write(name, 11 + n);
  return [first, await pending(pipeline)];
}

test('a folder of tomorrow with the name of another one is a room of its own', async () => {
  const today = ['archive/general', 'archive/help', 'projects/news'].flatMap((room) =>
    [1, 2].map((n) => `in/${room}/${n}.csv`),
  );
  expect(await twoNights(today, ['in/projects/help/1.csv'])).toEqual([
    { groups: 3, messages: 12 },
    { groups: 4, messages: 14 },
  ]);
});

test('so is a file, and another piece of a room belongs to that room', async () => {
  const today = ['open/general.csv', 'open/random.csv', 'closed/board.csv', 'closed/staff.csv'];
  expect(await twoNights(today, ['closed/general.csv'])).toEqual([
    { groups: 4, messages: 8 },
    { groups: 5, messages: 10 },
  ]);
  const rooms = ['rooms/general/1.csv', 'rooms/general/2.csv', 'rooms/help/1.csv', 'rooms/help/2.csv'];
  expect(await twoNights(rooms, ['rooms/help/3.csv', 'rooms/news/1.csv'])).toEqual([
    { groups: 2, messages: 8 },
    { groups: 3, messages: 12 },
  ]);
});
