import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type LiveDocument,
  savedDocument,
} from '../../../src/features/live/phases/documents/live-document.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { type ChatService, chatService } from '../../../src/service/client/chat-service.ts';
import { management } from '../../../src/service/client/management.ts';
import { State } from '../../../src/state/state.ts';
import { realSystem } from '../../../src/system/system.ts';

/** An app of a sandbox. */
type SystemHere = AsyncDisposable & { readonly sandbox: Sandbox; readonly app: ChatService };

async function systemHere(folder: string, clock: () => number): Promise<SystemHere> {
  mkdirSync(folder);
  const sandbox = await startSandbox({ dataFile: join(folder, 'app.sqlite'), http: true, clock });
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

/** Two apps, and a pipeline that keeps them alike. */
export type TwoSystems = AsyncDisposable & {
  readonly folder: string;
  readonly pipeline: string;
  readonly old: ChatService;
  readonly new: ChatService;
  /** The document of the state as it is now. */
  readonly status: () => LiveDocument | undefined;
  /** Removes all webhooks of a side, as somebody may. */
  readonly removeHooks: (side: 'old' | 'new') => Promise<void>;
  /** Waits until the state says so. */
  readonly until: (is: (live: LiveDocument) => boolean, what: string) => Promise<LiveDocument>;
};

/** A port of this machine that nobody uses. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const key = (file: string): string => `{ file: ${JSON.stringify(file)} }`;
/** Far above what anything takes: a busy machine is no reason to fail. */
const WAIT_MS = 240_000;

/**
 * @param rest further lines of the part `live`, indented by two, and of the pipeline
 * @param clock the time of both apps
 */
export async function twoSystems(
  rest: readonly string[] = ['  direction: both'],
  clock: () => number = Date.now,
): Promise<TwoSystems> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-live-'));
  await using opening = new AsyncDisposableStack();
  opening.defer(() => rmSync(folder, { recursive: true, force: true }));
  const one = opening.use(await systemHere(join(folder, 'old'), clock));
  const other = opening.use(await systemHere(join(folder, 'new'), clock));
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
  const { kept } = new State(join(folder, '.chatferry', 'move'), realSystem.files);
  const status = (): LiveDocument | undefined => savedDocument(kept, clock());
  const opened = opening.move();
  return {
    folder,
    pipeline,
    old: one.app,
    new: other.app,
    status,
    removeHooks: async (side) => {
      const { managementUrl, files, appId } = (side === 'old' ? one : other).sandbox;
      const [key, secret] = [files.managementKey, files.managementSecret].map((file) =>
        readFileSync(file, 'utf8').trim(),
      );
      await using account = management({ managementUrl, key: key ?? '', secret: secret ?? '' });
      const ids: string[] = [];
      for await (const { id } of account.webhooks.list(appId, {})) ids.push(id);
      for (const id of ids) await account.webhooks.delete(appId, id);
    },
    until: async (is, what) => {
      const end = Date.now() + WAIT_MS;
      for (;;) {
        const last = status();
        if (last && is(last)) return last;
        if (Date.now() > end) throw new Error(`${what} did not come: ${JSON.stringify(last)}`);
        await sleep(20);
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Sends a text to the group. */
export async function say(app: ChatService, from: string, words: string): Promise<string> {
  const { id } = await app.messages.send(
    { receiver: 'team', receiverType: 'group', type: 'text', data: { text: words } },
    { onBehalfOf: from },
  );
  return id;
}

/** Makes two people in a group. The service takes no member who joined within this second. */
export async function people(app: ChatService): Promise<void> {
  for (const uid of ['ann', 'bob']) await app.users.create({ uid, name: uid });
  await app.groups.create({ guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await app.members.add('team', { participants: ['bob'] });
  await sleep(1_100);
}

/** The texts of all messages. */
export async function textsOf(app: ChatService): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { data, category, deletedAt } of app.messages.list({ limit: 100 }))
    if (category === 'message' && deletedAt === undefined && data?.text !== undefined) found.push(data.text);
  return found.sort();
}

/** Waits until an app has exactly these texts, in any order. */
export async function untilTexts(app: ChatService, texts: readonly string[]): Promise<void> {
  const wanted = [...texts].sort().join('\n');
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const found = (await textsOf(app)).join('\n');
    if (found === wanted) return;
    if (Date.now() > end) throw new Error(`expected ${wanted}, found ${found}`);
    await sleep(50);
  }
}
