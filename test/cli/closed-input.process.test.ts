import { execFile } from 'node:child_process';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../src/files/lock.ts';
import { realSystem } from '../../src/system/system.ts';
import { cli, startSandboxProcess } from '../e2e/cli-process.ts';
import { FAST, targetOf, workspace } from '../e2e/workspace.ts';
import { program } from '../support/repository.ts';

/** A process that has not ended by then waits for an answer. */
const HANG_MS = 600_000;

type Answer = { readonly exitCode: number; readonly error?: { readonly missingFlags?: readonly string[] } };

/** Runs a command with `--json` whose standard input is closed; a process that waits for an answer is ended, and fails. */
function closed(...args: readonly string[]): Promise<{ readonly code: unknown; readonly answer: Answer }> {
  const line = ['-c', 'exec "$@" <&-', 'bash', process.execPath, program, ...args, '--json'];
  return new Promise((resolve, reject) => {
    execFile('bash', line, { timeout: HANG_MS }, (error, stdout, stderr) => {
      if (error?.killed || stdout === '')
        reject(new Error(`${args.join(' ')} did not end by itself: ${stderr}`));
      else resolve({ code: error?.code ?? 0, answer: JSON.parse(stdout) as Answer });
    });
  });
}

test('with a closed standard input nothing waits: exit 2 with the flag that is missing, which is enough then', async () => {
  using space = workspace(3);
  await using sandbox = await startSandboxProcess(space.folder);
  space.write('users.csv', 'uid,name\nann,Ann\nben,Ben\ncy,\n');
  const file = space.pipeline({ target: targetOf(sandbox), rest: FAST });
  const state = join(space.folder, '.chatferry/e2e');
  const refused = async (...args: readonly string[]): Promise<void> => {
    const { code, answer } = await closed(...args);
    expect([args[0], code, answer.error?.missingFlags]).toEqual([args[0], 2, ['--yes']]);
  };

  await refused('run', file);
  expect((await closed('run', file, '--yes')).code).toBe(4);
  await refused('rejects', 'retry', file);
  expect((await closed('rejects', 'retry', file, '--yes')).code).toBe(4);

  // Without a terminal, `undo` shows what it would remove and the id that stands for it.
  const shown = await closed('undo', file);
  const { confirm } = shown.answer as unknown as { confirm: string };
  expect([shown.code, (await closed('undo', file, '--confirm', confirm)).code]).toEqual([0, 0]);

  writeFileSync(join(state, 'checkpoint.json'), '{');
  await refused('state', 'repair', file);
  expect((await closed('state', 'repair', file, '--yes')).code).toBe(0);

  const machine = { ...realSystem.machine, pid: 7, host: 'north', id: 'north', bootId: 'north' };
  await using _lock = await takeLock(join(state, 'lock'), 'chatferry run', { ...realSystem, machine });
  const longAgo = new Date(Date.now() - 40 * 60_000);
  utimesSync(join(state, 'lock'), longAgo, longAgo);
  await refused('unlock', file);
  expect((await closed('unlock', file, '--yes')).code).toBe(0);
});

test('the questions of init are answered by flags, or stay in its file', async () => {
  using space = workspace(3);
  space.write('posts.csv', 'id,who,to_whom,when,text\n1,ann,ben,03/04/2024 10:00,hello\n');
  const out = join(space.folder, 'new.yaml');
  const { code, answer } = await closed('init', space.folder, '--out', out);
  expect([code, answer]).toEqual([0, expect.objectContaining({ pipeline: expect.anything() })]);
  const { err } = await cli(['init', space.folder, '--out', out, '--force', '--zone', 'Europe/Berlin']);
  expect(err).not.toContain('which time zone');
});
