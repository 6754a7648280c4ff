import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { hasProgram } from '../../contrib/has-program.ts';
import { temporaryFolder } from '../../sandbox/sandbox-client.ts';
import { repository } from '../../support/repository.ts';

const execute = promisify(execFile);
const sample = (name: string): string => join(repository, 'samples/sandbox', name);
const LINES_MAX = 25;

/** A project of somebody else with the samples in it, where `chatferry` is installed. */
async function projectIn(folder: string): Promise<void> {
  await cp(sample('.'), folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await mkdir(join(folder, 'node_modules/chatferry'), { recursive: true });
  await cp(join(repository, 'package.json'), join(folder, 'node_modules/chatferry/package.json'));
  for (const [from, to] of [
    ['dist', 'chatferry/dist'],
    ['node_modules/vitest', 'vitest'],
  ] as const)
    await symlink(join(repository, from), join(folder, 'node_modules', to));
}

test('each example is as short as the page says', () => {
  for (const name of ['vitest.test.ts', 'node.test.ts', 'test_chat.py'])
    expect(readFileSync(sample(name), 'utf8').split('\n').length, name).toBeLessThanOrEqual(LINES_MAX);
});

test('the example for node:test passes', async () => {
  using folder = temporaryFolder();
  await projectIn(folder.path);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await execute(process.execPath, ['--test', '--test-reporter=tap', 'node.test.ts'], {
    cwd: folder.path,
    env,
  });
  expect(stdout).toContain('# pass 2');
  expect(stdout).toContain('# fail 0');
});

test('the example for vitest passes', async () => {
  using folder = temporaryFolder();
  await projectIn(folder.path);
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$|FORCE_COLOR$)/.test(name)),
  );
  const { stdout } = await execute(
    process.execPath,
    [vitest, 'run', '--root', '.', '--no-color', 'vitest.test.ts'],
    {
      cwd: folder.path,
      env,
    },
  );
  expect(stdout).toMatch(/Tests.* 2 passed/);
});

type Service = {
  readonly command: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
  readonly environment: Readonly<Record<string, string>>;
};
const composed = parse(readFileSync(sample('compose.yaml'), 'utf8')) as {
  readonly services: Readonly<Record<'sandbox' | 'tests', Service>>;
};

const TEXTS = { type: 'array', items: { type: 'string' } };
const closed = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const anyOf = (schema: object) => ({ type: 'object', additionalProperties: schema });

/** The members of the Compose Specification that the file uses, as it defines them. */
const COMPOSE = closed(
  {
    services: anyOf(
      closed(
        {
          image: { type: 'string' },
          command: TEXTS,
          volumes: { ...TEXTS, items: { type: 'string', pattern: '^[^:]+:/[^:]+(?::ro)?$' } },
          network_mode: { type: 'string', pattern: '^service:' },
          environment: anyOf({ type: 'string' }),
          healthcheck: closed({
            test: TEXTS,
            interval: { type: 'string', pattern: '^\\d+s$' },
            retries: { type: 'number' },
          }),
          depends_on: anyOf(closed({ condition: { enum: ['service_healthy'] } }, ['condition'])),
        },
        ['image', 'command'],
      ),
    ),
    volumes: anyOf({ type: 'null' }),
  },
  ['services', 'volumes'],
);

test('the compose file fits its schema and publishes no port', () => {
  const check = new Ajv().compile(COMPOSE);
  check(composed);
  expect(check.errors).toBeNull();
});

/** Runs the command of the service as it is in the file, on a free port and in a folder of the test. */
async function started(folder: string) {
  const [npx, yes, name, ...args] = composed.services.sandbox.command;
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect([npx, yes, name]).toEqual(['npx', '--yes', `chatferry@${version}`]);
  const own = args.map((each) => (each === '7700' ? '0' : each.replace('/data', folder)));
  const child = spawn(process.execPath, [join(repository, 'dist/cli.js'), ...own, '--json']);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { origin } = new URL((JSON.parse(String(line)) as { baseUrl: string }).baseUrl);
  const end = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { origin, [Symbol.asyncDispose]: end };
}

test('the service of the compose file is healthy by its own check, and is not where there is none', async () => {
  using folder = temporaryFolder();
  const [, node, ...check] = composed.services.sandbox.healthcheck.test;
  expect(node).toBe('node');
  const at = (origin: string) => check.map((each) => each.replace('http://127.0.0.1:7700', origin));
  await using service = await started(folder.path);
  await execute(process.execPath, at(service.origin));
  await expect(execute(process.execPath, at('http://127.0.0.1:9'))).rejects.toThrow();
});

const missing = ['python3', 'pytest'].filter((program) => !hasProgram(program)).join(' and ');

test.skipIf(missing !== '')(
  `the example for pytest passes beside the service${missing && ` (skipped: no ${missing} here)`}`,
  async () => {
    using folder = temporaryFolder();
    await using service = await started(folder.path);
    const { command, environment } = composed.services.tests;
    const [, , pytest = ''] = /&& (pytest (.*) \/tests)$/.exec(command[2] ?? '') ?? [];
    const env = {
      ...process.env,
      SANDBOX_URL: environment['SANDBOX_URL']?.replace('http://127.0.0.1:7700', service.origin),
      SANDBOX_KEYS: environment['SANDBOX_KEYS']?.replace('/data', folder.path),
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const { stdout } = await execute('pytest', [...pytest.split(' '), sample('.')], {
      env,
      cwd: folder.path,
    });
    expect(stdout).toContain('1 passed');
  },
);
