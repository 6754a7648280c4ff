import { deadline } from '../../../src/service/transport/deadline.ts';
import { createLimiter } from '../../../src/service/transport/limiter.ts';
import { rateLimit } from '../../../src/service/transport/rate-limit.ts';
import { retry } from '../../../src/service/transport/retry.ts';
import {
  type ApiRequest,
  type ApiResponse,
  compose,
  type RateHold,
  type Transport,
  TransportError,
} from '../../../src/service/transport/transport.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

/** An answer of a simulated service: undefined is one that is lost. */
export type Answer =
  | { readonly status: number; readonly headers?: Record<string, string | string[]>; readonly body?: unknown }
  | undefined;

export type Sent = { readonly at: number; readonly request: ApiRequest; readonly status: number | undefined };

export type Simulation = {
  readonly clock: VirtualClock;
  readonly sent: Sent[];
  readonly held: RateHold[];
  readonly transport: Transport;
};

export const OK: Answer = { status: 200 };
/** From sending to the answer. */
export const ROUND_TRIP_MS = 100;
const DEADLINE_MS = 120_000;

/** The layers of a run, from repeating to the deadline, over a service that answers as it is told. */
export function simulation(
  answer: (request: ApiRequest, at: number, clock: VirtualClock) => Answer,
  { perMinute = 60, perSender = Number.POSITIVE_INFINITY, concurrency = 4 } = {},
): Simulation {
  const clock = new VirtualClock();
  const sent: Sent[] = [];
  const held: RateHold[] = [];
  const wire: Transport = async (request) => {
    const at = clock.elapsed();
    const said = answer(request, at, clock);
    sent.push({ at, request, status: said?.status });
    await clock.sleep(said ? ROUND_TRIP_MS : (request.deadlineMs ?? DEADLINE_MS));
    if (!said) throw new TransportError('no answer', { maybeSent: true });
    const { status, headers = {}, body = { data: {} } } = said;
    const response: ApiResponse = { status, headers, body, attempts: 1, ambiguous: false };
    return response;
  };
  const rate = { perMs: 60_000, concurrency };
  const budgets = { import: { requests: perMinute, ...rate }, sender: { requests: perSender, ...rate } };
  const random = { next: () => 0.5 };
  const transport = compose(
    wire,
    retry({ observe: () => {}, clock, random }),
    rateLimit({
      limiter: createLimiter(budgets, undefined, clock),
      observe: (event) => held.push(event),
      clock,
      random,
    }),
    deadline(DEADLINE_MS, clock),
  );
  return { clock, sent, held, transport };
}

export const write: ApiRequest = {
  method: 'POST',
  path: '/data_import/messages',
  rateClass: 'import',
  repeatable: true,
  divisible: true,
};

/** Lets workers send for so many virtual minutes; returns the first error of a request. */
export async function sendFor(
  { clock, transport }: Simulation,
  minutes: number,
  { workers = 8, request = (): ApiRequest => ({ ...write }) } = {},
): Promise<Error | undefined> {
  const end = new AbortController();
  clock.after(minutes * 60_000, () => end.abort());
  let failure: Error | undefined;
  const worker = async (): Promise<void> => {
    while (!end.signal.aborted)
      await transport(request(), end.signal).catch((error: Error) => {
        if (!end.signal.aborted) failure ??= error;
        end.abort();
      });
  };
  await clock.run(async () => void (await Promise.all(Array.from({ length: workers }, worker))));
  return failure;
}

/** The most requests in any minute. */
export function mostInAMinute(sent: readonly Sent[]): number {
  let from = 0;
  return sent.reduce((most, { at }, index) => {
    while ((sent[from] as Sent).at <= at - 60_000) from++;
    return Math.max(most, index - from + 1);
  }, 0);
}
