import { RunError } from '../../errors/run-error.ts';
import { openAsk } from '../../origin/ask/open-ask.ts';
import { type OpenOrigin, type Origin, OriginError } from '../../origin/origin.ts';
import { origins } from '../../origin/origins.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { PullSpec } from '../../pipeline/pull/pull-spec.ts';
import type { Runtime } from '../../terminal/context.ts';
import { amount, duration, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { folded, nextStepLines } from '../../terminal/width.ts';

type Counts = Awaited<ReturnType<OpenOrigin['counts']>>;

/** The result of `chatferry plan` as long as nothing complete was read from the API of the old system. */
export type PullEstimate = {
  readonly version: 1;
  readonly command: 'plan';
  readonly pipeline: string;
  readonly madeAt: string;
  readonly pull: {
    readonly system: string;
    /** The address of the API. */
    readonly source: string;
    /** What the account tells; a number that is absent is not known. */
    readonly counts: Counts;
    /** The fewest requests that reading all takes; without the messages, if nobody knows how many there are. */
    readonly requests: number;
    /** The fewest minutes that these take. */
    readonly minutes: number;
    /** Requests a minute that are kept to, of the endpoints that give messages. */
    readonly requestsPerMinute: number;
    /** The most messages that these give. */
    readonly messagesPerMinute?: number;
    /** How a later pull reads, in milliseconds; absent unless the pipeline is a sync. */
    readonly again?: PullSpec['again'];
    /** Sentences about what a later pull cannot see. */
    readonly unseen: readonly string[];
    /** Sentences about what the API does not give. */
    readonly lacks: readonly string[];
  };
  readonly next: string;
};

/** Requests of a list when nobody has said how many records one of them gives. */
const USUAL = { rows: 100, family: '' };

/**
 * Asks the old system with a few requests how much there is, and says what reading all of it takes.
 * @throws RunError `PULL.*`, `AUTH.KEY_MISSING`
 */
export async function estimatePull(
  { name, sync }: Pick<Pipeline, 'name' | 'sync'>,
  spec: PullSpec,
  next: string,
  { system, env, signal, allowCode, hideVariables, pipelineText }: Runtime,
): Promise<PullEstimate> {
  const madeAt = new Date(system.clock.now()).toISOString();
  const origin = await originOf(spec.system);
  const account = await spec.account({ env, allowCode, hideVariables, pipelineText });
  await using asking = openAsk(origin, account, system);
  const open = origin.open(account, asking.ask, system);
  try {
    const counts = await open.counts(signal);
    const cost = pullCost(counts, origin, asking.allowedPerMinute);
    const { unseen, lacks = [] } = origin;
    const { system: old, shown: source, again } = spec;
    const pull = { system: old, source, counts, ...cost, ...(sync ? { again } : {}), unseen, lacks };
    return { version: 1, command: 'plan', pipeline: name, madeAt, pull, next };
  } catch (error) {
    if (!(error instanceof OriginError)) throw error;
    throw new RunError(error.fault === 'forbidden' ? 'PULL.FORBIDDEN' : 'PULL.FORM', error.message, {
      cause: error,
    });
  } finally {
    await open[Symbol.asyncDispose]?.();
  }
}

/** What reading all of an account takes at least. */
export function pullCost(
  counts: Counts,
  { pages = {}, perMinute }: Pick<Origin, 'pages' | 'perMinute'>,
  allowedPerMinute: (family: string) => number,
): Pick<PullEstimate['pull'], 'requests' | 'minutes' | 'requestsPerMinute' | 'messagesPerMinute'> {
  const { users = 0, conversations = 0, messages = 0 } = counts;
  const usual = Object.keys(perMinute)[0] ?? '';
  const families = new Map<string, number>();
  const add = (list: keyof NonNullable<typeof pages>, requests: (rows: number) => number): void => {
    const { rows, family } = pages[list] ?? { ...USUAL, family: usual };
    families.set(family, (families.get(family) ?? 0) + requests(rows));
  };
  add('users', (rows) => Math.max(1, Math.ceil(users / rows)));
  add('conversations', (rows) => Math.max(1, Math.ceil(conversations / rows)));
  if (pages.members) add('members', () => conversations);
  // Each conversation is asked for its messages, and many have more than one answer holds.
  add('messages', (rows) => Math.max(conversations, Math.ceil(messages / rows)));
  const page = pages.messages ?? { ...USUAL, family: usual };
  const requestsPerMinute = allowedPerMinute(page.family);
  return {
    requests: Array.from(families.values()).reduce((sum, each) => sum + each, 0),
    // Endpoints have limits of their own, so the slowest ones decide.
    minutes: Math.max(...Array.from(families, ([family, requests]) => requests / allowedPerMinute(family))),
    requestsPerMinute,
    ...(counts.messages === undefined ? { messagesPerMinute: requestsPerMinute * page.rows } : {}),
  };
}

/** An estimate as text. */
export function pullEstimateText(
  { pull, next }: PullEstimate,
  { style, columns }: { readonly style: Style; readonly columns: number | undefined },
): string {
  const { source, counts, requests, minutes, requestsPerMinute, messagesPerMinute, again, unseen, lacks } =
    pull;
  const { users, conversations, messages } = counts;
  const told = (count: number | undefined): string =>
    count === undefined ? 'not known before it is read' : grouped(count);
  const unknown =
    messagesPerMinute === undefined
      ? ''
      : `unknown, at most ${grouped(messagesPerMinute)} a minute at this pace`;
  const warn = style.yellow('!');
  const lines = [
    `  nothing of ${style.bold(printable(source))} was read yet, so this is an estimate`,
    `  users         ${told(users)}`,
    `  conversations ${told(conversations)}`,
    `  messages      ${messages === undefined ? unknown : grouped(messages)}`,
    `  needs         at least ${amount(requests, 'request')} · at least ${duration(minutes * 60_000)} at ${amount(requestsPerMinute, 'request')} a minute`,
    ...(again ? [`  each night    ${againText(again)}`] : []),
    ...(again ? unseen.map((sentence) => `  ${warn} not seen by a nightly run: ${printable(sentence)}`) : []),
    ...lacks.map((sentence) => `  ${warn} not carried: ${printable(sentence)}`),
  ];
  const shown = lines.flatMap((line) => folded(line, columns, '                '));
  return [...shown, ...nextStepLines(next, style, columns), ''].join('\n');
}

/** How a later pull reads: what changed, and from when on. */
const againText = ({ overlapMs, recheckMs, fullMs }: PullSpec['again']): string =>
  `messages since the last night and ${span(overlapMs)} before, the last ${span(recheckMs)} of conversations with new ones, everything after ${span(fullMs)}`;

const DAY_MS = 86_400_000;

const span = (ms: number): string =>
  ms >= DAY_MS && ms % DAY_MS === 0 ? amount(ms / DAY_MS, 'day') : duration(ms);
