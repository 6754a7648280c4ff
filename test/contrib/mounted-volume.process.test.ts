import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { workspace } from '../e2e/workspace.ts';
import { program } from '../support/repository.ts';

/** The user of the images, `node`, and somebody else. */
const NODE = 1_000;
const OTHER = 65_534;

/** A run as the user of the images, with its state on a volume that is mounted at `volume`. */
async function runOn(volume: string, pipeline: string) {
  const child = spawn(process.execPath, [program, 'run', pipeline, '--yes'], {
    uid: NODE,
    gid: NODE,
    cwd: volume,
    env: { HOME: volume, XDG_CACHE_HOME: volume },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')]);
  return { exitCode: child.exitCode, said };
}

/** Who owns the volume, with which mode, and what comes of a run of `node`. */
test.runIf(process.getuid?.() === 0).each([
  { owner: NODE, mode: 0o700, code: 'ok', what: 'a new volume over a folder of the image' },
  { owner: NODE, mode: 0o755, code: 'ok', what: 'a folder of the host that was given to the user' },
  // With `fsGroup`, as contrib/kubernetes.yaml mounts it.
  { owner: 0, group: NODE, mode: 0o2775, code: 'ok', what: 'a volume of root, which our group writes' },
  { owner: 0, group: OTHER, mode: 0o2777, code: 'STATE.NOT_OWN', what: 'a volume that another group writes' },
  { owner: 0, mode: 0o755, code: 'STATE.UNWRITABLE', what: 'a folder that Docker has made for root' },
  { owner: OTHER, mode: 0o755, code: 'STATE.UNWRITABLE', what: 'a folder of another user' },
  {
    owner: OTHER,
    mode: 0o777,
    code: 'STATE.NOT_OWN',
    what: 'a folder of another user that everybody writes',
  },
])('$what: $code', async ({ owner, group = owner, mode, code }) => {
  using space = workspace(3);
  chmodSync(space.folder, 0o755);
  // The folder of all tests may be for its owner alone.
  if ((statSync(tmpdir()).mode & 0o001) === 0) chmodSync(tmpdir(), 0o711);
  const volume = join(space.folder, 'volume');
  mkdirSync(volume);
  chmodSync(volume, mode);
  chownSync(volume, owner, group);
  chmodSync(volume, mode);
  const pipeline = space.pipeline({ rest: 'state: volume/state' });
  const { exitCode, said } = await runOn(volume, pipeline);
  if (code === 'ok') {
    expect(exitCode, said).toBe(0);
    expect(statSync(join(volume, 'state')).uid).toBe(NODE);
    return;
  }
  expect([exitCode === 0, said]).toEqual([false, expect.stringContaining(code)]);
  expect(readdirSync(volume)).toEqual([]);
});
