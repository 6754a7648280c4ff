import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type LiveDocument, savedDocument } from '../../../src/features/live/phases/live-document.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { type ChatService, chatService } from '../../../src/service/client/chat-service.ts';
import { State } from '../../../src/state/state.ts';
import { realSystem } from '../../../src/system/system.ts';
import { startCli } from '../../support/cli-process.ts';

/** An app of a sandbox. */
type SystemHere = AsyncDisposable & { readonly sandbox: Sandbox; readonly app: ChatService };

async function systemHere(folder: string): Promise<SystemHere> {
  mkdirSync(folder);
  const sandbox = await startSandbox({ dataFile: join(folder, 'app.sqlite'), http: true });
  const { baseUrl, files } = sandbox;
  const apiKey = readFileSync(files.apiKey, 'utf8').trim();
  const app = chatService({ baseUrl, apiKey, requestsPerMinute: { core: 1e7, standard: 1e7, import: 1e7 } });
  return {
    sandbox,
    app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

/** Two apps that a pipeline keeps alike. */
export type TwoSystems = AsyncDisposable & {
  readonly folder: string;
  readonly pipeline: string;
  readonly old: ChatService;
  readonly new: ChatService;
  /** Starts `chatferry live`. */
  readonly live: (...args: readonly string[]) => LiveHere;
  /** Runs `chatferry live NAME`. */
  readonly command: (name: string, ...args: readonly string[]) => Promise<EndedLive>;
  readonly status: () => Promise<LiveDocument | undefined>;
  /** Waits until the state says so. */
  readonly until: (is: (live: LiveDocument) => boolean, what: string) => Promise<LiveDocument>;
};

/** A process that has ended. */
export type EndedLive = {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

async function endOf(child: ReturnType<typeof startCli>): Promise<EndedLive> {
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = await closed;
  return { exitCode, stdout, stderr };
}

/** A process that delivers. */
export type LiveHere = {
  readonly process: ChildProcess;
  readonly ended: Promise<EndedLive>;
  readonly kill: (signal: NodeJS.Signals) => Promise<number | null>;
};

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const key = (file: string): string => `{ file: ${JSON.stringify(file)} }`;

/** @param rest further lines of the part `live`, indented by two */
export async function twoSystems(rest: readonly string[] = ['  direction: both']): Promise<TwoSystems> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-live-'));
  await using opening = new AsyncDisposableStack();
  opening.defer(() => rmSync(folder, { recursive: true, force: true }));
  const one = opening.use(await systemHere(join(folder, 'old')));
  const other = opening.use(await systemHere(join(folder, 'new')));
  const pipeline = join(folder, 'move.yaml');
  const password = join(folder, 'password');
  writeFileSync(password, 'a-password-of-hooks', { mode: 0o600 });
  const port = await freePort();
  const hooks = ({ managementUrl, files }: Sandbox): string =>
    `hooks: { managementUrl: "${managementUrl}", key: ${key(files.managementKey)}, secret: ${key(files.managementSecret)} }`;
  const { sandbox: from } = one;
  const { sandbox: to } = other;
  writeFileSync(
    pipeline,
    [
      'version: 1',
      'name: move',
      `target: { baseUrl: "${to.baseUrl}", appId: ${to.appId}, apiKey: ${key(to.files.apiKey)} }`,
      'limits: { requestsPerMinute: 10000000, timeoutSeconds: 30 }',
      'policies: { reactions: write, pins: write, threads: write }',
      'sources:',
      '  export:',
      '    system: service',
      `    api: { appId: ${from.appId}, baseUrl: "${from.baseUrl}", apiKey: ${key(from.files.apiKey)}, requestsPerSecond: 1000 }`,
      'live:',
      `  listen: { port: ${port} }`,
      `  publicUrl: http://127.0.0.1:${port}`,
      `  old: { password: ${key(password)}, ${hooks(from)} }`,
      `  service: { password: ${key(password)}, ${hooks(to)} }`,
      ...rest,
      '',
    ].join('\n'),
  );
  const running = new Set<ChildProcess>();
  opening.defer(() => {
    for (const child of running) child.kill('SIGKILL');
  });
  const command = async (name: string, ...args: readonly string[]): Promise<EndedLive> => {
    const child = startCli(
      ['live', name, pipeline, ...args],
      process.env,
      folder,
      process.env['LIVE_PROGRAM'],
    );
    child.stdin.end();
    return await endOf(child);
  };
  const { kept } = new State(join(folder, '.chatferry', 'move'), realSystem.files);
  const status = async (): Promise<LiveDocument | undefined> => savedDocument(kept, Date.now());
  const opened = opening.move();
  return {
    folder,
    pipeline,
    old: one.app,
    new: other.app,
    command,
    status,
    live: (...args) => {
      const child = startCli(
        ['live', pipeline, '--yes', ...args],
        process.env,
        folder,
        process.env['LIVE_PROGRAM'],
      );
      child.stdin.end();
      running.add(child);
      const ended = endOf(child).finally(() => running.delete(child));
      return {
        process: child,
        ended,
        kill: async (signal) => {
          child.kill(signal);
          return (await ended).exitCode;
        },
      };
    },
    until: async (is, what) => {
      const end = Date.now() + 20_000;
      let last: LiveDocument | undefined;
      while (Date.now() < end) {
        last = await status();
        if (last && is(last)) return last;
        await new Promise((done) => setTimeout(done, 50));
      }
      throw new Error(`${what} did not come: ${JSON.stringify(last)}`);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Sends a text to a group. */
export const say = async (app: ChatService, from: string, words: string, muid?: string): Promise<string> => {
  const { id } = await app.messages.send(
    {
      receiver: 'team',
      receiverType: 'group',
      type: 'text',
      data: { text: words },
      ...(muid === undefined ? {} : { muid }),
    },
    { onBehalfOf: from },
  );
  return id;
};

/** Makes two people in a group. */
export async function people(app: ChatService): Promise<void> {
  for (const uid of ['ann', 'bob']) await app.users.create({ uid, name: uid });
  await app.groups.create({ guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await app.members.add('team', { participants: ['bob'] });
}

/** The texts of the group, in their order. */
export async function textsOf(app: ChatService): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const message of app.messages.list({ limit: 100 })) {
    const { data, category } = message as { data?: { text?: string }; category?: string };
    if (category === 'message' && data?.text !== undefined) found.push(data.text);
  }
  return found;
}
