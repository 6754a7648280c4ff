import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CliProcess, cli, startCli } from '../../e2e/cli-process.ts';
import { type Random, seeded } from '../../support/random.ts';
import { type HookFaults, type HookProxy, openHookProxy } from './hook-proxy.ts';
import { type LiveApp, openLiveApp } from './live-app.ts';

const NO_FAULTS: HookFaults = { lost: 0, doubled: 0, late: 0 };

/** An old app and a new one, and a pipeline that keeps them alike. */
export type LiveWorld = AsyncDisposable & {
  readonly folder: string;
  readonly old: LiveApp;
  readonly fresh: LiveApp;
  readonly proxy: HookProxy;
  readonly pipeline: string;
  /** The address of the receiver, without the proxy. */
  readonly receiver: string;
  readonly random: Random;
  /** Starts `live` in a process of its own. */
  start(...args: readonly string[]): CliProcess;
  /** What `live status --json` says; undefined if there is none yet. */
  status(): Promise<LiveStatus | undefined>;
  /** Waits until the status is as wanted. @throws Error with the last one, after a time */
  until(what: string, isSo: (status: LiveStatus) => boolean, ms?: number): Promise<LiveStatus>;
};

type Direction = Readonly<Record<string, number>>;
type LiveStatus = {
  readonly phase: string;
  readonly forward: Direction;
  readonly back?: Direction;
  readonly [name: string]: unknown;
};

export type WorldOptions = {
  readonly seed: number;
  readonly faults?: HookFaults;
  /** Members of `live:` in place of those that are usual here. */
  readonly live?: Readonly<Record<string, unknown>>;
  /** Limits of both apps, as the option of the sandbox. @default 'none' */
  readonly limits?: string;
  /** Further members of the pipeline. */
  readonly rest?: Readonly<Record<string, unknown>>;
};

/** Opens two apps, with a few people and messages in the old one. */
export async function openLiveWorld({
  seed,
  faults = NO_FAULTS,
  live = {},
  limits = 'none',
  rest = {},
}: WorldOptions): Promise<LiveWorld> {
  const opened = new AsyncDisposableStack();
  const random = seeded(seed);
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-live-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const old = opened.use(await openLiveApp(folder, 'oldapp', [], limits));
  const fresh = opened.use(await openLiveApp(folder, 'newapp', [], limits));
  const port = await freePort();
  const proxy = opened.use(await openHookProxy(`http://127.0.0.1:${port}`, faults, random));
  await addHistory(old);
  const pipeline = join(folder, 'pipeline.json');
  const file = (path: string): object => ({ file: path });
  const hooksOf = ({ managementUrl, files }: LiveApp): object => ({
    managementUrl,
    key: file(files.managementKey),
    secret: file(files.managementSecret),
  });
  const password = join(folder, 'password');
  writeFileSync(password, 'a-password-of-the-receiver', { mode: 0o600 });
  writeFileSync(
    pipeline,
    JSON.stringify({
      version: 1,
      name: 'people',
      target: { appId: fresh.appId, baseUrl: fresh.baseUrl, apiKey: file(fresh.files.apiKey) },
      sources: {
        export: {
          system: 'service',
          api: {
            appId: old.appId,
            baseUrl: old.baseUrl,
            apiKey: file(old.files.apiKey),
            requestsPerSecond: 1_000,
          },
        },
      },
      limits: { requestsPerMinute: 100_000, timeoutSeconds: 30 },
      policies: { reactions: 'write', pins: 'drop', threads: 'write' },
      sync: { onMissing: 'keep' },
      live: {
        direction: 'both',
        listen: { port },
        publicUrl: proxy.url,
        old: { password: file(password), hooks: hooksOf(old) },
        service: { password: file(password), hooks: hooksOf(fresh) },
        reconcile: '20s',
        waitForParent: '3s',
        ...live,
      },
      ...rest,
    }),
  );
  const start = (...args: readonly string[]): CliProcess =>
    startCli(['live', pipeline, '--yes', '--allow-notifications', '--unproven', ...args]);
  const status = async (): Promise<LiveStatus | undefined> => {
    const { out } = await cli(['live', 'status', pipeline, '--json']);
    try {
      return (JSON.parse(out) as { live?: LiveStatus }).live;
    } catch {
      return undefined;
    }
  };
  return {
    folder,
    old,
    fresh,
    proxy,
    pipeline,
    receiver: `http://127.0.0.1:${port}`,
    random,
    start,
    status,
    async until(what, isSo, ms = 240_000) {
      const end = Date.now() + ms;
      let last: LiveStatus | undefined;
      while (Date.now() < end) {
        last = await status();
        if (last && isSo(last)) return last;
        await sleep(200);
      }
      throw new Error(`not in time: ${what}; the last status: ${JSON.stringify(last)}`);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** People who have talked before. */
async function addHistory(app: LiveApp): Promise<void> {
  for (const uid of ['ann', 'ben', 'cleo']) await app.call('POST', '/users', { uid, name: uid });
  await app.call('POST', '/groups', { guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await app.call('POST', '/groups/team/members', { participants: ['ben', 'cleo'] });
  for (let at = 0; at < 5; at++)
    await app.call(
      'POST',
      '/messages',
      {
        receiver: 'team',
        receiverType: 'group',
        category: 'message',
        type: 'text',
        data: { text: `h-${at} hi` },
      },
      at % 2 ? 'ann' : 'ben',
    );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
