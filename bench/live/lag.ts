import { setTimeout as sleep } from 'node:timers/promises';
import { type LiveWorld, openLiveWorld } from '../../test/live/chaos/live-world.ts';
import { startLive } from './live-child.ts';

/** Times from the sending of a message on one side to its being on the other one, milliseconds. */
export type Lag = {
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
  /** Messages that were not there in the end. */
  readonly lost: number;
  readonly peakBytes: number;
};

export type LagOptions = {
  readonly perSecond: number;
  readonly seconds: number;
  /** As the option of the sandbox. */
  readonly limits: string;
};

const SENDERS = 50;
const GROUP_SIZE = 10;
const LOOK_MS = 50;
/** For so long what is late is waited for. */
const LATE_MS = 30_000;

/** Makes the people, in groups of some of them. */
async function addSenders({ old }: LiveWorld): Promise<void> {
  for (let at = 0; at < SENDERS; at++) await old.call('POST', '/users', { uid: `p${at}`, name: `P ${at}` });
  for (let first = 0; first < SENDERS; first += GROUP_SIZE) {
    const guid = `g${first / GROUP_SIZE}`;
    await old.call('POST', '/groups', { guid, name: guid, type: 'public', owner: `p${first}` });
    const participants = Array.from({ length: GROUP_SIZE - 1 }, (_, at) => `p${first + at + 1}`);
    await old.call('POST', `/groups/${guid}/members`, { participants });
  }
}

/** Lets people of the old app write, and looks when their messages are in the new one. */
export async function measureLag({ perSecond, seconds, limits }: LagOptions): Promise<Lag> {
  // What is documented is what is usual.
  const own = limits === 'documented' ? { rest: { limits: { timeoutSeconds: 30 } } } : {};
  await using world = await openLiveWorld({ seed: 1, live: { reconcile: 'off' }, limits, ...own });
  const { old, fresh, until } = world;
  await addSenders(world);
  await sleep(2_000);
  await using child = startLive(world.pipeline);
  await until('the phase live', ({ phase }) => phase === 'live');
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  let isOver = false;
  const looking = (async () => {
    for (let after = ''; !isOver; await sleep(LOOK_MS)) {
      const { data } = await fresh.call('GET', `/messages?limit=100&affix=append${after}`);
      const now = performance.now();
      for (const { id, muid } of data as readonly { readonly id: string; readonly muid?: string }[]) {
        after = `&id=${id}`;
        const at = sentAt.get(String(muid));
        if (at === undefined) continue;
        times.push(now - at);
        sentAt.delete(String(muid));
      }
    }
  })();
  const begun = performance.now();
  const count = perSecond * seconds;
  const sending: Promise<unknown>[] = [];
  for (let at = 0; at < count; at++) {
    await sleep(Math.max(0, begun + (at * 1_000) / perSecond - performance.now()));
    const sender = at % SENDERS;
    const muid = `m-${at}`;
    const body = {
      receiver: `g${Math.floor(sender / GROUP_SIZE)}`,
      receiverType: 'group',
      category: 'message',
      type: 'text',
      muid,
      data: { text: `${at} hello` },
    };
    sentAt.set(muid, performance.now());
    sending.push(old.call('POST', '/messages', body, `p${sender}`));
  }
  await Promise.all(sending);
  const end = performance.now() + LATE_MS;
  while (sentAt.size > 0 && performance.now() < end) await sleep(LOOK_MS);
  isOver = true;
  await looking;
  times.sort((a, b) => a - b);
  const share = (of: number): number => times[Math.min(times.length - 1, Math.floor(times.length * of))] ?? 0;
  return {
    p50: share(0.5),
    p95: share(0.95),
    worst: share(1),
    lost: sentAt.size,
    peakBytes: child.peakBytes(),
  };
}
