import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { workOf } from './work-of.ts';

const PIPELINE = (path: string): string =>
  `version: 1\nname: packed\nsources: { users: { path: ${path}, map: { uid: id, name: name } } }\n`;
/** 128 MiB in two members: one of 64 MiB, twice. */
const twice = (packed: Uint8Array): Buffer => Buffer.concat([packed, packed]);
const lines = Buffer.alloc(64 << 20, '\n');
lines.write('id,name\n');

test.each([
  ['users.csv.gz', twice(gzipSync(lines, { level: 9 }))],
  ['users.csv.zst', twice(zstdCompressSync(lines))],
])('a file that unpacks to more than 500 times its size is refused: %s', async (name, packed) => {
  const files = { [name]: packed, 'pipeline.yaml': PIPELINE(name) };
  const { stderr } = await workOf(files, 'validate', '@/pipeline.yaml');
  expect(stderr).toContain('SOURCE.ARCHIVE_UNSAFE');
  expect(stderr).toContain('unpack it');
});
