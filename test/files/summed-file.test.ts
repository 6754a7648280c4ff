import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileState } from '../../src/files/state/file-state.ts';
import { appendSums, contentBytes, damageInSummed } from '../../src/files/summed-file.ts';
import { realFiles } from '../../src/system/files.ts';

test('any damage of a file that ends with its checksums is found; a file of an older version is not judged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-'));
  try {
    const path = join(folder, 'file');
    const state = fileState(folder, realFiles);
    const content = Buffer.from(Array.from({ length: 160 }, (_, at) => at));
    expect(await damageInSummed(state, 'file', true)).toBeUndefined();
    writeFileSync(path, content);
    expect(await damageInSummed(state, 'file', false)).toBeUndefined();
    expect(await damageInSummed(state, 'file', true)).toMatchObject({ what: 'has lost its checksums' });
    const log = state.open('file');
    appendSums(log, content.length, 'lineage 1');
    const sound = readFileSync(path);
    expect(contentBytes(log)).toBe(content.length);
    log[Symbol.dispose]();
    expect(await damageInSummed(state, 'file', true)).toBeUndefined();
    for (let at = 0; at < sound.length; at++) {
      const bytes = Buffer.from(sound);
      bytes[at] = (bytes[at] as number) ^ 4;
      writeFileSync(path, bytes);
      expect([at, await damageInSummed(state, 'file', true)]).toEqual([
        at,
        { byte: expect.any(Number), what: expect.any(String) },
      ]);
    }
    for (let length = 0; length < sound.length; length++) {
      writeFileSync(path, sound);
      truncateSync(path, length);
      expect(await damageInSummed(state, 'file', true)).toBeDefined();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
