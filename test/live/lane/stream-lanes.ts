import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openInboxReader } from '../../../src/features/live/inbox/open-inbox-reader.ts';
import { openInboxWriter } from '../../../src/features/live/inbox/open-inbox-writer.ts';
import { ExpectedEchoes } from '../../../src/features/live/lane/expected-echoes.ts';
import { KeysInFlight } from '../../../src/features/live/lane/keys-in-flight.ts';
import type { Lane } from '../../../src/features/live/lane/lane.ts';
import { openLinks } from '../../../src/features/live/lane/links/open-links.ts';
import { openLane } from '../../../src/features/live/lane/open-lane.ts';
import { type Side, sides } from '../../../src/features/live/side.ts';
import { fileState } from '../../../src/files/state/file-state.ts';
import { openAsk } from '../../../src/origin/ask/open-ask.ts';
import type { LiveOrigin } from '../../../src/origin/live/live-origin.ts';
import type { OriginAccount } from '../../../src/origin/origin.ts';
import { serviceLive } from '../../../src/origin/service/live/app-live.ts';
import { streamLive } from '../../../src/origin/stream/live/stream-live.ts';
import { stream } from '../../../src/origin/stream/stream.ts';
import { Secret } from '../../../src/service/transport/secret.ts';
import { realSystem } from '../../../src/system/system.ts';
import { type FakeStream, fakeStream } from '../../origins/stream/fake-stream.ts';
import { appOf } from '../../origins/stream/stream-app.ts';
import { cli } from '../../support/cli-here.ts';
import { type LiveApp, openLiveApp } from '../chaos/live-app.ts';
import { writerHere } from '../pass/writer-here.ts';

const PASSWORD = 'a-password-of-the-receiver';

/** An app of Stream's and one of the service, kept alike by two directions in this process. */
export type StreamLanes = AsyncDisposable & {
  readonly old: FakeStream;
  readonly fresh: LiveApp;
  readonly lanes: Readonly<Record<Side, Lane>>;
  readonly faults: readonly string[];
  /** Waits until nothing has come for a time, and nothing waits. */
  quiet(ms?: number): Promise<void>;
  /** Takes what the lists of both sides say. */
  reconcile(): Promise<void>;
};

/** @param moved makes what `run` moves before the lanes are opened; nobody sends events about it */
export async function openStreamLanes(moved?: (old: FakeStream) => void): Promise<StreamLanes> {
  const opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-lanes-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const old = opened.use(await fakeStream({ app: appOf([]) }));
  const fresh = opened.use(await openLiveApp(folder, 'newapp'));
  const pipeline = pipelineOf(folder, old, fresh);
  if (moved) {
    moved(old);
    // The service takes no member who joined within this second: who joined with the channel did so a second after it was made.
    await sleep(2_100);
    const { code, err } = await cli(['run', pipeline, '--yes', '--allow-notifications']);
    if (code !== 0) throw new Error(`run ended with ${code}: ${err}`);
  }
  const writers = {
    new: opened.use(await writerHere(pipeline, 'new')),
    old: opened.use(await writerHere(pipeline, 'old')),
  };
  const stateFolder = join(folder, '.chatferry', 'people');
  const inboxPlace = { folder: stateFolder, keepMs: 60_000 };
  const inboxWriter = opened.use(await openInboxWriter(inboxPlace, realSystem));
  const inbox = opened.use(await openInboxReader(inboxPlace, realSystem));
  const state = fileState(stateFolder, realSystem.files);
  await state.begin('rejects/none');
  const links = opened.use(
    await openLinks(state, join(stateFolder, 'live', 'links.sqlite'), realSystem.files),
  );
  const { clock } = realSystem;
  const shared = { links, inFlight: new KeysInFlight(), echoes: new ExpectedEchoes(clock) };
  const accounts = { old: streamAccount(old), new: appAccount(fresh) };
  const asking = opened.use(openAsk(stream, accounts.old, realSystem));
  const places = {
    old: { account: accounts.old, ask: asking.ask, system: realSystem },
    new: {
      account: accounts.new,
      ask: () => Promise.reject(new Error('the service is asked through a client of its own')),
      system: realSystem,
    },
  };
  const origins: Readonly<Record<Side, LiveOrigin>> = { old: streamLive, new: serviceLive };
  const lookups = { old: streamLive.lookups(places.old), new: serviceLive.lookups(places.new) };
  for (const each of Object.values(lookups)) opened.defer(async () => await each[Symbol.asyncDispose]?.());
  const laneOf = (side: Side, to: Side): Promise<Lane> =>
    openLane({
      side,
      read: (request) => origins[side].read(request, accounts[side]),
      lookups: lookups[side],
      there: lookups[to],
      inbox,
      writer: writers[to],
      back: { writer: writers[side], lookups: lookups[to] },
      shared,
      prefixes:
        side === 'new'
          ? { here: accounts.new.names['appId'], there: undefined }
          : { here: undefined, there: accounts.new.names['appId'] },
      state,
      clock,
      rules: { write: 'auto', freshForMs: 120_000, waitForParentMs: 1_000, onDead: 'pass' },
    });
  const lanes = {
    old: opened.use(await laneOf('old', 'new')),
    new: opened.use(await laneOf('new', 'old')),
  };
  const faults: string[] = [];
  let lastAt = Date.now();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const side = request.url?.startsWith('/stream/') ? 'old' : 'new';
      lastAt = Date.now();
      const headers = side === 'old' ? { 'x-api-key': String(request.headers['x-api-key']) } : {};
      await inboxWriter.add([{ side, receivedAt: Date.now(), headers, body: Buffer.concat(parts) }]);
      response.writeHead(200).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  opened.defer(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { signal } = new AbortController();
  await streamLive.hooks(places.old)?.set(`${url}/stream/${'a'.repeat(32)}`, { keys: [] }, signal);
  const management = {
    url: fresh.managementUrl,
    key: keyOf(fresh.files.managementKey),
    secret: keyOf(fresh.files.managementSecret),
  };
  const password = { user: 'chatferry', keys: [new Secret(PASSWORD)] };
  await serviceLive.hooks({ ...places.new, management })?.set(`${url}/new`, password, signal);
  const stop = new AbortController();
  const loops = sides.map(async (side) => {
    while (!stop.signal.aborted)
      try {
        const { done, more } = await lanes[side].pass(stop.signal);
        if (done > 0) lastAt = Date.now();
        await sleep(more ? 5 : 20, undefined, { signal: stop.signal });
      } catch (error) {
        if (stop.signal.aborted) return;
        faults.push(`${side}: ${(error as Error).stack}`);
        await sleep(100);
      }
  });
  opened.defer(async () => {
    stop.abort();
    await Promise.all(loops);
  });
  return {
    old,
    fresh,
    lanes,
    faults,
    async quiet(ms = 700) {
      lastAt = Date.now();
      const end = Date.now() + 240_000;
      // Turns, not time: on a busy machine events take longer, and so do the turns.
      let seen = lastAt;
      for (let turns = 0; Date.now() < end; turns++) {
        const waiting = lanes.old.counts.waiting + lanes.new.counts.waiting;
        if (waiting > 0 || seen !== lastAt) [turns, seen] = [0, lastAt];
        if (turns * 20 >= ms) return;
        await sleep(20);
      }
      const counts = JSON.stringify([lanes.old.counts, lanes.new.counts]);
      throw new Error(`not quiet: ${counts}\n${faults.slice(-3).join('\n')}`);
    },
    async reconcile() {
      for (const side of sides) {
        const changes = lookups[side].changedIn(Date.now() - 3_600_000, Date.now(), stop.signal);
        await lanes[side].take(changes, stop.signal);
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const keyOf = (path: string): Secret => new Secret(readFileSync(path, 'utf8').trim());

const appAccount = ({ appId, baseUrl, files }: LiveApp): OriginAccount => ({
  names: { appId, baseUrl },
  secrets: { apiKey: keyOf(files.apiKey) },
  by: 'auto',
  requestsPerSecond: 1_000,
});

const streamAccount = ({ key, secret, address }: FakeStream): OriginAccount => ({
  names: { key },
  secrets: { secret: new Secret(secret) },
  host: address,
  by: 'auto',
  requestsPerSecond: 1_000,
});

function pipelineOf(folder: string, old: FakeStream, fresh: LiveApp): string {
  const [path, secret, password] = ['pipeline.json', 'secret', 'password'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(secret, old.secret, { mode: 0o600 });
  writeFileSync(password, PASSWORD, { mode: 0o600 });
  const { appId, baseUrl, files } = fresh;
  const api = { key: old.key, secret: { file: secret }, host: old.address, requestsPerSecond: 1_000 };
  const pipeline = {
    version: 1,
    name: 'people',
    target: { appId, baseUrl, apiKey: { file: files.apiKey } },
    sources: { export: { system: 'stream', api } },
    limits: { requestsPerMinute: 100_000, timeoutSeconds: 30 },
    policies: { reactions: 'write', pins: 'write', threads: 'write' },
    sync: { onMissing: 'keep' },
    live: { direction: 'both', hooks: 'manual', service: { password: { file: password } } },
  };
  writeFileSync(path, JSON.stringify(pipeline));
  return path;
}
