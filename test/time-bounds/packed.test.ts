import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { workOf } from './work-of.ts';

const PIPELINE = (path: string): string =>
  `version: 1\nname: packed\nsources: { users: { path: ${path}, map: { uid: id, name: name } } }\n`;
/** 134 MB in two members. */
const twice = (packed: Uint8Array): Buffer => Buffer.concat([packed, packed]);
const lines = Buffer.from(`id,name\n${`a,${'x'.repeat(1_000_000)}\n`.repeat(67)}`);

test('a compressed file that unpacks to more than 500 times its size is refused', async () => {
  const [name, packed] = ['users.csv.gz', twice(gzipSync(lines, { level: 9 }))];
  const files = { [name]: packed, 'pipeline.yaml': PIPELINE(name) };
  const { stderr } = await workOf(files, 'validate', '@/pipeline.yaml');
  expect(stderr).toContain('SOURCE.ARCHIVE_UNSAFE');
  expect(stderr).toContain('unpack it');
});
