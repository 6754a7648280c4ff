import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { repository } from '../support/repository.ts';

type Ended = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

/** Node.js as packages for a machine. The oldest version that package.json accepts. */
const OLDEST = '22.20.0';
const platform = process.platform === 'win32' ? 'win' : process.platform;
const hasOldest = platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

let root: string;
let tree: string;
let tarball: string;

function ended(
  program: string,
  args: readonly string[],
  cwd: string,
  more: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  // What `npm test` itself sets is not for the npm of a user.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = { ...Object.fromEntries(own), npm_config_update_notifier: 'false', ...more };
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env }, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

async function done(program: string, args: readonly string[], cwd: string, more?: NodeJS.ProcessEnv) {
  const result = await ended(program, args, cwd, more);
  expect(result.exitCode, result.stderr).toBe(0);
  return result;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'chatferry-'));
  tree = join(root, 'tree');
  const { stdout } = await done('git', ['ls-files', '-z'], repository);
  const top = new Set(
    stdout
      .split('\0')
      .filter(Boolean)
      .map((path) => path.split('/')[0] as string),
  );
  for (const name of [...top, 'dist'].filter((each) => !['test', 'bench'].includes(each)))
    await cp(join(repository, name), join(tree, name), { recursive: true, preserveTimestamps: true });
  await symlink(join(repository, 'node_modules'), join(tree, 'node_modules'));
  await done('npm', ['pack', '--silent', '--pack-destination', root], tree);
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  tarball = join(root, `chatferry-${version}.tgz`);
}, 120_000);

afterAll(() => rm(root, { recursive: true, force: true }));

test('npm pack leaves package.json as it was; npm version and npm publish --dry-run work', async () => {
  expect(readFileSync(join(tree, 'package.json'), 'utf8')).toBe(
    readFileSync(join(repository, 'package.json'), 'utf8'),
  );
  await rm(join(tree, 'pipelines/.chatferry'), { recursive: true, force: true });
  const named = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...named, 'commit', '-qm', 'first'],
  ])
    await done('git', args, tree);
  const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com' };
  const committer = { GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' };
  await done('npm', ['version', '7.8.9'], tree, { ...identity, ...committer });
  expect((await done('git', ['tag'], tree)).stdout).toBe('v7.8.9\n');
  expect(readFileSync(join(tree, 'contrib/Dockerfile'), 'utf8')).toContain('chatferry@7.8.9 ');
  expect((await done('git', ['status', '--short'], tree)).stdout).toBe('');
  const { stdout } = await done('npm', ['publish', '--dry-run', '--json'], tree);
  const said = JSON.parse(stdout) as Record<string, { version: string; files: { path: string }[] }>;
  const published = said['chatferry'] as (typeof said)[string];
  expect(published.version).toBe('7.8.9');
  expect(published.files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['dist/cli.js', 'dist/cli.js.map', 'dist/index.d.ts', 'README.md']),
  );
  expect((await done('git', ['status', '--short'], tree)).stdout).toBe('');
});

test('the package says where it comes from, and has nothing that npm would have to run', async () => {
  const folder = join(root, 'unpacked');
  await mkdir(folder);
  await done('tar', ['-xzf', tarball, '-C', folder], root);
  const published = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));
  expect(published).not.toHaveProperty('scripts');
  expect(published).not.toHaveProperty('devDependencies');
  expect(published).toMatchObject({
    repository: { type: 'git', url: expect.stringMatching(/^git\+https:/) },
    homepage: expect.stringMatching(/^https:/),
    bugs: expect.stringMatching(/^https:/),
    keywords: expect.arrayContaining(['chat', 'migration']),
  });
  const map = JSON.parse(readFileSync(join(folder, 'package/dist/cli.js.map'), 'utf8'));
  expect(map.sources).toContain('../src/cli.ts');
  expect(map).not.toHaveProperty('sourcesContent');
});

const oldest = hasOldest ? test : test.skip;
oldest(
  `npm install -g of the package says nothing, and the command moves and verifies everything on Node.js 24 and ${OLDEST}${hasOldest ? '' : ' (no package of Node.js for this machine)'}`,
  async () => {
    const prefix = join(root, 'global');
    const installed = await done('npm', ['install', '-g', '--prefix', prefix, tarball], root);
    expect(installed.stderr).toBe('');
    await done(
      'npm',
      ['install', '--prefix', join(root, 'old'), `node-${platform}-${process.arch}@${OLDEST}`],
      root,
    );
    const old = join(root, `old/node_modules/node-${platform}-${process.arch}/bin`);
    for (const [index, bin] of [join(process.execPath, '..'), old].entries()) {
      const PATH = `${bin}:${process.env['PATH']}`;
      const folder = join(root, `work-${index}`);
      for (const name of ['samples/small', 'pipelines/one-shot-migration.yaml', 'samples/legacy-dump'])
        await cp(join(repository, name), join(folder, name), { recursive: true });
      const chatferry = (...args: string[]) => ended(join(prefix, 'bin/chatferry'), args, folder, { PATH });
      const pipeline = 'pipelines/one-shot-migration.yaml';
      for (const command of [
        ['run', pipeline],
        ['verify', pipeline],
        ['doctor', pipeline],
      ]) {
        const { exitCode, stderr } = await chatferry(...command);
        expect([command[0], exitCode], stderr).toEqual([command[0], 0]);
        expect(stderr).not.toMatch(/warning/i);
      }
      const init = await chatferry(
        'init',
        'samples/legacy-dump',
        '--yes',
        '--zone',
        'UTC',
        '--out',
        'dump.yaml',
      );
      expect(init.exitCode, init.stderr).toBe(0);
      const checked = await chatferry('validate', 'dump.yaml', '--json');
      expect(JSON.parse(checked.stdout)).toMatchObject({ balanced: true });
    }
    const { stdout } = await done(join(old, 'node'), ['--version'], root);
    expect(stdout).toBe(`v${OLDEST}\n`);
  },
  180_000,
);

test('the GitHub Action checks a pipeline with the package, annotates what is wrong, and fails', async () => {
  const action = parse(readFileSync(join(repository, 'action.yml'), 'utf8')) as {
    inputs: Record<string, { default: string }>;
    runs: { steps: { run?: string; uses?: string; env?: Record<string, string> }[] };
  };
  const [setup, step] = action.runs.steps as [{ uses: string }, { run: string; env: Record<string, string> }];
  expect(setup.uses).toMatch(/^actions\/setup-node@v\d+$/);
  // Nothing that a user gives becomes part of the script.
  expect(step.run).not.toContain('${{');
  const folder = join(root, 'checked out');
  await cp(join(repository, 'samples/broken'), folder, { recursive: true });
  const run = async (given: Record<string, string>) => {
    const env = Object.entries(step.env).map(([name, value]) => {
      const [, input = ''] = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(value) ?? [];
      expect(action.inputs).toHaveProperty(input);
      return [name, given[input] ?? action.inputs[input]?.default];
    });
    return ended('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], folder, {
      ...Object.fromEntries(env),
      GITHUB_ACTION_PATH: repository,
      npm_config_cache: join(root, 'cache'),
    });
  };
  const version = `file:${tarball}`;
  const found = await run({ version, args: '--report report.html --max-errors 2' });
  expect(found.exitCode, found.stderr).toBe(4);
  expect(found.stdout).toMatch(/^::error file=users\.csv,line=\d+/m);
  expect(existsSync(join(folder, 'report.html'))).toBe(true);
  await rm(join(folder, 'report.html'));
  // Words on several lines; none is a pattern for files, and some exit codes pass.
  const lines = await run({
    version,
    args: '--report report.html\n  --max-errors\n2\n--rejects *\n',
    accept: '3 4',
  });
  expect(lines.exitCode, lines.stderr).toBe(0);
  expect(lines.stdout).toMatch(/^::error file=users\.csv,line=\d+/m);
  expect(existsSync(join(folder, 'report.html'))).toBe(true);
  expect(existsSync(join(folder, '*'))).toBe(true);
  expect(await run({ version, accept: '2,11' })).toMatchObject({ exitCode: 4 });
  await writeFile(
    join(folder, 'good.yaml'),
    'version: 1\nname: good\nsources:\n  users: { path: good.csv }\n',
  );
  await writeFile(join(folder, 'good.csv'), 'uid,name\nann,Ann\n');
  expect(await run({ version, pipeline: 'good.yaml' })).toMatchObject({ exitCode: 0 });
  const wrong = await run({ version, pipeline: 'gone.yaml', accept: '4' });
  expect([wrong.exitCode, wrong.stdout]).toEqual([
    2,
    expect.stringMatching(/^::error .*CONFIG\.FILE_MISSING/m),
  ]);
  // The version of the action, which is not on the registry.
  const missing = await run({ pipeline: '$(touch injected)' });
  expect(missing.exitCode).not.toBe(0);
  expect(existsSync(join(folder, 'injected'))).toBe(false);
}, 180_000);
