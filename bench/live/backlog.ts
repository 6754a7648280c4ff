import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openInboxWriter } from '../../src/features/live/inbox/open-inbox-writer.ts';
import { readPhase } from '../../src/features/live/phases/documents/phase-document.ts';
import { State } from '../../src/state/state.ts';
import { realSystem } from '../../src/system/system.ts';
import type { LiveApp } from '../../test/live/chaos/live-app.ts';
import { openLiveWorld } from '../../test/live/chaos/live-world.ts';
import { waiting } from '../../test/live/chaos/waiting-events.ts';
import { runToEnd, startLive, type Used } from './live-child.ts';
import { writeSame } from './write-same.ts';

/** How many events were caught up, and what that took. */
export type Backlog = {
  readonly rowsPerSecond: number;
  /** After the first minute; undefined without limits. */
  readonly requestsPerMinute: number | undefined;
  readonly rowsPerRequest: number;
  readonly used: Used;
};

const BATCH = 1_000;
const LOOK_MS = 20;

/** Makes the people and groups whose messages wait. */
async function addPeopleTo(app: LiveApp): Promise<void> {
  const everybody = Array.from({ length: waiting.people }, (_, at) => `p${at}`);
  for (const uid of everybody) await app.call('POST', '/users', { uid, name: `Person ${uid}` });
  for (let at = 0; at < waiting.groups; at++) {
    const guid = `g${at}`;
    await app.call('POST', '/groups', {
      guid,
      name: `Group ${guid}`,
      type: 'public',
      owner: `p${waiting.memberOf(at, 0)}`,
    });
    const participants = Array.from(
      { length: waiting.members - 1 },
      (_, each) => `p${waiting.memberOf(at, each + 1)}`,
    );
    await app.call('POST', `/groups/${guid}/members`, { participants });
  }
}

/** Puts events into the inbox as if they had come in before, and the pipeline back to the phase that takes them. */
async function addBacklog(folder: string, count: number): Promise<void> {
  const state = new State(folder, realSystem.files);
  const phase = readPhase(state.kept);
  if (!phase) throw new Error('the pipeline never began');
  const now = Math.floor(Date.now() / 1_000);
  {
    await using writer = await openInboxWriter({ folder, keepMs: 3_600_000 }, realSystem);
    const receivedAt = (now - 600) * 1_000;
    for (let from = 0; from < count; from += BATCH)
      await writer.add(
        Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => ({
          side: 'old' as const,
          receivedAt,
          headers: {},
          body: waiting.eventOf(from + at, count, now),
        })),
      );
  }
  // What a list says is not part of this.
  const captureSince = new Date(Date.now()).toISOString();
  await state.kept.save('live/phase', JSON.stringify({ ...phase, phase: 'catch-up', captureSince }));
}

type Answer = { readonly live: { readonly forward: { readonly created: number } } };
const createdIn = (out: string): number => (JSON.parse(out) as Answer).live.forward.created;

/**
 * Catches up with events that wait, by a process of its own.
 * @param limits as the option of the sandbox
 * @throws Error if some are not imported
 */
export async function measureBacklog(count: number, limits = 'none'): Promise<Backlog> {
  const live = { direction: 'forward', reconcile: 'off' };
  const own = limits === 'none' ? {} : { rest: { limits: { timeoutSeconds: 30 } } };
  await using world = await openLiveWorld({ seed: 1, live, limits, ...own });
  await addPeopleTo(world.old);
  // What joined in the second of the bulk comes by lists.
  await sleep(2_000);
  const first = createdIn(await startLive(world.pipeline, '--until', 'live').done);
  await addBacklog(join(world.folder, '.chatferry', 'people'), count);
  const { writes } = world.fresh;
  const before = writes.length;
  const times: number[] = [];
  const watch = setInterval(() => {
    while (before + times.length < writes.length) times.push(performance.now());
  }, LOOK_MS);
  await using child = startLive(world.pipeline, '--until', 'live');
  const out = await child.done;
  clearInterval(watch);
  const seconds = (performance.now() - (times[0] ?? 0)) / 1_000;
  if (createdIn(out) - first < count) throw new Error(`not all were created: ${out}`);
  // With limits, the first minute may begin with all that is allowed in it.
  const steady = times.filter((time) => time - (times[0] ?? 0) > 60_000);
  const requests = (steady.length - 1) / (((steady.at(-1) ?? 0) - (steady[0] ?? 0)) / 60_000);
  return {
    rowsPerSecond: count / seconds,
    requestsPerMinute: limits === 'none' ? undefined : requests,
    rowsPerRequest: count / times.length,
    used: child.used(),
  };
}

/** A run of the same messages from a file, by a process of its own. @throws Error if it fails */
export async function measureSameRun(
  count: number,
): Promise<{ readonly rowsPerSecond: number; readonly used: Used }> {
  await using world = await openLiveWorld({ seed: 1 });
  const { fresh, folder } = world;
  const { pipeline, rows } = await writeSame(folder, count, {
    target: { appId: fresh.appId, baseUrl: fresh.baseUrl, apiKey: { file: fresh.files.apiKey } },
    limits: { requestsPerMinute: 100_000, timeoutSeconds: 30 },
  });
  const { writes } = fresh;
  const before = writes.length;
  let begun = 0;
  const watch = setInterval(() => {
    if (begun === 0 && writes.length > before) begun = performance.now();
  }, LOOK_MS);
  const used = await runToEnd('run', pipeline, '--yes');
  clearInterval(watch);
  return { rowsPerSecond: rows / ((performance.now() - begun) / 1_000), used };
}
