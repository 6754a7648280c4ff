import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';
import { readTree } from './import-graph.ts';
import { SPLINTERS_MAX, splinters } from './splinters.ts';

test('splinters become fewer: npm run splinters names them, and the maximum goes down with them', () => {
  expect(splinters(readTree(join(repository, 'src')))).toHaveLength(SPLINTERS_MAX);
});

test('a small file that only one file beside it imports is found, and no other', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const lines = (count: number): string => '//\n'.repeat(count);
  const files = {
    'keys/all.ts':
      "import './small.ts';\nimport './large.ts';\nimport './shared.ts';\nimport './in/deep.ts';\nimport type { T } from './type.ts';\n",
    'keys/other.ts': "import './shared.ts';\n",
    'keys/small.ts': lines(59),
    'keys/large.ts': lines(60),
    'keys/shared.ts': lines(9),
    'keys/in/deep.ts': lines(9),
    'keys/type.ts': lines(9),
    'report/formats/formats.ts': "import './tally.ts';\n",
    'report/formats/tally.ts': lines(9),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  expect(splinters(readTree(folder.path))).toEqual([
    'keys/small.ts (59 lines) could be a part of keys/all.ts',
    'keys/type.ts (9 lines) could be a part of keys/all.ts',
  ]);
});
