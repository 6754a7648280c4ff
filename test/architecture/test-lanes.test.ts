import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../support/repository.ts';
import { testsInTheWrongLane } from './test-lanes.ts';

describe('the lanes of the tests', () => {
  test('a unit test starts no process, and a process test does', () => {
    expect(testsInTheWrongLane(repository)).toEqual([]);
  });

  const helper = "import { spawn } from 'node:child_process';\nexport const start = spawn;\n";
  const planted: readonly (readonly [
    what: string,
    files: Readonly<Record<string, string>>,
    found: RegExp,
  ])[] = [
    [
      'a unit test that starts a process',
      { 'test/a.test.ts': "import { execFile } from 'node:child_process';\nexecFile('true');\n" },
      /^test\/a\.test\.ts reaches test\/a\.test\.ts, which starts a process/,
    ],
    [
      'a unit test that reaches a helper which starts one',
      {
        'test/a.test.ts': "import { run } from './support/run.ts';\nrun();\n",
        'test/support/run.ts': "export { start as run } from './start.ts';\n",
        'test/support/start.ts': helper,
      },
      /^test\/a\.test\.ts reaches test\/support\/start\.ts/,
    ],
    [
      'a unit test that reaches a benchmark which starts one, by a dynamic import',
      { 'test/a.test.ts': "await import('../bench/race.ts');\n", 'bench/race.ts': helper },
      /^test\/a\.test\.ts reaches bench\/race\.ts/,
    ],
    [
      'a unit test that opens a browser',
      { 'test/a.test.ts': "import { chromium } from 'playwright-core';\nawait chromium.launch();\n" },
      /^test\/a\.test\.ts reaches/,
    ],
    [
      'a process test that starts nothing',
      { 'test/a.process.test.ts': "import { expect } from 'vitest';\nexpect(1).toBe(1);\n" },
      /^test\/a\.process\.test\.ts starts no process/,
    ],
  ];

  test.each(planted)('%s is found', async (_what, files, found) => {
    await using folder = await filled(files);
    expect(testsInTheWrongLane(folder.path)).toEqual([expect.stringMatching(found)]);
  });

  test('what is named right, and what needs a type alone, is not found', async () => {
    await using folder = await filled({
      'test/a.process.test.ts': "import { start } from './start.ts';\nstart('true');\n",
      'test/b.test.ts': "import type { Start } from './start.ts';\nexport const started: Start[] = [];\n",
      'test/start.ts': `${helper}export type Start = typeof start;\n`,
    });
    expect(testsInTheWrongLane(folder.path)).toEqual([]);
  });
});

async function filled(
  files: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  return folder;
}
