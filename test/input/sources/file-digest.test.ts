import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { digestOf } from '../../../src/input/sources/bytes/file-digest.ts';
import { realFiles } from '../../../src/system/files.ts';
import { tempFile } from './temp-file.ts';

test('digestOf hashes a file as it is on disk', async () => {
  const content = Buffer.alloc(1_000_000, '\ufeffab');
  await using file = await tempFile('a.csv', content);
  expect(await digestOf(realFiles, file.path, new AbortController().signal)).toEqual({
    bytes: content.length,
    mtimeMs: (await stat(file.path)).mtimeMs,
    sha256: createHash('sha256').update(content).digest('hex'),
  });
});

test('digestOf stops with the reason of an abort, and refuses a missing file', async () => {
  await using file = await tempFile('a.csv', 'a');
  const reason = new Error('enough');
  await expect(digestOf(realFiles, file.path, AbortSignal.abort(reason))).rejects.toBe(reason);
  const missing = digestOf(realFiles, `${file.path}.none`, new AbortController().signal);
  await expect(missing).rejects.toMatchObject({ code: 'SOURCE.MISSING' });
});
