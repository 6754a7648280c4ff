import { join } from 'node:path';
import type { ErrorDocument } from '../../../../errors/run-error.ts';
import { RunError } from '../../../../errors/run-error.ts';
import { currentLock } from '../../../../files/current-lock.ts';
import { type Lock, lockKept, takeLock } from '../../../../files/lock.ts';
import { makeFolder } from '../../../../files/private-file.ts';
import { jsonIn } from '../../../../input/json/defined.ts';
import type { State } from '../../../../state/state.ts';
import type { Runtime, Stderr } from '../../../../terminal/context.ts';
import type { SharedDocuments } from '../../shared/shared-documents.ts';
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

type Document = Readonly<Record<string, unknown>>;

const documentIn = async (shared: SharedDocuments, name: string): Promise<Document | undefined> => {
  const text = await shared.read(name);
  return text === undefined ? undefined : (Object(jsonIn(text)) as Document);
};

/** The wish that nobody has answered; undefined if there is none, or if its server is away. */
export async function readWish(shared: SharedDocuments): Promise<LiveAsked | undefined> {
  try {
    const asked = await documentIn(shared, ASKED);
    if (typeof asked?.['id'] !== 'string' || typeof asked['wish'] !== 'object') return undefined;
    return (await documentIn(shared, ANSWERED))?.['id'] === asked['id'] ? undefined : (asked as LiveAsked);
  } catch (error) {
    // Whoever wishes something waits.
    if (error instanceof RunError && error.code === 'STATE.SERVER_UNREACHABLE') return undefined;
    throw error;
  }
}

/** Drops a wish of before this process: whoever waits for its answer wishes it again, and of one that was killed nobody does. */
export async function dropWish(shared: SharedDocuments): Promise<void> {
  const asked = await readWish(shared);
  if (asked) await withdraw(shared, asked.id);
}

/** @throws RunError `STATE.UNWRITABLE`, `STATE.SERVER_*` */
export const answerWish = (shared: SharedDocuments, { id }: LiveAsked, answer: LiveAnswer): Promise<void> =>
  shared.save(ANSWERED, JSON.stringify({ id, ...answer }));

/** The state of a pipeline, and what its processes share. */
type Asking = { readonly state: State; readonly shared: SharedDocuments };

/**
 * Lets the deliverer at work do something, or does it here where none is at work; so it is also if that ends meanwhile.
 * @param here does it with the lock of the pipeline
 * @throws RunError `STATE.LOCKED` if something else works on the pipeline
 */
export async function askedOrHere(
  { state, shared }: Asking,
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
    const answer = await ask({ state, shared }, wish, context);
    if (answer) return answer;
  }
}

/** The right to wish something: one wish follows another, or the later one would take the place of the earlier. */
async function turnToAsk(
  { state: { paths }, shared }: Asking,
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
      const what = (await readWish(shared))?.wish.what;
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

/** Asks, and waits for the answer; undefined if the deliverer has ended before, or another one has dropped the wish. */
async function ask(
  { state, shared }: Asking,
  wish: LiveWish,
  context: Runtime & Stderr,
): Promise<LiveAnswer | undefined> {
  const { system, signal } = context;
  await using _turn = await turnToAsk({ state, shared }, context);
  const id = system.random.hex(8);
  await shared.save(ASKED, JSON.stringify({ id, wish }));
  try {
    for (;;) {
      await system.clock.sleep(LOOK_EVERY_MS, signal);
      const isDropped = (await documentIn(shared, ASKED))?.['id'] !== id;
      const answered = await documentIn(shared, ANSWERED);
      if (answered?.['id'] === id) return answered as unknown as LiveAnswer;
      if (isDropped) return undefined;
      const lock = await currentLock(state.paths.lock, system);
      // Between two phases nobody has it for a moment.
      if (lock) continue;
      await system.clock.sleep(LOOK_EVERY_MS * 10, signal);
      if (!(await currentLock(state.paths.lock, system))) {
        const last = await documentIn(shared, ANSWERED);
        return last?.['id'] === id ? (last as unknown as LiveAnswer) : undefined;
      }
    }
  } finally {
    // Nobody waits for it any more.
    await withdraw(shared, id).catch(() => {});
  }
}

async function withdraw(shared: SharedDocuments, id: string): Promise<void> {
  if ((await documentIn(shared, ASKED))?.['id'] === id) await shared.remove(ASKED);
}
