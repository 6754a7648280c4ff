import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type SheetCell, workbookOf } from '../../input/sources/xlsx/workbook.ts';
import { runHere } from '../../support/command-here.ts';

const at = (day: number, minute: number): Date => new Date(Date.UTC(2026, 6, day, 9, minute));

const USERS: readonly SheetCell[][] = [
  ['id', 'name', 'created'],
  ['u-1', 'Ann', at(1, 0)],
  ['u-2', 'Ben', at(1, 1)],
  ['u-3', 'Cem', at(1, 2)],
];
const ROOMS: readonly SheetCell[][] = [
  ['id', 'name', 'type', 'owner'],
  ['r-1', 'Sales', 'private', 'u-1'],
  ['r-2', 'Help', 'public', 'u-2'],
];
const MESSAGES: readonly SheetCell[][] = [
  ['id', 'room_id', 'sender_id', 'sent_at', 'text'],
  ...Array.from({ length: 12 }, (_, n): SheetCell[] => [
    `m-${n}`,
    `r-${1 + (n % 2)}`,
    `u-${1 + (n % 3)}`,
    at(2, n),
    `line one of ${n}\nline two, "said"`,
  ]),
];

const BOOK = workbookOf([
  { name: 'users', rows: USERS },
  { name: 'notes', isHidden: true, rows: [['id'], ['x']] },
  { name: 'rooms', rows: ROOMS },
  { name: 'messages', rows: MESSAGES },
]);

test('a workbook with three sheets goes from init to a verification without a difference', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  await writeFile(join(folder.path, 'chat.xlsx'), BOOK);
  const started = await runHere(['init', join(folder.path, 'chat.xlsx'), '--yes', '--zone', 'UTC']);
  expect([started.exitCode, started.stderr]).toEqual([0, expect.not.stringContaining('BUG')]);
  const pipeline = join(folder.path, 'pipeline.yaml');
  const text = await readFile(pipeline, 'utf8');
  for (const sheet of ['users', 'rooms', 'messages']) expect(text).toContain(`sheet: ${sheet}\n`);
  expect(text).not.toContain('# ?');
  const run = await runHere(['run', pipeline, '--yes']);
  expect([run.exitCode, run.stdout]).toEqual([0, expect.stringContaining('12')]);
  const verified = await runHere(['verify', pipeline, '--json']);
  expect(verified.exitCode, verified.stdout).toBe(0);
});
