import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RowChange } from '../../../src/delivery/row-change.ts';
import { ChangeLog } from '../../../src/session/runs/change-log.ts';
import { newRunId, readChanges } from '../../../src/state/kept-runs.ts';
import { realFiles } from '../../../src/system/files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatferry-changes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const renamed = (index: number): RowChange => ({
  entity: 'users',
  key: `u-${index}`,
  action: 'updated',
  fields: ['name'],
  before: { content: 1, fixed: 2 },
  after: { content: 3, fixed: 2 },
});

test('so many changes are listed, all are counted, and the last line says how many are missing', async () => {
  const path = join(folder, 'changes.ndjson');
  const log = new ChangeLog(path, realFiles, 3);
  log.add([renamed(1), renamed(2)]);
  // Written at once: a killed run has them.
  expect(readFileSync(path, 'utf8').split('\n')[0]).toBe(
    '{"entity":"users","key":"u-1","action":"updated","fields":["name"],"before":"000000000001.000000000002","after":"000000000003.000000000002"}',
  );
  log.add([renamed(3), renamed(4), renamed(5)]);
  log[Symbol.dispose]();
  expect(log.result).toMatchObject({
    total: 5,
    listed: 3,
    counts: { 'users.updated': 5 },
    fields: { 'users.name': 5 },
  });
  expect(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1)).toBe('{"notListed":2}');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const found = await Array.fromAsync(readChanges(path, realFiles));
  expect(found.map(({ key }) => key)).toEqual(['u-1', 'u-2', 'u-3']);
});

test('a line that a killed run has not finished is left out, however the lines fall into pieces', async () => {
  const path = join(folder, 'changes.ndjson');
  const lines = Array.from(
    { length: 3_000 },
    (_, index) => `${JSON.stringify({ ...renamed(index), key: `ü-${index}` })}\n`,
  );
  writeFileSync(path, `${lines.join('')}{"entity":"users","key":"u-`);
  const found = await Array.fromAsync(readChanges(path, realFiles));
  expect(found.map(({ key }) => key)).toEqual(lines.map((_, index) => `ü-${index}`));
  expect(await Array.fromAsync(readChanges(join(folder, 'missing'), realFiles))).toEqual([]);
});

test('a list that cannot be written is said, and its run goes on', () => {
  const full = {
    ...realFiles,
    writeSync: () => {
      throw new Error('no space left');
    },
  };
  const log = new ChangeLog(join(folder, 'changes.ndjson'), full);
  log.add([renamed(1)]);
  log.add([renamed(2)]);
  log[Symbol.dispose]();
  expect(log.failure).toBe('the list of changes is not complete: no space left');
  expect(log.result.total).toBe(2);
});

test('ids of runs sort in the order of the runs, within a second and where the clock goes back', () => {
  const at = (iso: string) => ({
    clock: { now: () => Date.parse(iso) } as never,
    random: { hex: () => 'fffe' } as never,
  });
  const first = newRunId(undefined, at('2026-01-02T03:04:05.900Z'));
  expect(first).toBe('20260102T030405Z-fffe');
  const second = newRunId(first, at('2026-01-02T03:04:05.950Z'));
  expect(second).toBe('20260102T030405Z-ffff');
  const third = newRunId(second, at('2026-01-01T00:00:00Z'));
  expect(third).toBe('20260102T030406Z-0000');
  expect(newRunId(third, at('2026-01-02T03:04:07Z'))).toBe('20260102T030407Z-fffe');
});
