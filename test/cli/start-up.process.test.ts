import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { workspace } from '../e2e/workspace.ts';
import { repository } from '../support/repository.ts';

/** Prints on standard error what is loaded, a URL in a line. */
const TRACER = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });`;

type Loaded = { readonly stdout: string; readonly packages: Set<string>; readonly own: readonly string[] };

async function loadedBy(...args: readonly string[]): Promise<Loaded> {
  const tracer = `data:text/javascript,${encodeURIComponent(TRACER)}`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...['--import', tracer],
    ...[join(repository, 'src/cli.ts'), ...args],
  ]);
  const urls = stderr.split('\n');
  const named = urls.map((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]);
  return {
    stdout,
    packages: new Set(named.filter((name) => name !== undefined)),
    own: urls
      .flatMap((url) => /\/src\/(.*)$/.exec(url)?.[1] ?? [])
      .filter((path) => !path.includes('node_modules')),
  };
}

// Each package takes 10 to 50 ms of the 80 that these commands may take longer than Node.js itself.
test('--version loads no package', async () => {
  const { packages, own } = await loadedBy('--version');
  expect([...packages]).toEqual([]);
  expect(own).toContain('cli/main.ts');
  expect(own.length).toBeLessThan(40);
});

test('status loads nothing but what reads a pipeline file as text, also while a run has the lock', async () => {
  using space = workspace(1);
  const state = join(space.folder, '.chatferry/e2e');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const holder = {
    pid: 7,
    host: 'elsewhere',
    user: 'ann',
    command: 'run',
    started: '2026-01-01T00:00:00.000Z',
  };
  writeFileSync(join(state, 'lock'), JSON.stringify(holder));
  const { packages, own, stdout } = await loadedBy('status', space.pipeline({}));
  expect(stdout).toContain('locked by process 7 on elsewhere');
  expect([...packages]).toEqual(['yaml']);
  expect(own).toContain('features/status/show-status.ts');
  expect(own.length).toBeLessThan(68);
  const folders = new Set(own.map((path) => path.split('/')[0]));
  for (const folder of ['service', 'keys', 'sandbox']) expect(folders).not.toContain(folder);
});

test('validate loads only what every pipeline needs', async () => {
  using space = workspace(1);
  const { packages, stdout } = await loadedBy('validate', space.pipeline({}));
  expect(stdout).toContain('adds up');
  expect([...packages].sort()).toEqual(['yaml', 'zod']);
});
