import { mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Files, realFiles } from '../../src/system/files.ts';
import { realRandom } from '../../src/system/random.ts';
import { type PrepareSpec, prepareTable } from '../../src/tables/prepare-table.ts';
import { openPrepared } from '../../src/tables/prepared-table.ts';
import { rowsOf } from '../input/sources/read-rows.ts';
import { diary, inputOf, plain, prepared, rowsFrom, signal, timeOf } from './prepared.ts';

test('a table that cannot be finished leaves nothing behind', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-'));
  const into = { path: join(folder.path, 't'), files: realFiles, random: realRandom };
  const spec: PrepareSpec = {
    ...plain,
    order: 'byTime',
    inputs: [
      {
        name: 'a',
        path: '/a',
        async pass(take) {
          for (const row of diary(['a 1', 'b 2', 'c 0'])) take(row);
          throw new Error('the disk is gone');
        },
      },
    ],
  };
  await expect(prepareTable(spec, into, signal, 16)).rejects.toThrow('the disk is gone');
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a row that is larger than a row of a file may be is a fault, in both shapes', async () => {
  const large = 'x'.repeat(1_048_577);
  const quotes = '"'.repeat(1_000_000);
  const arrays = rowsFrom([
    ['a', large],
    ['a', quotes],
  ]);
  const keyOf = (): string => 'one key';
  await prepared({ ...plain, inputs: [inputOf('a', arrays)], keyOf, nthOf: keyOf }, async (source) => {
    const [first, second] = await rowsOf(source);
    expect(first).toMatchObject({
      fault: { code: 'ROW.TOO_LARGE' },
      values: [],
      raw: `["a","${'x'.repeat(65_530)}`,
    });
    expect(second).toMatchObject({ values: ['a', quotes, '1'] });
  });
  const objects = rowsFrom([{ a: large }, { a: '€'.repeat(300_000) }]);
  await prepared({ ...plain, columns: undefined, inputs: [inputOf('a', objects)] }, async (source) => {
    const [first, second] = await rowsOf(source);
    expect(first).toMatchObject({ fault: { code: 'ROW.TOO_LARGE' }, values: {} });
    expect(second?.values).toEqual(objects[1]?.values);
  });
});

test('a table that is damaged or unfinished is said to be so', async () => {
  await prepared({ ...plain, inputs: [inputOf('a', diary(['a 1', 'b 2']))] }, async (source, path) => {
    const bytes = readFileSync(path);
    for (const damaged of [bytes.toString().replace('"b"', 'b'), '['.repeat(bytes.length)]) {
      writeFileSync(path, damaged);
      await expect(rowsOf(source)).rejects.toMatchObject({ code: 'STATE.CORRUPT' });
    }
    writeFileSync(path, 'short');
    await expect(openPrepared(path, 0, realFiles)).rejects.toMatchObject({ code: 'STATE.CORRUPT' });
  });
});

test('a full disk is named, in the table and in the runs of the sorter', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-'));
  for (const bytes of [0, 100]) {
    let room = bytes;
    const files: Files = {
      ...realFiles,
      writeSync(...call) {
        room -= call[3];
        if (room < 0) throw Object.assign(new Error('write'), { code: 'ENOSPC' });
        return realFiles.writeSync(...call);
      },
    };
    const spec = {
      ...plain,
      order: 'byTime',
      timeOf,
      inputs: [inputOf('a', diary(['a 3', 'b 2', 'c 1']))],
    } as const;
    const into = { path: join(folder.path, 't'), files, random: realRandom };
    await expect(prepareTable(spec, into, signal, 16)).rejects.toMatchObject({
      code: 'STATE.UNWRITABLE',
      message: expect.stringContaining('no space is left on the disk'),
    });
    expect(readdirSync(folder.path)).toEqual([]);
  }
});
