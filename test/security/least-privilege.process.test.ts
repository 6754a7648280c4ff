import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startSandboxProcess } from '../e2e/cli-process.ts';
import { FAST, targetOf, workspace } from '../e2e/workspace.ts';
import { program } from '../support/repository.ts';

/** As `SECURITY.md` says: reads everything, writes the state alone, starts no program. */
async function confined(state: string, args: readonly string[]) {
  const flags = ['--permission', '--allow-fs-read=*', `--allow-fs-write=${state}`];
  const child = spawn(process.execPath, [...flags, program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: state, NODE_COMPILE_CACHE: '' },
  });
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code, out, err };
}

test('a process that may write nothing but the state runs, verifies and undoes, and can do no more', async () => {
  using space = workspace(60);
  await using sandbox = await startSandboxProcess(space.folder);
  const state = join(space.folder, '.chatferry');
  mkdirSync(state, { mode: 0o700 });
  const pipeline = space.pipeline({ target: targetOf(sandbox), rest: FAST });
  for (const args of [
    ['run', pipeline, '--yes'],
    ['verify', pipeline],
    ['undo', pipeline],
  ]) {
    const { code, err } = await confined(state, args);
    expect([args[0], code, err.includes('ERR_ACCESS_DENIED')]).toEqual([args[0], 0, false]);
  }
  const outside = await confined(state, ['plan', pipeline, '--out', join(space.folder, 'plan.json')]);
  expect([outside.code, outside.err]).toEqual([2, expect.stringContaining('restricted')]);
  const key = `{ baseUrl: "${sandbox.baseUrl}", apiKey: { command: [cat, ${JSON.stringify(sandbox.keyFile)}] } }`;
  const program = await confined(state, ['verify', space.pipeline({ target: key, rest: FAST })]);
  expect([program.code, program.err]).toEqual([10, expect.stringContaining('ERR_ACCESS_DENIED')]);
});
