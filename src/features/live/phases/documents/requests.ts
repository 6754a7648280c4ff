import { join } from 'node:path';
import type { ErrorDocument } from '../../../../errors/run-error.ts';
import { RunError } from '../../../../errors/run-error.ts';
import { currentLock } from '../../../../files/current-lock.ts';
import { type Lock, lockKept, takeLock } from '../../../../files/lock.ts';
import { makeFolder } from '../../../../files/private-file.ts';
import { type StateStore, textIn } from '../../../../files/state/state-store.ts';
import { jsonIn } from '../../../../input/json/defined.ts';
import type { State } from '../../../../state/state.ts';
import type { Runtime, Stderr } from '../../../../terminal/context.ts';
import type { LiveDocument } from './live-document.ts';
import { readPhase } from './phase-document.ts';

/** A wish of another process, which the deliverer obeys. */
export type LiveWish =
  | {
      readonly what: 'switch';
      readonly freeze: boolean;
      readonly back: boolean;
      /** Milliseconds until it gives up. */
      readonly withinMs: number;
    }
  | { readonly what: 'stop' }
  | { readonly what: 'retry'; readonly code?: string | undefined };

/** Result of a wish. */
export type LiveAnswer = {
  readonly exitCode: number;
  readonly error?: ErrorDocument | undefined;
  readonly live: LiveDocument;
  /** The number of events that are read again. */
  readonly retried?: number | undefined;
  /** Sentences for the person who asked. */
  readonly notices?: readonly string[] | undefined;
};

/** A wish that is in the state. */
export type LiveAsked = { readonly id: string; readonly wish: LiveWish };

const ASKED = 'live/asked';
const ANSWERED = 'live/answered';

/** Time from one look for the answer to the next, milliseconds. */
const LOOK_EVERY_MS = 100;

const documentIn = (state: StateStore, name: string): Readonly<Record<string, unknown>> | undefined => {
  const text = textIn(state, name);
  return text === undefined ? undefined : (Object(jsonIn(text)) as Readonly<Record<string, unknown>>);
};

/** The wish that nobody has answered; undefined if there is none. */
export function readWish(state: StateStore): LiveAsked | undefined {
  const asked = documentIn(state, ASKED);
  if (typeof asked?.['id'] !== 'string' || typeof asked['wish'] !== 'object') return undefined;
  return documentIn(state, ANSWERED)?.['id'] === asked['id'] ? undefined : (asked as LiveAsked);
}

/** @throws RunError `STATE.UNWRITABLE` */
export const answerWish = (state: StateStore, { id }: LiveAsked, answer: LiveAnswer): Promise<void> =>
  state.save(ANSWERED, JSON.stringify({ id, ...answer }));

/**
 * Lets the deliverer at work do something, or does it here where none is at work; so it is also if that ends meanwhile.
 * @param here does it with the lock of the pipeline
 * @throws RunError `STATE.LOCKED` if something else works on the pipeline
 */
export async function askedOrHere(
  state: State,
  wish: LiveWish,
  context: Runtime & Stderr,
  here: (lock: Lock) => Promise<LiveAnswer>,
): Promise<LiveAnswer> {
  for (;;) {
    const lock = await lockUnlessDelivered(state, context);
    if (lock) {
      await using _held = lock;
      return await here(lock);
    }
    const answer = await ask(state, wish, context);
    if (answer) return answer;
  }
}

/** The right to wish something: one wish follows another, or the later one would take the place of the earlier. */
async function turnToAsk(
  { paths, kept }: State,
  { commandLine, system, signal, err }: Runtime & Stderr,
): Promise<Lock> {
  const folder = join(paths.folder, 'live');
  await makeFolder(folder, system.files);
  let isSaid = false;
  for (;;)
    try {
      return await takeLock(join(folder, 'asked.lock'), commandLine, system);
    } catch (error) {
      if (!(error instanceof RunError) || error.code !== 'STATE.LOCKED') throw error;
      const what = readWish(kept)?.wish.what;
      if (!isSaid) err(`waits until ${what ? `live ${what}` : 'the wish'} of another command is done\n`);
      isSaid = true;
      await system.clock.sleep(LOOK_EVERY_MS, signal);
    }
}

/** The lock of the pipeline; undefined if its deliverer has it. */
async function lockUnlessDelivered(
  state: State,
  { commandLine, system }: Runtime,
): Promise<Lock | undefined> {
  const { folder, lock } = state.paths;
  try {
    return await lockKept({ folder, lock }, commandLine, system);
  } catch (error) {
    if (!(error instanceof RunError) || error.code !== 'STATE.LOCKED') throw error;
    if (await isDelivered(state, { system })) return undefined;
    throw error;
  }
}

/** True if the process that works on the pipeline is its deliverer. */
async function isDelivered({ kept, paths }: State, { system }: Pick<Runtime, 'system'>): Promise<boolean> {
  const holder = (await currentLock(paths.lock, system))?.holder;
  const who = readPhase(kept)?.who;
  // Released just now: whoever asks looks again.
  if (!holder) return true;
  return who !== undefined && holder.pid === who.pid && holder.host === who.host;
}

/** Asks, and waits for the answer; undefined if the deliverer has ended before. */
async function ask(state: State, wish: LiveWish, context: Runtime & Stderr): Promise<LiveAnswer | undefined> {
  const { system, signal } = context;
  const { kept } = state;
  await using _turn = await turnToAsk(state, context);
  const id = system.random.hex(8);
  await kept.save(ASKED, JSON.stringify({ id, wish }));
  try {
    for (;;) {
      await system.clock.sleep(LOOK_EVERY_MS, signal);
      const answered = documentIn(kept, ANSWERED);
      if (answered?.['id'] === id) return answered as unknown as LiveAnswer;
      const lock = await currentLock(state.paths.lock, system);
      // Between two phases nobody has it for a moment.
      if (lock) continue;
      await system.clock.sleep(LOOK_EVERY_MS * 10, signal);
      if (!(await currentLock(state.paths.lock, system))) {
        const last = documentIn(kept, ANSWERED);
        return last?.['id'] === id ? (last as unknown as LiveAnswer) : undefined;
      }
    }
  } finally {
    // Nobody waits for it any more.
    if (documentIn(kept, ASKED)?.['id'] === id) await kept.remove(ASKED).catch(() => {});
  }
}
