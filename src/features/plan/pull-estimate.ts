import { RunError } from '../../errors/run-error.ts';
import { openAsk } from '../../origin/ask/open-ask.ts';
import { type OpenOrigin, type Origin, OriginError } from '../../origin/origin.ts';
import { originOf } from '../../origin/origins.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { isPulled } from '../../pipeline/state-place.ts';
import { statePaths } from '../../state/state.ts';
import type { Runtime } from '../../terminal/context.ts';
import { amount, duration, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { folded, nextStepLines } from '../../terminal/width.ts';
import { liveWarnings } from './live-warnings.ts';

type PullSpec = NonNullable<Pipeline['pull']>;
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
    /** True if a part of it was read, and a run continues there. */
    readonly isBegun: boolean;
    /** A sentence about the account. */
    readonly account: string;
    /** The numbers that it tells; one that is absent is not known. */
    readonly counts: Counts;
    /** The fewest requests that reading all takes; absent if the numbers of users and conversations are not known. */
    readonly requests?: number;
    /** The fewest minutes that these take. */
    readonly minutes?: number;
    /** Requests a minute that are kept to, of the endpoints that give messages. */
    readonly requestsPerMinute: number;
    /** The most messages that these give. */
    readonly messagesPerMinute?: number;
    /** True if its lists tell what changed: then nothing is read again on suspicion. */
    readonly tellsChanges: boolean;
    /** Spans that a later pull reads, in milliseconds; absent unless the pipeline is a sync. */
    readonly again?: PullSpec['again'];
    /** Sentences about what a later pull cannot see. */
    readonly unseen: readonly string[];
    /** Sentences about what the API does not give. */
    readonly lacks: readonly string[];
  };
  /** Sentences about keeping both systems alike; absent unless the pipeline says `live`. */
  readonly warnings?: readonly string[];
  readonly next: string;
};

/**
 * Asks the old system with a few requests how much there is, and says what reading all of it takes.
 * @throws RunError `PULL.*`, `AUTH.KEY_MISSING`
 */
export async function estimatePull(
  pipeline: Pick<Pipeline, 'name' | 'sync' | 'stateFolder' | 'live' | 'pull' | 'sources'>,
  spec: PullSpec,
  next: string,
  { system, env, signal, allowCode, hideVariables, pipelineText }: Runtime,
): Promise<PullEstimate> {
  const { name, sync, stateFolder } = pipeline;
  const warnings = liveWarnings(pipeline);
  const madeAt = new Date(system.clock.now()).toISOString();
  const prepared: readonly string[] = await system.files
    .readdir(statePaths(stateFolder).prepared)
    .catch(() => []);
  const origin = originOf(spec.system);
  const keys = await spec.account({ env, allowCode, hideVariables, pipelineText });
  await using asking = openAsk(origin, keys, system);
  const open = origin.open(keys, asking.ask, system);
  try {
    const account = await open.check(signal);
    const counts = await open.counts(signal);
    const cost = pullCost(counts, origin, asking.allowedPerMinute);
    const { tellsChanges, unseen, lacks = [] } = origin;
    const { system: old, shown: source, again } = spec;
    const pull = {
      system: old,
      source,
      isBegun: prepared.some(isPulled),
      account,
      counts,
      ...cost,
      tellsChanges,
      ...(sync ? { again } : {}),
      unseen,
      lacks,
    };
    const told = warnings.length > 0 ? { warnings } : {};
    return { version: 1, command: 'plan', pipeline: name, madeAt, pull, ...told, next };
  } catch (error) {
    if (!(error instanceof OriginError)) throw error;
    throw new RunError(error.fault === 'forbidden' ? 'PULL.FORBIDDEN' : 'PULL.FORM', error.message, {
      cause: error,
    });
  } finally {
    await open[Symbol.asyncDispose]?.();
  }
}

type PageOfList = NonNullable<NonNullable<Origin['pages']>['users']>;

/** Of a list that nobody has said more of: rows of a request. */
const USUAL_ROWS = 100;

/** The least that reading all of an account takes. */
export function pullCost(
  { users, conversations, messages }: Counts,
  { pages = {}, perMinute }: Pick<Origin, 'pages' | 'perMinute'>,
  allowedPerMinute: (family: string) => number,
): Pick<PullEstimate['pull'], 'requests' | 'minutes' | 'requestsPerMinute' | 'messagesPerMinute'> {
  const usual: PageOfList = { rows: USUAL_ROWS, family: Object.keys(perMinute)[0] ?? '' };
  const page = pages.messages ?? usual;
  const requestsPerMinute = allowedPerMinute(page.family);
  const messagesPerMinute =
    messages === undefined ? { messagesPerMinute: requestsPerMinute * page.rows } : {};
  const pace = { requestsPerMinute, ...messagesPerMinute };
  if (users === undefined || conversations === undefined) return pace;
  const families = new Map<string, number>();
  const add = ({ family }: PageOfList, requests: number): void =>
    void families.set(family, (families.get(family) ?? 0) + Math.max(1, Math.ceil(requests)));
  const [ofUsers, ofConversations] = [pages.users ?? usual, pages.conversations ?? usual];
  const listed = (count: number, { rows, more = 0 }: PageOfList): number => count / rows + count * more;
  add(ofUsers, listed(users, ofUsers));
  add(ofConversations, listed(conversations, ofConversations));
  if (pages.members) add(pages.members, conversations);
  // Each conversation may be asked for its messages, and many have more than one answer holds.
  const lists = page.isOfAccount === true ? 1 : conversations;
  add(page, Math.max(lists, (messages ?? 0) / page.rows));
  return {
    requests: Array.from(families.values()).reduce((sum, each) => sum + each, 0),
    // Endpoints have limits of their own, so the slowest ones decide.
    minutes: Math.max(...Array.from(families, ([family, requests]) => requests / allowedPerMinute(family))),
    ...pace,
  };
}

/** An estimate as text. */
export function pullEstimateText(
  { pull, warnings = [], next }: PullEstimate,
  { style, columns }: { readonly style: Style; readonly columns: number | undefined },
): string {
  const { source, isBegun, account, counts, requests, minutes, again, unseen, lacks } = pull;
  const pace = `${amount(pull.requestsPerMinute, 'request')} a minute`;
  const atMost =
    pull.messagesPerMinute === undefined
      ? ''
      : `, at most ${grouped(pull.messagesPerMinute)} messages a minute`;
  const told = (count: number | undefined): string =>
    count === undefined ? 'not known before they are read' : grouped(count);
  const warn = style.yellow('!');
  const lines = [
    isBegun
      ? `  ${style.bold(printable(source))} was read in part, and a run continues there; this estimates all of it`
      : `  nothing of ${style.bold(printable(source))} was read yet, so this is an estimate`,
    `  account       ${printable(account)}`,
    `  users         ${told(counts.users)}`,
    `  conversations ${told(counts.conversations)}`,
    `  messages      ${told(counts.messages)}`,
    requests === undefined || minutes === undefined
      ? `  reading       ${pace}${atMost}; nobody knows before how long it takes`
      : `  reading       at least ${amount(requests, 'request')} · at least ${duration(minutes * 60_000)} at ${pace}${atMost}`,
    ...(again ? [`  each night    ${againText(again, pull.tellsChanges)}`] : []),
    ...(again ? unseen.map((sentence) => `  ${warn} not seen by a nightly run: ${printable(sentence)}`) : []),
    ...lacks.map((sentence) => `  ${warn} not carried: ${printable(sentence)}`),
    ...warnings.map((sentence) => `  ${warn} ${printable(sentence)}`),
  ];
  const shown = lines.flatMap((line) => folded(line, columns, '                '));
  return [...shown, ...nextStepLines(next, style, columns), ''].join('\n');
}

/** Words for what a later pull reads. */
function againText({ overlapMs, recheckMs, fullMs }: PullSpec['again'], tellsChanges: boolean): string {
  const anew = tellsChanges ? '' : `; the last ${span(recheckMs)} again`;
  return `what changed since the night before, from ${span(overlapMs)} earlier on${anew}; everything every ${span(fullMs)}`;
}

const DAY_MS = 86_400_000;

const span = (ms: number): string =>
  ms >= DAY_MS && ms % DAY_MS === 0 ? amount(ms / DAY_MS, 'day') : duration(ms);
