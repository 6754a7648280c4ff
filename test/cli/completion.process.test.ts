import { execFile } from 'node:child_process';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { completionScripts } from '../../src/cli/completion-scripts.ts';
import { program } from '../support/repository.ts';

/** What bash completes at the end of a command line, in a folder with two pipelines and another file. */
async function completed(...words: readonly string[]): Promise<readonly string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'completion-'));
  for (const name of ['a.yaml', 'b.json', 'users.csv']) await writeFile(join(folder.path, name), '');
  await mkdir(join(folder.path, 'old'));
  const bin = join(folder.path, '.bin');
  await mkdir(bin);
  const starter = `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`;
  await writeFile(join(bin, 'chatferry'), starter, { mode: 0o755 });
  const script = `source <(chatferry completion bash); COMP_WORDS=(chatferry "$@"); COMP_CWORD=$#; _chatferry
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script, 'bash', ...words], {
    cwd: folder.path,
    env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

test.each([
  [['va'], ['validate']],
  [['rejects', 're'], ['retry']],
  [['config', ''], ['show']],
  [
    ['validate', ''],
    ['a.yaml', 'b.json', 'old/'],
  ],
  [['inspect', 'u'], ['users.csv']],
  [['run', 'a.yaml', '--max-d'], ['--max-duration']],
  [
    ['validate', 'a.yaml', '--format', 'j'],
    ['json', 'junit'],
  ],
  [['explain', 'SOURCE.MISS'], ['SOURCE.MISSING']],
  [['completion', 'f'], ['fish']],
  [['nothing', ''], []],
])('bash completes %j', async (words, found) => {
  expect((await completed(...words)).toSorted()).toEqual(found.toSorted());
});

test('each script asks the command line for candidates, and is as its shell wants it as far as that is here', async () => {
  for (const [shell, script] of Object.entries(completionScripts)) {
    expect(script).toContain('chatferry __complete');
    const check = promisify(execFile)(shell, ['-n', '-c', script]);
    await check.catch((error: NodeJS.ErrnoException) => expect(error.code, error.message).toBe('ENOENT'));
  }
});
