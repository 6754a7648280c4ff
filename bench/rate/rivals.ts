import PQueue from 'p-queue';
import type { ApiResponse } from '../../src/service/transport/transport.ts';
import { type Program, REQUEST, type World } from './simulate.ts';

const BASE_MS = 500;
const CAP_MS = 60_000;
/** Ten workers, as many scripts have; enough of them for 5,000 requests a minute here. */
const WORKERS = 10;
const CONCURRENCY_MAX = 200;

/** A fixed pool: each worker sends one request after the other, and repeats its own after what the refusal asks for. */
export const fixedPool: Program = async (world) => {
  await Promise.all(Array.from({ length: WORKERS }, () => forever(world, () => delivered(world))));
};

/** The documented limit in windows of a minute, as p-queue's interval mode: all at once, then a pause to the next window. */
export const fixedWindow =
  (perMinute: number): Program =>
  async (world) => {
    const { clock, signal } = world;
    const queue = new PQueue({ concurrency: CONCURRENCY_MAX });
    while (!signal.aborted) {
      const until = clock.elapsed() + 60_000;
      for (let request = 0; request < perMinute; request++) {
        if (queue.size > CONCURRENCY_MAX) await queue.onSizeLessThan(CONCURRENCY_MAX);
        if (signal.aborted) return;
        queue.add(() => delivered(world)).catch(() => {});
      }
      await clock.sleep(Math.max(0, until - clock.elapsed()), signal);
    }
  };

/**
 * Concurrency by AIMD, as Vector's adaptive request concurrency: one more after a round trip in which the limit was
 * reached and nothing was refused, a tenth less after one with a refusal. Each request waits for itself.
 */
export const aimdConcurrency: Program = async (world) => {
  const { clock, signal } = world;
  const state = { limit: 1, underWay: 0, isReached: false, isRefused: false, decidedAt: 0 };
  const freed: (() => void)[] = [];
  const decide = (roundTripMs: number): void => {
    if (clock.elapsed() - state.decidedAt < roundTripMs) return;
    if (state.isRefused) state.limit = Math.max(1, Math.floor(state.limit * 0.9));
    else if (state.isReached) state.limit = Math.min(CONCURRENCY_MAX, state.limit + 1);
    Object.assign(state, { isReached: false, isRefused: false, decidedAt: clock.elapsed() });
  };
  const turn = async (): Promise<void> => {
    while (state.underWay >= state.limit) {
      state.isReached = true;
      await new Promise<void>((resolve) => freed.push(resolve));
      signal.throwIfAborted();
    }
    state.underWay++;
  };
  const attempt = async (): Promise<ApiResponse | undefined> => {
    await turn();
    const startedAt = clock.elapsed();
    const response = await answered(world);
    state.underWay--;
    state.isRefused ||= response?.status !== 200;
    decide(clock.elapsed() - startedAt);
    for (const resolve of freed.splice(0, Math.max(1, state.limit - state.underWay))) resolve();
    return response;
  };
  signal.addEventListener('abort', () => {
    for (const resolve of freed.splice(0)) resolve();
  });
  await Promise.all(
    Array.from({ length: CONCURRENCY_MAX }, () => forever(world, () => delivered(world, attempt))),
  );
};

async function forever({ signal }: World, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) await work();
}

/** One request, repeated until it is accepted: after what the refusal asks for, else with backoff and full jitter. */
async function delivered(world: World, attempt = () => answered(world)): Promise<void> {
  const { clock, random, signal } = world;
  for (let failures = 0; !signal.aborted; failures++) {
    const response = await attempt();
    if (response?.status === 200) return;
    const seconds = Number(response?.headers['retry-after']);
    const backoffMs = random() * Math.min(CAP_MS, BASE_MS * 2 ** failures);
    await clock.sleep(seconds > 0 ? seconds * 1_000 : backoffMs, signal);
  }
}

/** Undefined if there is no answer. */
async function answered({ send, signal }: World): Promise<ApiResponse | undefined> {
  return send(REQUEST, signal).catch(() => undefined);
}
