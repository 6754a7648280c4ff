import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';
import { copiedBy, parseDockerfile, stagesOf } from './docker-file.ts';

const execute = promisify(execFile);
const read = (name: string): string => readFileSync(join(repository, name), 'utf8');
const instructions = parseDockerfile(read('Dockerfile'));
const [build = [], libraries = [], image = []] = stagesOf(instructions);
const { scripts, devDependencies } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
};

function whyNoDocker(): string | undefined {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'no docker on this machine'
      : 'no docker daemon here';
  }
}

test('the base image is pinned to the Node.js that the tests use', () => {
  const base = instructions.find(({ name }) => name === 'ARG')?.text;
  expect(base).toBe(`NODE_IMAGE=node:${devDependencies['node']}-slim`);
  for (const [from] of [build, libraries, image])
    expect(from?.text).toMatch(/^\$\{NODE_IMAGE\}( AS [a-z]+)?$/);
});

test('what it copies is there, and .dockerignore lets it in', () => {
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const copied = instructions.flatMap(copiedBy);
  for (const path of copied) {
    expect(existsSync(join(repository, path)), path).toBe(true);
    expect(allowed, path).toContain(path);
  }
  expect([...new Set(copied)].sort()).toEqual([...allowed].sort());
});

test('the image runs as node, keeps its state in a volume and gets SIGTERM itself', () => {
  const textOf = (name: string): string | undefined => image.find((each) => each.name === name)?.text;
  expect(textOf('USER')).toBe('node');
  expect(textOf('VOLUME')).toBe('/data');
  // In the form of a list there is no shell that keeps the signal to itself.
  expect(JSON.parse(textOf('ENTRYPOINT') ?? '')).toEqual(['chatferry']);
  expect(JSON.parse(textOf('CMD') ?? '')).toEqual(['--help']);
  const copies = image
    .filter(({ name, text }) => name === 'COPY' && text.startsWith('--from='))
    .map(({ text }) => text);
  expect(copies).toEqual([
    '--from=libraries /app/node_modules ./node_modules',
    '--from=build /app/dist ./dist',
  ]);
});

test('its npm commands exist, and it copies what they need', () => {
  const npm = instructions.filter(({ name, text }) => name === 'RUN' && text.startsWith('npm'));
  expect(npm.map(({ text }) => text)).toEqual([
    'npm ci --no-audit --no-fund',
    'npm ci --omit=dev --ignore-scripts --no-audit --no-fund',
  ]);
  // `npm ci` ends with the script `prepare`; test/e2e/package.process.test.ts runs that with these files and no others.
  expect(scripts['prepare']).toBe('node build/prepare.js');
  const needed = [
    'package.json',
    'package-lock.json',
    'src',
    'build',
    'tsconfig.json',
    'tsconfig.build.json',
  ];
  expect([...build.flatMap(copiedBy)].sort()).toEqual(needed.sort());
  expect(libraries.flatMap(copiedBy)).toEqual(['package.json', 'package-lock.json']);
});

const why = whyNoDocker();
const buildsAndRuns = async (): Promise<void> => {
  await execute('docker', ['build', '--quiet', '--tag', 'chatferry-test', repository]);
  const { stdout } = await execute('docker', ['run', '--rm', 'chatferry-test', '--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
};
if (why === undefined) test('docker builds and runs it', buildsAndRuns, 600_000);
else test.skip(`docker builds and runs it (${why})`, buildsAndRuns);
