import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInboxReader } from '../../../src/features/live/inbox/open-inbox-reader.ts';
import { openInboxWriter } from '../../../src/features/live/inbox/open-inbox-writer.ts';
import { ExpectedEchoes } from '../../../src/features/live/lane/expected-echoes.ts';
import { KeysInFlight } from '../../../src/features/live/lane/keys-in-flight.ts';
import { openLinks } from '../../../src/features/live/lane/links/open-links.ts';
import { openLane } from '../../../src/features/live/lane/open-lane.ts';
import type { LaneWriter } from '../../../src/features/live/pass/lane-writer.ts';
import { fileState } from '../../../src/files/state/file-state.ts';
import type { LiveLookups } from '../../../src/origin/live/live-origin.ts';
import { serviceLive } from '../../../src/origin/service/live/app-live.ts';
import { parseLimits } from '../../../src/sandbox/app/rate-limits.ts';
import { realSystem } from '../../../src/system/system.ts';
import { Life } from '../../simulation/life.ts';
import { SimulatedPeer } from '../../simulation/peer.ts';
import { seeded } from '../../support/random.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { waiting } from '../chaos/waiting-events.ts';
import { writerHere } from '../pass/writer-here.ts';

/** How events that waited were caught up. */
export type CaughtUp = {
  /** Rows that the service has accepted in each minute of its time, one after the other; the last one is not whole. */
  readonly perMinute: readonly number[];
  /** Requests that the service refused for its limits. */
  readonly refused: number;
  /** Messages that the service has in the end. */
  readonly messages: number;
  readonly created: number;
};

const START = Date.parse('2026-03-01T00:00:00Z');
const MINUTE_MS = 60_000;
const BATCH = 1_000;
const PASS_EVERY_MS = 200;
const OLD_APP = { appId: 'oldapp', baseUrl: 'https://old.example/v3' };
const IMPORT = '/data_import/';

/**
 * Catches up with events that wait, by import, at the limits that the service documents: in virtual time, so that an hour takes
 * seconds and nothing but waiting counts.
 */
export async function catchUpInVirtualTime(count: number): Promise<CaughtUp> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-pace-'));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const clock = new VirtualClock(START);
  const peer = opened.use(new SimulatedPeer(folder, parseLimits('documented'), clock, seeded(1)));
  const life = new Life(undefined);
  const system = { ...realSystem, clock, connect: () => peer.dispatcherFor(life, 1), sharing: undefined };
  return await clock.run(async () => {
    await using open = new AsyncDisposableStack();
    addPeople(peer);
    const pipeline = pipelineIn(folder, peer.key);
    const state = join(folder, '.chatferry', 'people');
    const writer = open.use(await writerHere(pipeline, 'new', system));
    notePeople(writer);
    const place = { folder: state, keepMs: MINUTE_MS };
    {
      await using inbox = await openInboxWriter(place, system);
      for (let from = 0; from < count; from += BATCH)
        await inbox.add(
          Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => ({
            side: 'old' as const,
            receivedAt: clock.now() - 10 * MINUTE_MS,
            headers: {},
            body: waiting.eventOf(from + at, count, Math.floor(clock.now() / 1_000)),
          })),
        );
    }
    const kept = fileState(state, system.files);
    const links = open.use(await openLinks(kept, join(state, 'live', 'links.sqlite'), system.files));
    const lane = open.use(
      await openLane({
        side: 'old',
        read: (request) => serviceLive.read(request, { names: OLD_APP }),
        lookups: UNASKED,
        there: UNASKED,
        inbox: open.use(await openInboxReader(place, system)),
        writer,
        back: undefined,
        shared: { links, inFlight: new KeysInFlight(), echoes: new ExpectedEchoes(clock) },
        prefixes: { here: 'oldapp', there: undefined },
        state: kept,
        clock,
        rules: { write: 'import', freshForMs: 2 * MINUTE_MS, waitForParentMs: 30_000, onDead: 'pass' },
      }),
    );
    const { signal } = new AbortController();
    const { length: before } = peer.handled;
    const begun = clock.elapsed();
    while (lane.counts.waiting > 0)
      if (!(await lane.pass(signal)).more) await clock.sleep(PASS_EVERY_MS, signal);
    const perMinute: number[] = [];
    for (const { at, path, body, reply } of peer.handled.slice(before)) {
      if (!path.includes(IMPORT) || reply.status !== 200) continue;
      const minute = Math.floor((at - begun) / MINUTE_MS);
      perMinute[minute] = (perMinute[minute] ?? 0) + rowsIn(body);
    }
    const messages = peer.app.db.count("messages WHERE category = 'message'");
    return { perMinute, refused: peer.limited, messages, created: lane.counts.created };
  });
}

/** Nobody is asked: events say all that is needed. */
const cannot = (): never => {
  throw new Error('nobody is to be asked');
};
const UNASKED: LiveLookups = { message: cannot, conversation: cannot, user: cannot, changedIn: cannot };

/** Messages in the body of an import. */
function rowsIn(body: string): number {
  const { messages } = JSON.parse(body) as { messages?: object };
  return Object.keys(messages ?? {}).length;
}

const groups = Array.from({ length: waiting.groups }, (_, at) => at);
const people = Array.from({ length: waiting.people }, (_, at) => `p${at}`);
const membersOf = (group: number): readonly string[] =>
  Array.from({ length: waiting.members }, (_, at) => `p${waiting.memberOf(group, at)}`);

function addPeople(peer: SimulatedPeer): void {
  for (const uid of people) peer.call('POST', '/users', { uid, name: `Person ${uid}` });
  for (const at of groups) {
    const [owner, ...participants] = membersOf(at);
    peer.call('POST', '/groups', { guid: `g${at}`, name: `Group g${at}`, type: 'public', owner });
    peer.call('POST', `/groups/g${at}/members`, { participants });
  }
}

/** The service has the people already, as after the bulk. */
function notePeople(writer: LaneWriter): void {
  for (const uid of people) writer.note('users', uid, {});
  for (const at of groups) {
    writer.note('groups', `g${at}`, {});
    for (const uid of membersOf(at))
      writer.note('members', writer.keyOf('members', { guid: `g${at}`, uid }) ?? '', {});
  }
}

function pipelineIn(folder: string, key: string): string {
  const path = join(folder, 'pipeline.json');
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, key, { mode: 0o600 });
  const apiKey = { file: keyFile };
  const api = { ...OLD_APP, apiKey };
  writeFileSync(
    path,
    JSON.stringify({
      version: 1,
      name: 'people',
      target: { baseUrl: 'https://sim.example/v3', apiKey },
      sources: { export: { system: 'service', api } },
      sync: { onMissing: 'keep' },
      retention: { policy: 'allow' },
      live: { direction: 'forward' },
    }),
  );
  return path;
}
