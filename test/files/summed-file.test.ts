import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appendSums, contentBytes, damageInSummed } from '../../src/files/summed-file.ts';
import { realFiles } from '../../src/system/files.ts';

test('any damage of a file that ends with its checksums is found; a file of an older version is not judged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-'));
  try {
    const path = join(folder, 'file');
    const content = Buffer.from(Array.from({ length: 160 }, (_, at) => at));
    expect(await damageInSummed(realFiles, path, true)).toBeUndefined();
    writeFileSync(path, content);
    expect(await damageInSummed(realFiles, path, false)).toBeUndefined();
    expect(await damageInSummed(realFiles, path, true)).toMatchObject({ what: 'has lost its checksums' });
    const fd = openSync(path, 'r+');
    appendSums(realFiles, fd, content.length);
    const sound = readFileSync(path);
    expect(contentBytes(realFiles, fd, sound.length)).toBe(content.length);
    closeSync(fd);
    expect(await damageInSummed(realFiles, path, true)).toBeUndefined();
    for (let at = 0; at < sound.length; at++) {
      const bytes = Buffer.from(sound);
      bytes[at] = (bytes[at] as number) ^ 4;
      writeFileSync(path, bytes);
      expect([at, await damageInSummed(realFiles, path, true)]).toEqual([
        at,
        { byte: expect.any(Number), what: expect.any(String) },
      ]);
    }
    for (let length = 0; length < sound.length; length++) {
      writeFileSync(path, sound);
      truncateSync(path, length);
      expect(await damageInSummed(realFiles, path, true)).toBeDefined();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
