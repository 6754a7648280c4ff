import { appendFile, mkdtempDisposable, readFile, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fileState } from '../../src/files/state/file-state.ts';
import { keyFile, stampsIn } from '../../src/keys/key-file.ts';
import { KeyIndex, STAMP_BYTES, Stamps } from '../../src/keys/key-index.ts';
import { realFiles } from '../../src/system/files.ts';

function stampsOf(from: number, to: number): Stamps {
  const stamps = new Stamps(to - from);
  for (let key = from; key < to; key++) {
    const place = { content: 1, line: key + 1, file: 0 };
    stamps.add(new KeyIndex().add(`k${key}`, 'landed', place).stamp, 'landed');
  }
  return stamps;
}

test('keyFile gives a resumed run the keys that the checkpoint claims, and writes over what it does not', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const path = join(at.path, 'users.bin');
  const claimed = await keyFile(fileState(dirname(path), realFiles), basename(path)).append(stampsOf(0, 10));
  expect(claimed).toBe(10 * STAMP_BYTES);
  await appendFile(path, Buffer.alloc(33, 0xee));
  const resumed = keyFile(fileState(dirname(path), realFiles), basename(path));
  const index = new KeyIndex();
  await resumed.restore(index, claimed);
  expect(index.size).toBe(10);
  expect(await resumed.append(stampsOf(0, 0))).toBe(claimed);
  const more = await resumed.append(stampsOf(10, 12));
  const again = new KeyIndex();
  await keyFile(fileState(dirname(path), realFiles), basename(path)).restore(again, more);
  expect(Array.from({ length: 13 }, (_, key) => again.state(`k${key}`))).toEqual([
    ...Array(12).fill('landed'),
    undefined,
  ]);
});

test('keyFile refuses to go on when claimed keys are gone, wholly or in part', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const path = join(at.path, 'users.bin');
  const corrupt = { code: 'STATE.CORRUPT', exitCode: 9 };
  await expect(
    keyFile(fileState(dirname(path), realFiles), basename(path)).restore(new KeyIndex(), STAMP_BYTES),
  ).rejects.toMatchObject(corrupt);
  await keyFile(fileState(dirname(path), realFiles), basename(path)).append(stampsOf(0, 3));
  await truncate(path, 2 * STAMP_BYTES);
  await expect(
    keyFile(fileState(dirname(path), realFiles), basename(path)).restore(new KeyIndex(), 3 * STAMP_BYTES),
  ).rejects.toMatchObject(corrupt);
  expect((await readFile(path)).length).toBe(2 * STAMP_BYTES);
});

test('a key file says of landed users whether they are deactivated; one of before that says of nobody that they are', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const state = fileState(at.path, realFiles);
  const stamps = new Stamps(2);
  for (const [key, kept] of [
    ['ann', 'landed'],
    ['ben', 'inactive'],
  ] as const)
    stamps.add(new KeyIndex().add(key, kept, { content: 0x3f_ffff, line: 2, file: 255 }).stamp, kept);
  const claimed = await keyFile(state, 'users.bin').append(stamps);
  const index = new KeyIndex();
  await keyFile(state, 'users.bin').restore(index, claimed);
  expect(['ann', 'ben', 'cy'].map((key) => [index.state(key), index.isInactive(key)])).toEqual([
    ['landed', false],
    ['landed', true],
    [undefined, false],
  ]);
  const found = index.find('ben');
  expect(found).toMatchObject({ content: 0x3f_ffff, line: 2, file: 255 });
  expect(found && index.hasLanded(found.lo, found.hi)).toBe(true);
  expect([...stampsIn(state, 'users.bin', claimed)].map((each) => each.state)).toEqual(['landed', 'landed']);
  // Their keys are taken like those of others, also when rejected rows come again.
  index.reopen();
  expect(index.add('ben', 'landed', { content: 1, line: 9, file: 0 }).first?.line).toBe(2);
  // As before there was such a state.
  await keyFile(state, 'before.bin').append(stampsOf(0, 3));
  const before = new KeyIndex();
  await keyFile(state, 'before.bin').restore(before, 3 * STAMP_BYTES);
  expect(before.isInactive('k1')).toBe(false);
});
