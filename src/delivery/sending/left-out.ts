import type { Data } from '../../input/entities/entity.ts';
import type { JudgeDeps } from '../../input/rows/judge.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import { FingerprintMap } from '../../keys/fingerprint-map.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Plan, type Step, stepsOf } from '../plan.ts';
import { eachJudgedAlone } from './judged-alone.ts';

/** The most messages whose keys are held, some 16 bytes each; what hangs on further ones is blocked. */
const KEYS_MAX = 10_000_000;
/** A key's fingerprint. */
const WORDS = 2;
const MUID: ReadonlySet<string> = new Set(['muid']);

/** The outcome of a row that hangs on a message which a rule leaves out; undefined for other rows. */
export type LeftOut = (row: {
  readonly data?: Data;
  readonly outcome?: Outcome;
  /** The message that a rejected row hangs on. */
  readonly hostMuid?: string | undefined;
}) => Promise<Outcome | undefined>;

/** The outcome of a row whose message a rule leaves out. */
export const LEFT_OUT: Outcome = { status: 'skipped', rule: 'messageLeftOut' };

/** Facts that are known of messages without reading them. */
type KnownMessages = {
  readonly ledger: Pick<Ledger, 'find'>;
  /** True if a run removes a message at its end. */
  readonly isRemoved: ((muid: string) => boolean) | undefined;
};

/**
 * Finds the rows of a step that hang on messages which a rule of the pipeline leaves out, so that they are left out, too: they
 * are no mistakes. Undefined for other steps. The messages are read when the first row has none.
 */
export function leftOutWithMessage(
  { entity }: Step,
  plan: Plan,
  keys: JudgeDeps['keys'],
  { ledger, isRemoved }: KnownMessages,
  signal: AbortSignal,
): LeftOut | undefined {
  if (entity.goesWith !== 'message') return undefined;
  const messages = stepsOf(plan, 'messages');
  let read: Promise<(muid: string) => boolean> | undefined;
  return async ({ data, outcome, hostMuid }) => {
    const muid = data ? data['muid'] : (hostMuid ?? lackedBy(outcome));
    const isNamed = data !== undefined || hostMuid !== undefined;
    if (isNamed && isRemoved?.(muid as string)) return LEFT_OUT;
    if (typeof muid !== 'string' || (isNamed && ledger.find('messages', muid))) return undefined;
    read ??= keysLeftOut(messages, plan, keys, signal);
    return (await read)(muid) ? LEFT_OUT : undefined;
  };
}

/** The message that a blocked row lacks. */
function lackedBy(outcome: Outcome | undefined): unknown {
  const [problem] = outcome?.status === 'blocked' ? outcome.problems : [];
  return problem?.code === 'REFERENCE.MESSAGE' ? problem.value : undefined;
}

async function keysLeftOut(
  messages: readonly Step[],
  plan: Plan,
  keys: JudgeDeps['keys'],
  signal: AbortSignal,
): Promise<(muid: string) => boolean> {
  const found = new FingerprintMap(WORDS);
  const has = (muid: string): boolean => {
    const { lo, hi } = fingerprint64(muid);
    return found.find(lo, hi);
  };
  const readers = new Map(
    messages.flatMap(({ mappings }) => mappings.map((mapping) => [mapping, mapping.some(MUID)] as const)),
  );
  await eachJudgedAlone(messages, plan, keys, signal, (judged, { file, values }, { mappings }) => {
    if (judged.data || judged.outcome.status !== 'skipped') return;
    const muid = judged.key ?? readers.get(mappings[file] as Mapping)?.(values)['muid'];
    if (typeof muid !== 'string' || has(muid) || found.size >= KEYS_MAX) return;
    const { lo, hi } = fingerprint64(muid);
    found.add(lo, hi);
  });
  return has;
}
