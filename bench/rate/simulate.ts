import {
  type ApiRequest,
  type ApiResponse,
  type Transport,
  TransportError,
} from '../../src/service/transport/transport.ts';
import { type Random, seeded } from '../../test/support/random.ts';
import { VirtualClock } from '../../test/support/virtual-clock.ts';
import { type Faults, type ServerKind, SimulatedServer } from './simulated-server.ts';

/** What every program sends: one batch of messages. */
export const REQUEST: ApiRequest = {
  method: 'POST',
  path: '/data_import/messages',
  rateClass: 'import',
  repeatable: true,
  divisible: true,
};

/** What a program is given: time, chance and a way to send. It sends until the signal aborts. */
export type World = {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly send: Transport;
  readonly signal: AbortSignal;
};

export type Program = (world: World) => Promise<void>;

export type Outcome = {
  /** Accepted requests of the second half / allowed ones; an accepted request whose answer is lost counts. */
  readonly use: number;
  /** The same for all requests that arrived, whatever the answer. */
  readonly arrived: number;
  /** Requests refused because of the limit / all requests, over the whole time. */
  readonly refused: number;
};

/** Time from sending to the answer: from a quarter more or less than this. */
const ROUND_TRIP_MS = 120;
/** Time for one attempt, if the request sets none. */
const DEADLINE_MS = 120_000;

/** Lets a program send as much as it likes for some minutes of virtual time. */
export async function simulate(
  program: Program,
  kind: ServerKind,
  minutes: number,
  { seed = 1, faults }: { readonly seed?: number; readonly faults?: Faults } = {},
): Promise<Outcome> {
  const random = seeded(seed);
  const clock = new VirtualClock();
  const server = new SimulatedServer(kind, minutes, seeded(seed + 1_000), faults);
  const end = new AbortController();
  clock.after(minutes * 60_000, () => end.abort());
  const send = wire(server, kind, clock, random);
  await clock.run(() =>
    program({ clock, random, send, signal: end.signal }).catch(unlessStopped(end.signal)),
  );
  const allowed = (server.perMinuteAt(minutes * 60_000) * minutes) / 2;
  return {
    use: server.acceptedInSecondHalf / allowed,
    arrived: server.receivedInSecondHalf / allowed,
    refused: server.refused / server.received,
  };
}

/** Lets a program send what it has to the end; minutes of virtual time, and the share of refused requests. */
export async function complete(
  program: Program,
  kind: ServerKind,
  { seed = 1, faults }: { readonly seed?: number; readonly faults?: Faults } = {},
): Promise<{ readonly minutes: number; readonly refused: number }> {
  const random = seeded(seed);
  const clock = new VirtualClock();
  const server = new SimulatedServer(kind, Number.POSITIVE_INFINITY, seeded(seed + 1_000), faults);
  const send = wire(server, kind, clock, random);
  await clock.run(() => program({ clock, random, send, signal: new AbortController().signal }));
  return { minutes: clock.elapsed() / 60_000, refused: server.refused / server.received };
}

/** A connection to the server: time passes in both directions, and an answer that is lost is waited for in vain. */
function wire(
  server: SimulatedServer,
  { retryAfter }: ServerKind,
  clock: VirtualClock,
  random: Random,
): Transport {
  return async (request) => {
    const tripMs = ROUND_TRIP_MS * (0.75 + random() / 2);
    const { deadlineMs = DEADLINE_MS } = request as { deadlineMs?: number };
    await clock.sleep(tripMs / 2);
    const answer = server.answer(clock.elapsed());
    await clock.sleep(answer.status === 'lost' ? deadlineMs - tripMs / 2 : tripMs / 2);
    if (answer.status === 'lost') throw new TransportError('no answer', { maybeSent: true });
    const headers: ApiResponse['headers'] =
      answer.status === 429 && retryAfter
        ? { 'retry-after': String(Math.ceil(answer.retryAfterMs / 1_000)) }
        : {};
    return { status: answer.status, headers, body: { data: {} }, attempts: 1, ambiguous: false };
  };
}

const unlessStopped =
  (signal: AbortSignal) =>
  (error: unknown): void => {
    if (!signal.aborted) throw error;
  };
