import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { BOOK } from './chat-book.ts';

test('a workbook with three sheets goes from init to a verification without a difference', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  await writeFile(join(folder.path, 'chat.xlsx'), BOOK);
  const started = await runHere(['init', join(folder.path, 'chat.xlsx'), '--yes', '--zone', 'UTC']);
  expect([started.exitCode, started.stderr]).toEqual([0, expect.not.stringContaining('BUG')]);
  const pipeline = join(folder.path, 'pipeline.yaml');
  const text = await readFile(pipeline, 'utf8');
  for (const sheet of ['users', 'rooms', 'messages']) expect(text).toContain(`sheet: ${sheet}\n`);
  expect(text).not.toContain('# ?');
  const run = await runHere(['run', pipeline, '--yes']);
  expect([run.exitCode, run.stdout]).toEqual([0, expect.stringContaining('12')]);
  const verified = await runHere(['verify', pipeline, '--json']);
  expect(verified.exitCode, verified.stdout).toBe(0);
});
