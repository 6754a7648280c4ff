import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as library from '../../src/index.ts';
import { clientAlone } from '../library/client-alone.ts';
import { compilesAndRuns } from '../library/consumer.ts';
import { sandboxAlone } from '../library/sandbox-alone.ts';
import { CLEAN, PROBE } from '../security/prototype-probe.ts';
import { type Lock, runtimeClosure } from '../security/sbom-faults.ts';
import { runCli } from '../support/cli-process.ts';
import { repository } from '../support/repository.ts';

const execute = promisify(execFile);

/** What stands at the top of the package beside its folders. */
const TOP = ['ARCHITECTURE.md', 'CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
const FOLDERS = ['contrib', 'docs', 'pipelines', 'samples', 'schema'];

/** Files of a tree that a user has worked in. None of them is ours to publish. */
const PLANTED = [
  '.env',
  'service.key',
  'broken.html',
  'plan.json',
  'docs/notes.md',
  'docs/.chatferry/notes/run.log',
  'pipelines/mine.yaml',
  'pipelines/service.key',
  'pipelines/one-shot-migration.yaml.swp',
  'samples/legacy/mine.yaml',
  'samples/legacy/customers.csv',
  'samples/small/.env',
  'samples/small/messages-3.csv',
  'schema/pipeline.json.tmp',
  'dist/renamed-since.js',
  'dist/renamed-since.d.ts',
  'dist/.chatferry/state.js',
];

/** Files below a folder, relative to `root`, sorted, with `/`. */
async function filesIn(root: string, folder = '.'): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length).replaceAll('\\', '/'))
    .sort();
}

/** The files of a folder that belong to the project: those that git knows, or all of them where there is no git. */
async function knownFiles(folder: string): Promise<string[]> {
  try {
    const { stdout } = await execute('git', ['ls-files', '-z', folder], { cwd: repository });
    const known = stdout.split('\0').filter((path) => path !== '' && !basename(path).startsWith('.git'));
    if (known.length > 0) return known.filter((path) => existsSync(join(repository, path)));
  } catch {
    // A download instead of a clone.
  }
  return (await filesIn(repository, folder)).filter((path) => !basename(path).startsWith('.git'));
}

/** What the build makes of a file of `src` on its own; the code is in a few parts. */
function builtFrom(source: string): string[] {
  // AssemblyScript becomes one module, screen.wasm.
  if (source.startsWith('src/prefilter/wasm/assembly/')) return [];
  // A workspace's own description; its code is part of ours.
  if (source.endsWith('/package.json')) return [];
  const built = source.replace(/^src\//, 'dist/');
  if (!built.endsWith('.ts')) return [built];
  return [built.replace(/ts$/, 'd.ts')];
}

/** What the build makes of all of them together. */
const BUNDLED =
  /^dist\/(?:(?:(?:cli|client|index|sandbox)|features\/live\/receive\/receiver-thread|prefilter\/wasm\/worker|system\/watch-thread|part-[\w-]+)\.js(?:\.map)?|licences\.txt)$/;
const PARTS_MAX = 540;

/** Names each file that is read at once, on standard error. */
const READS = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
const { readFileSync } = fs;
fs.readFileSync = (path, ...more) => {
  const found = readFileSync(path, ...more);
  process.stderr.write(path + '\\n');
  return found;
};
syncBuiltinESMExports();`;

/** Finds what stands beside the modules, wherever their code is now: WebAssembly, its thread, the library, the sandbox and its page. */
async function findsItsFiles(folder: string, project: string): Promise<void> {
  const cli = join(folder, 'dist/cli.js');
  const pipeline = join(folder, 'pipelines/one-shot-migration.yaml');
  const traced = ['--import', `data:text/javascript,${encodeURIComponent(READS)}`, cli];
  const { stdout, stderr } = await execute(process.execPath, [...traced, 'validate', pipeline]);
  expect(stdout).toContain('read 265   ready 265');
  expect(stderr).toContain('dist/prefilter/wasm/screen.wasm');
  // A thread must not load the commands: that takes longer than what it is for.
  const file = join(folder, 'dist/prefilter/wasm/worker.js');
  expect((await readFile(file, 'utf8')).match(/part-\w+/g)).toEqual(['part-worker']);
  // Without what a thread is started with, the worker ends; not before all that it imports was found.
  const worker = JSON.stringify(file);
  await expect(execute(process.execPath, ['-e', `import(${worker})`])).rejects.toThrow("'compiled'");
  const sources = `users: { path: ${JSON.stringify(join(folder, 'samples/small/users.csv'))} }`;
  await writeFile(
    join(project, 'typed.ts'),
    `import { definePipeline } from 'chatferry';\nexport default definePipeline({ version: 1, name: 'typed', target: 'sandbox', sources: { ${sources} } });\n`,
  );
  const ran = await execute(process.execPath, [cli, 'run', 'typed.ts', '--json'], { cwd: project });
  expect(JSON.parse(ran.stdout)).toMatchObject({ balanced: true, exitCode: 0 });
  const sandbox = spawn(process.execPath, [cli, 'sandbox', '--port', '0', '--json', '--until-stdin-ends'], {
    cwd: project,
  });
  try {
    const [line] = (await once(sandbox.stdout, 'data')) as [Buffer];
    const { baseUrl } = JSON.parse(String(line)) as { baseUrl: string };
    const page = get(new URL('/', baseUrl), { rejectUnauthorized: false });
    const [response] = (await once(page, 'response')) as [IncomingMessage];
    expect((await text(response)).toLowerCase()).toContain('<!doctype html>');
  } finally {
    sandbox.stdin.end();
    await once(sandbox, 'exit');
  }
}

/** A copy of the tree in which the main job has run and a user has left files. */
async function workedInTree(path: string, own: readonly string[]): Promise<void> {
  for (const folder of ['src', 'build'])
    await cp(join(repository, folder), join(path, folder), { recursive: true });
  for (const file of [...TOP, 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', ...own]) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await cp(join(repository, file), join(path, file));
  }
  await symlink(join(repository, 'node_modules'), join(path, 'node_modules'));
  for (const pipeline of ['one-shot-migration', 'nightly-sync']) {
    const { exitCode, stderr } = await runCli('run', join(path, `pipelines/${pipeline}.yaml`));
    expect(exitCode, stderr).toBe(0);
  }
  expect(existsSync(join(path, 'pipelines/.chatferry/one-shot-migration/sandbox.sqlite'))).toBe(true);
  for (const file of PLANTED) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), 'not to be published');
  }
}

/** Packs a tree as `npm publish` would and unpacks it as a dependency of an empty project. */
async function installed(tree: string, project: string): Promise<string> {
  await execute('npm', ['pack', '--silent', '--pack-destination', project], { cwd: tree });
  const [tarball] = (await readdir(project)).filter((name) => name.endsWith('.tgz'));
  const folder = join(project, 'node_modules/chatferry');
  await mkdir(folder, { recursive: true });
  await execute('tar', ['-xzf', join(project, tarball as string), '-C', folder, '--strip-components=1']);
  // What an installation without development dependencies and without install scripts brings, and nothing else.
  const lock = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8')) as Lock;
  for (const path of runtimeClosure(lock))
    await cp(join(repository, path), join(project, path), { recursive: true });
  return folder;
}

test('the package holds what belongs to the project and nothing that a user left, and it works', async () => {
  const root = await mkdtemp(join(tmpdir(), 'chatferry-'));
  try {
    const [tree, project] = [join(root, 'tree'), join(root, 'project')];
    await mkdir(project);
    const own = (await Promise.all(FOLDERS.map(knownFiles))).flat();
    await workedInTree(tree, own);
    const folder = await installed(tree, project);

    const built = (await filesIn(tree, 'src')).flatMap(builtFrom);
    const published = await filesIn(folder);
    const bundled = published.filter((path) => BUNDLED.test(path));
    expect(published).toEqual([...TOP, ...own, ...built, ...bundled].sort());
    expect(bundled.length).toBeLessThan(PARTS_MAX);

    const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
    const probed = { cwd: project, env: { ...process.env, ...PROBE } };
    const said = await execute(process.execPath, [join(folder, 'dist/cli.js'), '--version'], probed);
    expect(said).toEqual({ stdout: `${version}\n`, stderr: CLEAN });
    await findsItsFiles(folder, project);
    await writeFile(
      join(project, 'use.mjs'),
      "console.log(Object.keys(await import('chatferry')).join());\n",
    );
    const { stdout } = await execute(process.execPath, ['use.mjs'], { cwd: project });
    expect(stdout.trim().split(',').sort()).toEqual(Object.keys(library).sort());
    await compilesAndRuns(project);
    await clientAlone(folder, join(root, 'alone'));
    await sandboxAlone(project);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
