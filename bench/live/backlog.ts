import { join } from 'node:path';
import { openInboxWriter } from '../../src/features/live/inbox/open-inbox-writer.ts';
import { readPhase } from '../../src/features/live/phases/documents/phase-document.ts';
import { State } from '../../src/state/state.ts';
import { realSystem } from '../../src/system/system.ts';
import { type LiveWorld, openLiveWorld } from '../../test/live/chaos/live-world.ts';
import { startLive } from './live-child.ts';

/** How many events were caught up, and what that took. */
export type Backlog = {
  readonly rowsPerSecond: number;
  /** The most memory that the process had. */
  readonly peakBytes: number;
};

const PEOPLE = 50;
const GROUPS = 200;
const MEMBERS = 25;
const BATCH = 1_000;
const LOOK_MS = 20;

/** Seconds since 1970: a message each some hundredths of a second, until a short time ago. */
const sentAtOf = (at: number, count: number, now: number): number => now - 600 - Math.ceil((count - at) / 100);

/** A member of a group. */
const memberOf = (group: number, at: number): number => (group + (at % MEMBERS)) % PEOPLE;

/** A message of a backlog, as the service tells it. */
function eventOf(at: number, count: number, now: number): Buffer {
  const group = at % GROUPS;
  const [uid, guid] = [`p${memberOf(group, Math.floor(at / GROUPS))}`, `g${group}`];
  const sentAt = sentAtOf(at, count, now);
  const sender = { uid, name: `Person ${uid}`, status: 'offline', role: 'default', createdAt: now - 86_400 };
  const receiver = { guid, name: `Group ${guid}`, type: 'public', owner: 'p0', conversationId: `group_${guid}` };
  const entities = {
    sender: { entity: sender, entityType: 'user' },
    receiver: { entity: receiver, entityType: 'group' },
  };
  const message = {
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
  const event = { trigger: 'message_sent', data: { message }, appId: 'oldapp', region: 'us', webhook: 'w' };
  return Buffer.from(JSON.stringify(event));
}

/** Makes the people and groups whose messages wait. */
async function addPeople({ old }: LiveWorld): Promise<void> {
  const everybody = Array.from({ length: PEOPLE }, (_, at) => `p${at}`);
  for (const uid of everybody) await old.call('POST', '/users', { uid, name: `Person ${uid}` });
  for (let at = 0; at < GROUPS; at++) {
    const guid = `g${at}`;
    await old.call('POST', '/groups', { guid, name: `Group ${guid}`, type: 'public', owner: `p${memberOf(at, 0)}` });
    const participants = Array.from({ length: MEMBERS - 1 }, (_, each) => `p${memberOf(at, each + 1)}`);
    await old.call('POST', `/groups/${guid}/members`, { participants });
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

/** Catches up with events that wait, without limits, by a process of its own. @throws Error if some are not imported */
export async function measureBacklog(count: number): Promise<Backlog> {
  const live = { direction: 'forward', reconcile: 'off' };
  await using world = await openLiveWorld({ seed: 1, live });
  await addPeople(world);
  await startLive(world.pipeline, '--until', 'live').done;
  await addBacklog(join(world.folder, '.chatferry', 'people'), count);
  const { writes } = world.fresh;
  const before = writes.length;
  let begun = 0;
  const watch = setInterval(() => {
    if (begun === 0 && writes.length > before) begun = performance.now();
  }, LOOK_MS);
  await using child = startLive(world.pipeline, '--until', 'live');
  const out = await child.done;
  clearInterval(watch);
  const seconds = (performance.now() - begun) / 1_000;
  const { created } = (JSON.parse(out) as { live: { forward: { created: number } } }).live.forward;
  if (created !== count) throw new Error(`not all were created: ${out}`);
  return { rowsPerSecond: count / seconds, peakBytes: child.peakBytes() };
}
