import type { TestedService } from '../check.ts';
import { type OwnIds, ownIds, tokenOf } from './own-ids.ts';
import { type Asking, askEmpty, readCanaries, readService, writeCanaries } from './probe-steps.ts';
import {
  answersOf,
  type ProbeAnswer,
  probeQuestions,
  quirksOf,
  readQuestions,
} from './questions/probe-questions.ts';
import { listLeft, probeIds, removeCanaries, removeLeft } from './remove-canaries.ts';
import { Seen } from './seen.ts';

export { type ProbeAnswer, quirksOf };

/** Findings of a probe. */
export type ProbeResult = {
  readonly answers: readonly ProbeAnswer[];
  readonly importCalls: number;
  /** Ids of its rows that could not be removed. */
  readonly left: readonly string[];
};

/** Things that a probe is done with. */
export type ProbeOptions = {
  /** Eight hexadecimal digits, a part of every id; known to nobody before. */
  readonly token: string;
  /** The present time, epoch milliseconds. */
  readonly nowMs: number;
  readonly signal: AbortSignal;
  /** Called before the first row is written; nothing is written if it rejects. */
  readonly begin: () => Promise<void>;
  /** Called when the rows are removed, also after a failure, with the ids that are still there. */
  readonly removed: (left: readonly string[]) => Promise<void>;
};

/** Time for the removal of the rows, also after an interrupt. */
const REMOVAL_MS = 60_000;

/**
 * Asks a service which of the documented forms it has: import calls that write nothing, rows of its own, reading them back, and
 * their permanent removal. An interrupt, or a failure, removes them too.
 * @throws RunError `AUTH.REFUSED`, `SERVICE.*`, TransportError; the rows that it could not remove are then those of its token
 */
export async function probe(peer: Pick<TestedService, 'send'>, options: ProbeOptions): Promise<ProbeResult> {
  const { token, nowMs, signal, begin, removed } = options;
  const own = ownIds(token, nowMs);
  const asking: Asking = { send: peer.send, own, seen: new Seen(), signal };
  await askEmpty(asking);
  await begin();
  try {
    await writeCanaries(asking);
    await readService(asking);
    await readCanaries(asking);
  } catch (error) {
    // What is not removed now, the next probe removes.
    await removeLeft({ send: peer.send, signal: AbortSignal.timeout(REMOVAL_MS) }, token).then(
      removed,
      () => {},
    );
    throw error;
  }
  const removing: Asking = { ...asking, signal: AbortSignal.timeout(REMOVAL_MS) };
  await removeCanaries(removing);
  const left = await listLeft(removing, own);
  await removed(left);
  const { seen } = asking;
  return { answers: answersOf(probeQuestions, seen, own), importCalls: seen.importCalls, left };
}

/** Asks only what reading alone can show, of the rows that an app has. */
export async function probeByReading(
  peer: Pick<TestedService, 'send'>,
  signal: AbortSignal,
): Promise<readonly ProbeAnswer[]> {
  const own: OwnIds = ownIds('00000000', 0);
  const asking: Asking = { send: peer.send, own, seen: new Seen(), signal };
  await readService(asking);
  return answersOf(readQuestions, asking.seen, own);
}

/**
 * Removes what earlier probes have left, by their tokens.
 * @returns the ids that are still there
 */
export async function removeProbes(
  { send }: Pick<TestedService, 'send'>,
  tokens: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const token of tokens) left.push(...(await removeLeft({ send, signal }, token)));
  return left;
}

/** Ids of probes that are not ours: somebody else may be at work with them. */
export type ForeignProbes = {
  readonly ids: readonly string[];
  /** The tokens of those whose ids have exactly the form of a probe's, and so can be removed. */
  readonly tokens: readonly string[];
};

/** Ids in the app that begin like those of a probe, without those of the given tokens. */
export async function foreignProbes(
  { send }: Pick<TestedService, 'send'>,
  known: readonly string[],
  signal: AbortSignal,
): Promise<ForeignProbes> {
  const found = await probeIds({ send, signal });
  const ids = found.filter((id) => !known.includes(tokenOf(id) ?? ''));
  return { ids, tokens: [...new Set(ids.flatMap((id) => tokenOf(id) ?? []))] };
}
