import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openInboxWriter } from '../../src/features/live/inbox/open-inbox-writer.ts';
import { readPhase } from '../../src/features/live/phases/documents/phase-document.ts';
import { State } from '../../src/state/state.ts';
import { realSystem } from '../../src/system/system.ts';
import type { LiveApp } from '../../test/live/chaos/live-app.ts';
import { openLiveWorld } from '../../test/live/chaos/live-world.ts';
import { runToEnd, startLive, type Used } from './live-child.ts';

/** How many events were caught up, and what that took. */
export type Backlog = {
  readonly rowsPerSecond: number;
  /** After the first minute; undefined without limits. */
  readonly requestsPerMinute: number | undefined;
  readonly rowsPerRequest: number;
  readonly used: Used;
};

const PEOPLE = 50;
const GROUPS = 200;
const MEMBERS = 25;
const BATCH = 1_000;
const LOOK_MS = 20;

/** Seconds since 1970: a message each some hundredths of a second, until a short time ago. */
const sentAtOf = (at: number, count: number, now: number): number =>
  now - 600 - Math.ceil((count - at) / 100);

/** A member of a group. */
const memberOf = (group: number, at: number): number => (group + (at % MEMBERS)) % PEOPLE;

/** A message of a backlog, as the service tells it. */
function messageOf(at: number, count: number, now: number) {
  const group = at % GROUPS;
  const [uid, guid] = [`p${memberOf(group, Math.floor(at / GROUPS))}`, `g${group}`];
  const sentAt = sentAtOf(at, count, now);
  const sender = { uid, name: `Person ${uid}`, status: 'offline', role: 'default', createdAt: now - 86_400 };
  const receiver = {
    guid,
    name: `Group ${guid}`,
    type: 'public',
    owner: 'p0',
    conversationId: `group_${guid}`,
  };
  const entities = {
    sender: { entity: sender, entityType: 'user' },
    receiver: { entity: receiver, entityType: 'group' },
  };
  return {
    id: String(1_000_000 + at),
    muid: `m-${at}`,
    conversationId: `group_${guid}`,
    sender: uid,
    receiverType: 'group',
    receiver: guid,
    category: 'message',
    type: 'text',
    data: { text: `Message ${at}, which says what people say in a line or two to each other.`, entities },
    sentAt,
    updatedAt: sentAt,
  };
}

function eventOf(at: number, count: number, now: number): Buffer {
  const message = messageOf(at, count, now);
  const event = { trigger: 'message_sent', data: { message }, appId: 'oldapp', region: 'us', webhook: 'w' };
  return Buffer.from(JSON.stringify(event));
}

/** Makes the people and groups whose messages wait. */
async function addPeopleTo(app: LiveApp): Promise<void> {
  const everybody = Array.from({ length: PEOPLE }, (_, at) => `p${at}`);
  for (const uid of everybody) await app.call('POST', '/users', { uid, name: `Person ${uid}` });
  for (let at = 0; at < GROUPS; at++) {
    const guid = `g${at}`;
    await app.call('POST', '/groups', {
      guid,
      name: `Group ${guid}`,
      type: 'public',
      owner: `p${memberOf(at, 0)}`,
    });
    const participants = Array.from({ length: MEMBERS - 1 }, (_, each) => `p${memberOf(at, each + 1)}`);
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
          body: eventOf(from + at, count, now),
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

/** The people and groups of the backlog, as rows of files. */
function peopleRows(): Readonly<Record<'users' | 'groups' | 'members', readonly object[]>> {
  const groups = Array.from({ length: GROUPS }, (_, at) => at);
  return {
    users: Array.from({ length: PEOPLE }, (_, at) => ({ uid: `p${at}`, name: `Person p${at}` })),
    groups: groups.map((at) => ({
      guid: `g${at}`,
      name: `Group g${at}`,
      type: 'public',
      owner: `p${memberOf(at, 0)}`,
    })),
    members: groups.flatMap((at) =>
      Array.from({ length: MEMBERS }, (_, each) => ({
        guid: `g${at}`,
        uid: `p${memberOf(at, each)}`,
        scope: 'participant',
      })),
    ),
  };
}

/** A run of the same messages from a file, by a process of its own. @throws Error if it fails */
export async function measureSameRun(
  count: number,
): Promise<{ readonly rowsPerSecond: number; readonly used: Used }> {
  await using world = await openLiveWorld({ seed: 1 });
  const { fresh, folder } = world;
  const now = Math.floor(Date.now() / 1_000);
  const people = peopleRows();
  for (const [name, rows] of Object.entries(people))
    writeFileSync(join(folder, `${name}.ndjson`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const lines = createWriteStream(join(folder, 'messages.ndjson'));
  for (let at = 0; at < count; at++) {
    const { muid, sender, receiver, receiverType, category, type, data, sentAt } = messageOf(at, count, now);
    const { text } = data;
    lines.write(
      `${JSON.stringify({ muid, sender, receiver, receiverType, category, type, data: { text }, sentAt })}\n`,
    );
  }
  lines.end();
  await once(lines, 'finish');
  const pipeline = join(folder, 'run.json');
  writeFileSync(
    pipeline,
    JSON.stringify({
      version: 1,
      name: 'same',
      target: { appId: fresh.appId, baseUrl: fresh.baseUrl, apiKey: { file: fresh.files.apiKey } },
      sources: Object.fromEntries(
        ['users', 'groups', 'members', 'messages'].map((name) => [name, { path: `./${name}.ndjson` }]),
      ),
      limits: { requestsPerMinute: 100_000, timeoutSeconds: 30 },
    }),
  );
  const { writes } = fresh;
  const before = writes.length;
  let begun = 0;
  const watch = setInterval(() => {
    if (begun === 0 && writes.length > before) begun = performance.now();
  }, LOOK_MS);
  const used = await runToEnd('run', pipeline, '--yes');
  clearInterval(watch);
  const all = Object.values(people).reduce((sum, rows) => sum + rows.length, count);
  return { rowsPerSecond: all / ((performance.now() - begun) / 1_000), used };
}
