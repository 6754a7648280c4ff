import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { cli } from '../e2e/cli-process.ts';
import { type Workspace, workspace } from '../e2e/workspace.ts';
import { startSandboxHere } from '../support/cli-here.ts';
import { startCli } from '../support/cli-process.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { repository } from '../support/repository.ts';
import { parseDockerfile } from './docker-file.ts';
import { hasProgram } from './has-program.ts';
import { parseUnit } from './unit-file.ts';

const execute = promisify(execFile);
const read = (name: string): string => readFileSync(join(repository, 'contrib', name), 'utf8');
const { version, peerDependencies, devDependencies } = JSON.parse(
  readFileSync(join(repository, 'package.json'), 'utf8'),
) as Readonly<{ version: string }> & Readonly<Record<string, Readonly<Record<string, string>>>>;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.[Symbol.asyncDispose]());

type Env = Readonly<Record<string, string>>;

/** A command in the foreground, as a container or a unit runs it: ended by SIGTERM, with the test at the latest. */
function started(args: readonly string[], env: Env) {
  const child = startCli(args, { ...process.env, ...env });
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.stderr.resume();
  const end = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    return (await closed)[0];
  };
  return { stdout: child.stdout, end, [Symbol.asyncDispose]: async () => void (await end()) };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

async function saying(stdout: Readable, words: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (!words.test(text)) continue;
    stdout.resume();
    return text;
  }
  throw new Error(`ended with ${text}`);
}

/** The states of all pipelines, as soon as none is on its way. */
async function ended(env: Env): Promise<readonly string[]> {
  for (;;) {
    const { out } = await cli(['fleet', 'status', '--json'], env);
    const { pipelines } = JSON.parse(out) as { pipelines: { state: string; last?: { exitCode: number } }[] };
    // One that has just changed its place in the queue may be in none.
    if (pipelines.length > 0 && pipelines.every(({ state }) => state === 'done' || state === 'failed'))
      return pipelines.map(({ state, last }) => `${state} ${last?.exitCode}`);
  }
}

describe('the image of a fleet', () => {
  const instructions = parseDockerfile(read('Dockerfile'));
  const textOf = (name: string): string => instructions.find((each) => each.name === name)?.text ?? '';

  test('has the Node.js of the tests, this version, and the libraries of fleets as it names them', () => {
    expect(textOf('ARG')).toBe(`NODE_IMAGE=node:${devDependencies?.['node']}-slim`);
    const [install, folders] = textOf('RUN').split(' && ');
    const libraries = Object.entries(peerDependencies ?? {}).map(([name, exact]) => `${name}@${exact}`);
    expect(install?.split(' ').slice(3).sort()).toEqual(
      ['--ignore-scripts', '--no-audit', '--no-fund', `chatferry@${version}`, ...libraries].sort(),
    );
    expect(folders).toMatch(/^install -d -o node .*-m 0700 \/cache \/data$/);
    expect([textOf('USER'), textOf('ENTRYPOINT')]).toEqual(['node', '["chatferry"]']);
  });
});

type Composed = {
  readonly command?: readonly string[];
  readonly environment: Env;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: object;
  readonly deploy?: { readonly replicas: number };
};

describe('compose.yaml', () => {
  const text = read('compose.yaml');
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Readonly<Record<string, Composed>>;
    volumes: object;
  };

  test('has PostgreSQL, two workers, the sandbox and the page; nothing of it is open to other machines', () => {
    expect(Object.keys(services)).toEqual([
      'postgres',
      'sandbox',
      'worker',
      'dashboard',
      'live',
      'receive',
      'cli',
    ]);
    expect(services['worker']?.deploy?.replicas).toBe(2);
    for (const [name, { ports = [], depends_on = {}, volumes: mounted = [] }] of Object.entries(services)) {
      for (const port of ports) expect([name, port]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:/)]);
      for (const other of Object.keys(depends_on)) expect(services).toHaveProperty(other);
      for (const each of mounted.filter((one) => !one.startsWith('.')))
        expect(volumes).toHaveProperty(each.split(':')[0] as string);
      if (name !== 'postgres')
        expect(services[name]).toMatchObject({
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
        });
    }
    // No password stands in the file, and none in a command line.
    const passwords = [...text.matchAll(/(?:PASSWORD: |:\/\/chatferry:)(\S+?)(?:[:@\s]|$)/gm)].map(
      ([, value]) => value,
    );
    expect(passwords.length).toBe(3);
    for (const each of passwords) expect(each).toMatch(/^\$\{POSTGRES_PASSWORD/);
    for (const { command = [] } of Object.values(services))
      expect(command.join(' ')).not.toContain('PASSWORD');
  });

  test('its services do together what it says: a pipeline is submitted, run and shown', async () => {
    using space = workspace(1);
    const queue = await postgres.database();
    // What Docker gives to a container, as this machine has it.
    const port = await freePort();
    const here = (given: string): string =>
      given
        .replaceAll('/etc/chatferry/', `${space.folder}/`)
        .replaceAll(/\/data\b/g, `${space.folder}/data`)
        .replaceAll('/pipelines', `${space.folder}/pipelines`)
        .replaceAll('sandbox:7700', `localhost:${port}`)
        .replace(/^sandbox$/, 'localhost')
        .replace(/^7700$/, port)
        .replace(/^7800$/, '0')
        .replace(/^postgres:\/\/chatferry:\$\{POSTGRES_PASSWORD[^}]*\}@postgres:5432\/chatferry$/, queue);
    const commandOf = ({ command = [] }: Composed): string[] => [
      command[0] as string,
      ...command.slice(1).map(here),
    ];
    const envOf = ({ environment }: Composed): Env => ({
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)])),
      XDG_CACHE_HOME: join(space.folder, 'cache'),
    });
    const service = (name: string): Composed => services[name] as Composed;
    const start = (name: string) => started(commandOf(service(name)), envOf(service(name)));

    writeFileSync(join(space.folder, 'worker.yaml'), here(read('worker.yaml')));
    const [, submit = '', named = ''] = /docker compose run --rm cli (fleet submit (\S+))/.exec(text) ?? [];
    const file = here(named);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(join(file, '../users.csv'), 'uid,name\nann,Ann\nben,Ben\n');
    const [target, state] = [/^#\s+(target: .+)$/m, /(state: \S+)/].map((form) => form.exec(text)?.[1]);
    writeFileSync(
      file,
      here(`version: 1\nname: app\n${target}\n${state}\nsources: { users: { path: users.csv } }\n`),
    );

    await using sandbox = start('sandbox');
    expect(await saying(sandbox.stdout, /base URL.*\n/)).toContain(`https://localhost:${port}/v3`);
    await using dashboard = start('dashboard');
    const page = /http:\S+/.exec(await saying(dashboard.stdout, /\n/))?.[0] as string;
    const workers = [start('worker'), start('worker')];
    for (const worker of workers) await saying(worker.stdout, /takes pipelines from/);
    const env = envOf(service('cli'));
    const submitted = await cli(submit.split(' ').map(here), env);
    expect(submitted.code).toBe(0);
    expect(await ended(env)).toEqual(['done 0']);
    expect((await cli(commandOf(service('cli')), env)).out).toMatch(/app +done/);
    expect((await fetch(page)).status).toBe(200);
    expect(await Promise.all(workers.map((worker) => worker.end()))).toEqual([0, 0]);
  });
});

describe('the systemd unit of a worker', () => {
  const text = read('chatferry-worker.service');
  const unit = parseUnit(text);
  const nightly = parseUnit(read('chatferry.service'));
  const settings = unit['Service'] ?? {};

  test('is hardened as that of a nightly run is, starts again by itself, and has the time to drain', () => {
    const from = Object.keys(nightly['Service'] ?? {}).indexOf('NoNewPrivileges');
    const hardened = Object.entries(nightly['Service'] ?? {}).slice(from);
    expect(hardened.length).toBeGreaterThan(15);
    for (const [name, value] of hardened) expect([name, settings[name]]).toEqual([name, value]);
    expect(settings).toMatchObject({ Restart: ['on-failure'], KillMode: ['mixed'], User: ['chatferry'] });
    expect(Number(settings['TimeoutStopSec']?.[0])).toBeGreaterThan(15);
    for (const [key, values] of Object.entries(settings)) expect([key, values.length]).toEqual([key, 1]);
  });

  const verified = async (): Promise<void> => {
    using space = workspace(1);
    // The program must be there for the check, wherever it is installed.
    const file = space.write(
      'chatferry-worker.service',
      text.replace('/usr/bin/chatferry', process.execPath),
    );
    const { stdout, stderr } = await execute('systemd-analyze', ['verify', '--man=no', file]);
    expect(stdout + stderr).toBe('');
  };
  if (hasProgram('systemd-analyze')) test('is verified by systemd without a warning', verified);
  else test.skip('is verified by systemd without a warning (no systemd-analyze on this machine)', verified);

  test('starts a worker that takes a pipeline, and ends with 0 when it is stopped', async () => {
    using space = workspace(1);
    await using sandbox = await startSandboxHere(space.folder);
    const env = environmentIn(text, await postgres.database());
    const [keyFile] = /\/run\/credentials\/\S+?\/api-key/.exec(text) ?? [];
    const keys = /^#.*worker\.yaml:\s+(keys: .+)$/m.exec(text)?.[1] as string;
    const own = (given: string): string =>
      given.replaceAll(keyFile as string, sandbox.keyFile).replaceAll('/etc/chatferry', space.folder);
    space.write(
      'worker.yaml',
      own(`version: 1\npipelines: [.]\n${keys.replace('api-us.example.io', '127.0.0.1')}\n`),
    );
    const pipeline = pipelineIn(space, sandbox.baseUrl, own(/(apiKey: .+)$/m.exec(text)?.[1] as string));
    const [program, ...args] = own(String(settings['ExecStart']?.[0])).split(' ');
    expect(program).toBe('/usr/bin/chatferry');
    await using worker = started(args, env);
    expect((await cli(['fleet', 'submit', pipeline], env)).code).toBe(0);
    expect(await ended(env)).toEqual(['done 0']);
    expect(await worker.end()).toBe(0);
  });
});

/** The file of the queue as the comment of the unit shows it, with another address. */
function environmentIn(text: string, queue: string): Env {
  const [, name = '', address = ''] =
    /^# \/etc\/chatferry\/queue \(.+\): {2}([A-Z_]+)=(\S+)$/m.exec(text) ?? [];
  expect(new URL(address).protocol).toBe('postgres:');
  return { [name]: queue };
}

function pipelineIn(space: Workspace, baseUrl: string, apiKey: string): string {
  return space.write(
    'app.yaml',
    `version: 1\nname: app\ntarget: { baseUrl: "${baseUrl}", ${apiKey} }\nstate: ./state\nsources: { users: { path: users.csv } }\n`,
  );
}
