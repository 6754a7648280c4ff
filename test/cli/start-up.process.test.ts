import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type Workspace, workspace } from '../e2e/workspace.ts';
import { repository } from '../support/repository.ts';

/** Prints on standard error what is loaded, a URL in a line. */
const TRACER = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });`;

type Loaded = { readonly stdout: string; readonly packages: Set<string>; readonly own: readonly string[] };

async function tracedRun(program: string, ...args: readonly string[]) {
  const tracer = `data:text/javascript,${encodeURIComponent(TRACER)}`;
  const words = ['--import', tracer, join(repository, program), ...args];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words);
  return { stdout, urls: stderr.split('\n') };
}

function packagesIn(urls: readonly string[]): Set<string> {
  const named = urls.map((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]);
  return new Set(named.filter((name) => name !== undefined));
}

async function loadedBy(...args: readonly string[]): Promise<Loaded> {
  const { stdout, urls } = await tracedRun('src/cli.ts', ...args);
  const packages = packagesIn(urls);
  return {
    stdout,
    packages,
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
  expect(own.length).toBeLessThan(80);
  const folders = new Set(own.map((path) => path.split('/')[0]));
  for (const folder of ['service', 'keys', 'sandbox']) expect(folders).not.toContain(folder);
});

test('status loads no part of the published program that is made for another command', async () => {
  using space = workspace(1);
  const { stdout, urls } = await tracedRun('dist/cli.js', 'status', space.pipeline({}));
  expect(stdout).toContain('not started');
  const parts = urls.flatMap((url) => /\/dist\/part-(.*)-[\w-]{8}\.js$/.exec(url)?.[1] ?? []);
  expect(parts).toEqual(expect.arrayContaining(['main', 'common', 'status']));
  for (const other of ['help', 'validate', 'finish-run']) expect(parts).not.toContain(other);
});

test('run loads no list of commands, and of undici only the pool', async () => {
  using space = workspace(1);
  const { stdout, urls } = await tracedRun('dist/cli.js', 'run', space.pipeline({}));
  expect(stdout).toContain('adds up');
  const packages = packagesIn(urls);
  expect(packages).toContain('undici');
  expect(packages).not.toContain('yargs');
  expect(urls.filter((url) => /\/undici\/(index\.js|lib\/web\/|lib\/mock\/)/.test(url))).toEqual([]);
});

test('what keeps a state on a server is loaded by pipelines that name one', async () => {
  using space = workspace(1);
  const { urls } = await tracedRun('dist/cli.js', 'run', space.pipeline({}));
  expect(packagesIn(urls)).not.toContain('pg');
  expect(urls.filter((url) => url.includes('server-state'))).toEqual([]);
  const elsewhere = space.pipeline({ rest: 'state: postgres://ann@127.0.0.1:1/states' });
  const refused = await tracedRun('dist/cli.js', 'status', elsewhere).catch((error: unknown) => error);
  const { stderr } = refused as { readonly stderr: string };
  expect(stderr).toContain('STATE.SERVER_UNREACHABLE');
  expect(packagesIn(stderr.split('\n'))).toContain('pg');
});

test('validate loads only what every pipeline needs', async () => {
  using space = workspace(1);
  const { packages, stdout } = await loadedBy('validate', space.pipeline({}));
  expect(stdout).toContain('adds up');
  expect([...packages].sort()).toEqual(['yaml', 'zod']);
});

const FLEET_ALONE = ['bullmq', 'ioredis', 'pg', 'cron-parser', 'msgpackr'];

test('nothing but a fleet command loads the libraries of fleets', async () => {
  using space = workspace(1);
  const file = space.pipeline({});
  const lines = [['run'], ['plan'], ['verify'], ['status'], ['undo'], ['rejects'], ['report']].map(
    (words) => [...words, file],
  );
  for (const words of [...lines, ['--help'], ['fleet', '--help'], ['fleet', 'submit', '--help']]) {
    const { urls } = await tracedRun('dist/cli.js', ...words);
    expect(urls.length, words.join(' ')).toBeGreaterThan(3);
    for (const name of FLEET_ALONE) expect(packagesIn(urls), words.join(' ')).not.toContain(name);
  }
});

type Installed = {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};

/** The package of the libraries for copies in buckets; the other packages that are installed separately are of fleets. */
const S3 = '@aws-sdk/client-s3';

/** The error of a command where the packages that are optional are not installed, and the versions of these. */
async function withoutOptional(space: Workspace, ...words: readonly string[]) {
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(repository, 'package.json'), 'utf8'),
  ) as Installed;
  cpSync(join(repository, 'dist'), join(space.folder, 'dist'), { recursive: true });
  space.write('package.json', '{ "type": "module" }');
  for (const name of Object.keys(dependencies)) {
    const link = join(space.folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(repository, 'node_modules', name), link);
  }
  const line = [join(space.folder, 'dist/cli.js'), ...words, '--json'];
  const failed = await promisify(execFile)(process.execPath, line).catch((error: unknown) => error);
  const { code, stdout } = failed as { code: number; stdout: string };
  const { error } = JSON.parse(stdout) as { error: { code: string; hint: string } };
  return { exitCode: code, code: error.code, hint: error.hint, peerDependencies };
}

test('FLEET.LIBRARY_MISSING: a fleet command where the libraries of fleets are not installed', async () => {
  using space = workspace(1);
  const { exitCode, code, hint, peerDependencies } = await withoutOptional(
    space,
    'fleet',
    'status',
    '--queue',
    'redis://127.0.0.1:9',
  );
  expect([exitCode, code]).toEqual([2, 'FLEET.LIBRARY_MISSING']);
  for (const [name, version] of Object.entries(peerDependencies))
    if (name !== S3) expect(hint).toContain(`${name}@${version}`);
});

test('FILES.LIBRARY_MISSING: copies go into a bucket, and the package for buckets is not installed', async () => {
  using space = workspace(1);
  space.write('users.csv', 'uid,name,avatar\nann,Ann,https://old.example.com/a.png\n');
  const key = JSON.stringify({ file: space.write('s3.key', 'key') });
  const pipeline = space.pipeline({
    sources: '  users: { path: users.csv }',
    rest: `files: { to: "s3://bucket", endpoint: "http://127.0.0.1:9", publicUrl: "https://files.example.com", credentials: { accessKeyId: ${key}, secretAccessKey: ${key} } }`,
  });
  chmodSync(join(space.folder, 's3.key'), 0o600);
  const { exitCode, code, hint, peerDependencies } = await withoutOptional(space, 'run', pipeline, '--yes');
  expect([exitCode, code]).toEqual([2, 'FILES.LIBRARY_MISSING']);
  expect(hint).toContain(`${S3}@${peerDependencies[S3]}`);
});

/** Prints on standard error how many jobs other threads were given. */
const JOBS = `import { Worker } from 'node:worker_threads';
const post = Worker.prototype.postMessage;
let jobs = 0;
Worker.prototype.postMessage = function (job, ...more) {
  if (job?.path?.endsWith('messages.csv')) jobs++;
  return post.call(this, job, ...more);
};
process.on('exit', () => process.stderr.write('jobs ' + jobs));`;

test('validate lets other threads check the rows of a large file', async () => {
  using space = workspace(1);
  const row = (at: number): string => `m${at},ann,ben,user,"${'x'.repeat(900)}",2026-01-01T00:00:00Z\n`;
  const rows = Array.from({ length: 12_000 }, (_, at) => row(at)).join('');
  space.write('messages.csv', `muid,sender,receiver,receiverType,text,sentAt\n${rows}`);
  const sources = '  users: { path: users.csv }\n  messages: { path: messages.csv }';
  const hook = `data:text/javascript,${encodeURIComponent(JOBS)}`;
  const words = ['--import', hook, join(repository, 'src/cli.ts'), 'validate', space.pipeline({ sources })];
  const { stderr } = await promisify(execFile)(process.execPath, [...words, '--threads', '2']);
  expect(Number(/jobs (\d+)/.exec(stderr)?.[1])).toBeGreaterThan(0);
});
