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
import type { LaneDeps } from '../../../src/features/live/lane/lane-deps.ts';
import { openLinks } from '../../../src/features/live/lane/links/open-links.ts';
import { openLane } from '../../../src/features/live/lane/open-lane.ts';
import type { LaneWriter } from '../../../src/features/live/pass/lane-writer.ts';
import { type Side, sides } from '../../../src/features/live/side.ts';
import { fileState } from '../../../src/files/state/file-state.ts';
import type { LiveLookups } from '../../../src/origin/live/live-origin.ts';
import type { OriginAccount } from '../../../src/origin/origin.ts';
import { serviceLive } from '../../../src/origin/service/live/app-live.ts';
import type { FaultRule } from '../../../src/sandbox/server/faults.ts';
import { Secret } from '../../../src/service/transport/secret.ts';
import type { Clock } from '../../../src/system/clock.ts';
import { realSystem } from '../../../src/system/system.ts';
import type { Random } from '../../support/random.ts';
import { type LiveApp, openLiveApp } from '../chaos/live-app.ts';
import { writerHere } from '../pass/writer-here.ts';

/** The longest way of an event. */
const LATE_MS = 1_500;
const TURN_MS = 20;
const PASSWORD = 'a-password-of-the-receiver';

/** Two apps, kept alike by two directions in this process. */
export type TwoLanes = AsyncDisposable & {
  readonly folder: string;
  readonly apps: Readonly<Record<Side, LiveApp>>;
  readonly lanes: Readonly<Record<Side, Lane>>;
  readonly lookups: Readonly<Record<Side, LiveLookups>>;
  /** Those that write to a side. */
  readonly writers: Readonly<Record<Side, LaneWriter>>;
  /** Faults of passes, which are repeated. */
  readonly failures: string[];
  /** Bodies of events, as they came. */
  readonly events: readonly { readonly side: Side; readonly body: string }[];
  /** What becomes of events on their way; by default they arrive. */
  way: (side: Side, body: string) => 'arrives' | 'lost' | 'held';
  /** Lets the first event arrive that is held; false if there is none. */
  releaseOne(): Promise<boolean>;
  /** Turns the order of those that are held. */
  turnHeld(): void;
  /** Ends both directions as a kill does, with all that they have in memory, and opens them again. */
  restart(): Promise<void>;
  /** Lets an event arrive, whoever sends it. */
  arrive(side: Side, body: string): Promise<void>;
  /** Waits until nothing has come for a time, and nothing waits. */
  quiet(ms?: number): Promise<void>;
  /** Takes what the lists of both sides say. */
  reconcile(): Promise<void>;
};

export type LaneRules = Partial<LaneDeps['rules']>;

/** The way between the apps and the receiver. */
export type EventFaults = {
  /** Shares of events, from 0 to 1, that never arrive, that arrive twice, and that arrive after others. */
  readonly lost: number;
  readonly doubled: number;
  readonly late: number;
  readonly random: Random;
};

/** Opens two apps, their webhooks, an inbox and both directions, which work until it is disposed of. */
export async function openTwoLanes(
  rules: LaneRules = {},
  faults?: EventFaults,
  ofNewApp: readonly FaultRule[] = [],
  clock: Clock = realSystem.clock,
): Promise<TwoLanes> {
  const opened = new AsyncDisposableStack();
  let world: TwoLanes;
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-lanes-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const old = opened.use(await openLiveApp(folder, 'oldapp'));
  const fresh = opened.use(await openLiveApp(folder, 'newapp', ofNewApp));
  const apps = { old, new: fresh };
  const pipeline = pipelineOf(folder, apps);
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
  const inMemory = () => ({ links, inFlight: new KeysInFlight(), echoes: new ExpectedEchoes(clock) });
  let shared = inMemory();
  const accounts = { old: accountOf(old), new: accountOf(fresh) };
  const lookups = {
    old: serviceLive.lookups(place(accounts.old)),
    new: serviceLive.lookups(place(accounts.new)),
  };
  for (const each of Object.values(lookups)) opened.defer(async () => await each[Symbol.asyncDispose]?.());
  const laneOf = (side: Side, to: Side): Promise<Lane> =>
    openLane({
      side,
      read: (request) => serviceLive.read(request, accounts[side]),
      lookups: lookups[side],
      there: lookups[to],
      inbox,
      writer: writers[to],
      back: { writer: writers[side], lookups: lookups[to] },
      shared,
      prefixes: { here: accounts[side].names['appId'], there: accounts[to].names['appId'] },
      state,
      clock,
      rules: { write: 'auto', freshForMs: 120_000, waitForParentMs: 1_000, onDead: 'pass', ...rules },
    });
  const openBoth = async () => ({ old: await laneOf('old', 'new'), new: await laneOf('new', 'old') });
  let lanes = await openBoth();
  const closeBoth = async (): Promise<void> => {
    for (const side of sides) await lanes[side][Symbol.asyncDispose]();
  };
  opened.defer(closeBoth);
  const held: { readonly side: Side; readonly body: Buffer }[] = [];
  const events: { side: Side; body: string }[] = [];
  const failures: string[] = [];
  let lastAt = Date.now();
  const arrive = async (side: Side, body: Buffer): Promise<void> => {
    lastAt = Date.now();
    await inboxWriter.add([{ side, receivedAt: Date.now(), headers: {}, body }]);
  };
  let onTheWay = 0;
  const arriveLater = async (side: Side, body: Buffer): Promise<void> => {
    onTheWay++;
    await sleep((faults?.random() ?? 0) * LATE_MS);
    await arrive(side, body);
    onTheWay--;
  };
  const receive = async (side: Side, body: Buffer): Promise<number> => {
    const way = world.way(side, body.toString());
    if (way === 'held') held.push({ side, body });
    if (way !== 'arrives') return 200;
    const { lost = 0, doubled = 0, late = 0, random = () => 1 } = faults ?? {};
    const dice = random();
    if (dice < lost) return 200;
    if (dice < lost + late) {
      void arriveLater(side, body);
      return 200;
    }
    await arrive(side, body);
    if (dice < lost + late + doubled) void arriveLater(side, body);
    return 200;
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const side = request.url === '/old' ? 'old' : 'new';
      const body = Buffer.concat(parts);
      events.push({ side, body: body.toString() });
      response.writeHead(await receive(side, body)).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  opened.defer(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const side of sides) await setHooks(apps[side], accounts[side], `${url}/${side}`);
  let stop = new AbortController();
  const passes = (): readonly Promise<void>[] =>
    sides.map(async (side) => {
      while (!stop.signal.aborted) {
        try {
          const { done, more } = await lanes[side].pass(stop.signal);
          if (done > 0) lastAt = Date.now();
          await sleep(more ? 5 : 20, undefined, { signal: stop.signal });
        } catch (error) {
          if (stop.signal.aborted) return;
          failures.push(`${side}: ${(error as Error).stack}`);
          await sleep(100);
        }
      }
    });
  let loops = passes();
  const ended = async (): Promise<void> => {
    stop.abort();
    await Promise.all(loops);
  };
  opened.defer(ended);
  world = {
    folder,
    apps,
    get lanes() {
      return lanes;
    },
    lookups,
    way: () => 'arrives',
    turnHeld: () => held.reverse(),
    async releaseOne() {
      const next = held.shift();
      if (next) await arrive(next.side, next.body);
      return next !== undefined;
    },
    async restart() {
      await ended();
      await closeBoth();
      shared = inMemory();
      lanes = await openBoth();
      stop = new AbortController();
      loops = passes();
    },
    writers,
    failures,
    events,
    arrive: (side, body) => arrive(side, Buffer.from(body)),
    async quiet(ms = 500) {
      lastAt = Date.now();
      const end = Date.now() + 240_000;
      // Turns, not time: on a busy machine events take longer, and so do the turns.
      let seen = lastAt;
      for (let turns = 0; Date.now() < end; turns++) {
        const waiting = lanes.old.counts.waiting + lanes.new.counts.waiting;
        if (waiting > 0 || onTheWay > 0 || seen !== lastAt) [turns, seen] = [0, lastAt];
        if (turns * TURN_MS >= ms) return;
        await sleep(TURN_MS);
      }
      throw new Error(
        `not quiet: ${JSON.stringify([lanes.old.counts, lanes.new.counts])}\n${failures.slice(-3).join('\n')}`,
      );
    },
    async reconcile() {
      for (const side of sides) {
        const changes = lookups[side].changedIn(Date.now() - 3_600_000, Date.now(), stop.signal);
        await lanes[side].take(changes, stop.signal);
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
  return world;
}

const keyOf = (path: string): Secret => new Secret(readFileSync(path, 'utf8').trim());

const accountOf = ({ appId, baseUrl, files }: LiveApp): OriginAccount => ({
  names: { appId, baseUrl },
  secrets: { apiKey: keyOf(files.apiKey) },
  by: 'auto',
  requestsPerSecond: 1_000,
});

const place = (account: OriginAccount) => ({
  account,
  ask: () => Promise.reject(new Error('the service is asked through a client of its own')),
  system: realSystem,
});

async function setHooks(app: LiveApp, account: OriginAccount, url: string): Promise<void> {
  const { managementUrl, files } = app;
  const management = {
    url: managementUrl,
    key: keyOf(files.managementKey),
    secret: keyOf(files.managementSecret),
  };
  const hooks = serviceLive.hooks({ ...place(account), management });
  await hooks?.set(url, { user: 'chatferry', keys: [new Secret(PASSWORD)] }, new AbortController().signal);
}

function pipelineOf(folder: string, { old, new: fresh }: Readonly<Record<Side, LiveApp>>): string {
  const path = join(folder, 'pipeline.json');
  const password = join(folder, 'password');
  writeFileSync(password, PASSWORD, { mode: 0o600 });
  const { appId, baseUrl, files } = old;
  const apiKey = { file: files.apiKey };
  const pipeline = {
    version: 1,
    name: 'people',
    target: { appId: fresh.appId, baseUrl: fresh.baseUrl, apiKey: { file: fresh.files.apiKey } },
    sources: { export: { system: 'service', api: { appId, baseUrl, apiKey, requestsPerSecond: 1_000 } } },
    limits: { requestsPerMinute: 100_000, timeoutSeconds: 30 },
    policies: { reactions: 'write', pins: 'write', threads: 'write' },
    sync: { onMissing: 'keep' },
    live: {
      direction: 'both',
      hooks: 'manual',
      old: { password: { file: password } },
      service: { password: { file: password } },
    },
  };
  writeFileSync(path, JSON.stringify(pipeline));
  return path;
}
