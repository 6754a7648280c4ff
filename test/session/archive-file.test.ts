import { appendFile, mkdir, mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Settled } from '../../src/delivery/in-flight.ts';
import { archiveFile } from '../../src/session/archive-file.ts';
import { State } from '../../src/state/state.ts';
import { realFiles } from '../../src/system/files.ts';

const row = { file: 0, row: 1, line: 1, endLine: 1, byte: 0, endByte: 1, values: [] };
const old = (muid: string, text = 'é'): Settled => ({
  row,
  valid: false,
  outcome: { status: 'skipped', rule: 'retention', archived: { muid, text } },
});
const skipped: Settled = { row, valid: false, outcome: { status: 'skipped', rule: 'duplicate' } };
const lineOf = (muid: string, text = 'é'): string => `${JSON.stringify({ muid, text })}\n`;

/** The archive that is the file at a path. */
const archiveAt = (path: string) => new State(dirname(dirname(path)), realFiles).archive;

async function inFolder(work: (path: string) => Promise<void>): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  await work(join(folder.path, 'archive/messages.ndjson'));
}

test('takes only rows that are to be kept; without one there is no file', () =>
  inFolder(async (path) => {
    const archive = archiveFile(archiveAt(path));
    await archive.restore(undefined);
    expect(await archive.append([skipped])).toBe(0);
    await expect(stat(dirname(path))).rejects.toThrow('ENOENT');
    const length = await archive.append([old('a'), skipped, old('b'), old('a'), old('a', 'other')]);
    const text = lineOf('a') + lineOf('b') + lineOf('a', 'other');
    expect([await readFile(path, 'utf8'), length]).toEqual([text, Buffer.byteLength(text)]);
  }));

test('restores the length that a checkpoint claims, and knows every row in it', () =>
  inFolder(async (path) => {
    const before = archiveFile(archiveAt(path));
    await before.restore(undefined);
    const claimed = await before.append([old('a'), old('b')]);
    await before.append([old('c')]);
    await appendFile(path, '{"muid":"ha');
    const after = archiveFile(archiveAt(path));
    await after.restore(claimed);
    await after.append([old('b'), old('c'), old('d')]);
    expect(await readFile(path, 'utf8')).toBe(['a', 'b', 'c', 'd'].map((muid) => lineOf(muid)).join(''));
  }));

test.each([
  ['half a row', '{"muid":"ha'],
  ['zeros, as after a power cut', '\0'.repeat(50)],
  ['a row without its line end', lineOf('x').trim()],
  ['a line that is no row', 'garbage\n{"muid":"later"}\n'],
])('without a claim, keeps the whole rows before %s', (_, end) =>
  inFolder(async (path) => {
    await mkdir(dirname(path));
    await writeFile(path, lineOf('a') + lineOf('b') + end);
    const archive = archiveFile(archiveAt(path));
    await archive.restore(undefined);
    await archive.append([old('b'), old('c')]);
    expect(await readFile(path, 'utf8')).toBe(['a', 'b', 'c'].map((muid) => lineOf(muid)).join(''));
  }),
);

test.each([
  ['shorter', lineOf('a')],
  ['gone', undefined],
  ['damaged', lineOf('a') + '\0'.repeat(lineOf('b').length + 1)],
])('a claimed archive that is %s is an error, and stays as it is', (_, content) =>
  inFolder(async (path) => {
    const claimed = Buffer.byteLength(lineOf('a') + lineOf('b'));
    await mkdir(dirname(path));
    if (content !== undefined) await writeFile(path, content);
    await expect(archiveFile(archiveAt(path)).restore(claimed)).rejects.toMatchObject({
      code: 'STATE.CORRUPT',
    });
    if (content !== undefined) expect(await readFile(path, 'utf8')).toBe(content);
  }),
);

test('reads archives that are longer than a block, with rows over the edge of blocks', () =>
  inFolder(async (path) => {
    const rows = Array.from({ length: 600 }, (_, at) => old(`m-${at}`, 'ü'.repeat(1_000 + at)));
    const archive = archiveFile(archiveAt(path));
    await archive.restore(undefined);
    const length = await archive.append(rows);
    const again = archiveFile(archiveAt(path));
    await again.restore(length);
    expect(await again.append(rows)).toBe(length);
    expect((await stat(path)).size).toBe(length);
  }));
