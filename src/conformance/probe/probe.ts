import type { TestedService } from '../check.ts';
import { type Asking, askEmpty, readCanaries, readService, writeCanaries } from './ask-service.ts';
import { type OwnIds, ownIds, tokenOf } from './own-ids.ts';
import { answersOf, type ProbeAnswer, probeQuestions, readQuestions } from './questions.ts';
import { listLeft, probeIds, removeCanaries, removeLeft } from './remove-canaries.ts';
import { Seen } from './seen.ts';

/** What a probe has found out. */
export type ProbeResult = {
  readonly answers: readonly ProbeAnswer[];
  readonly importCalls: number;
  /** Ids of its rows that could not be removed. */
  readonly left: readonly string[];
};

/** How a probe is done. */
export type ProbeOptions = {
  /** Eight hexadecimal digits, a part of every id; known to nobody before. */
  readonly token: string;
  /** The present time, epoch milliseconds. */
  readonly nowMs: number;
  readonly signal: AbortSignal;
  /** Called before the first row is written; nothing is written if it rejects. */
  readonly begin: () => Promise<void>;
};

/** Time for the removal of the rows, also after an interrupt. */
const REMOVAL_MS = 60_000;

/**
 * Asks a service which of the documented forms it has: import calls that write nothing, rows of its own, reading them back, and
 * their permanent removal. An interrupt, or a failure, removes them too.
 * @throws RunError `AUTH.REFUSED`, `SERVICE.*`, TransportError; the rows that it could not remove are then those of its token
 */
export async function probe(peer: Pick<TestedService, 'send'>, options: ProbeOptions): Promise<ProbeResult> {
  const { token, nowMs, signal, begin } = options;
  const own = ownIds(token, nowMs);
  const asking: Asking = { send: peer.send, own, seen: new Seen(), signal };
  await askEmpty(asking);
  await begin();
  try {
    await writeCanaries(asking);
    await readService(asking);
    await readCanaries(asking);
  } catch (error) {
    await removeLeft({ send: peer.send, signal: AbortSignal.timeout(REMOVAL_MS) }, token).catch(() => {});
    throw error;
  }
  const removing: Asking = { ...asking, signal: AbortSignal.timeout(REMOVAL_MS) };
  await removeCanaries(removing);
  return result(asking, await listLeft(removing, own));
}

const result = ({ seen, own }: Asking, left: readonly string[]): ProbeResult => ({
  answers: answersOf(probeQuestions, seen, own),
  importCalls: seen.importCalls,
  left,
});

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

/** Ids in the app that begin like those of a probe, without those of the given tokens: somebody else may use them. */
export async function foreignIds(
  { send }: Pick<TestedService, 'send'>,
  tokens: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids = await probeIds({ send, signal });
  return ids.filter((id) => !tokens.includes(tokenOf(id) ?? ''));
}
