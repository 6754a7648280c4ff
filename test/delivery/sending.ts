import { afterAll, beforeAll, expect, vi } from 'vitest';
import { RefusalWatch } from '../../src/delivery/sending/refusal-watch.ts';
import type { BatchDeps } from '../../src/delivery/sending/send.ts';
import { send } from '../../src/delivery/sending/send.ts';
import type { Item } from '../../src/input/entities/entity.ts';
import type { Outcome } from '../../src/input/rows/outcome.ts';
import { WHOLE_ROWS } from '../../src/input/rows/owned-fields.ts';
import { importApi } from '../../src/service/targets/import-api.ts';
import { retry } from '../../src/service/transport/retry.ts';
import {
  type ApiRequest,
  type ApiResponse,
  compose,
  type Transport,
} from '../../src/service/transport/transport.ts';
import { realSystem } from '../../src/system/system.ts';
import { skippingClock } from '../support/skipping-clock.ts';

const budget = { requests: Number.POSITIVE_INFINITY, perMs: 60_000, concurrency: 4 };
const bulk = importApi({ budget });
const never = new AbortController().signal;

/** Rows of users, `u0` and up. */
export const users = (count: number): Item[] =>
  Array.from({ length: count }, (_, seq) => {
    const data = { uid: `u${seq}`, name: 'n' };
    return { key: `u${seq}`, data, json: JSON.stringify(data), seq, owned: WHOLE_ROWS };
  });

/** An answer; `text` is its body where that is no JSON. */
export const reply = (status: number, body?: unknown, text?: string): ApiResponse => ({
  status,
  headers: {},
  body,
  attempts: 1,
  ambiguous: false,
  ...(text === undefined ? {} : { text }),
});
/** The body of an error of the service. */
export const failed = (code: string, message = 'the message of the service') => ({
  error: { code, message },
});
/** The answer to a batch whose rows are all created. */
export const ok = (keys: readonly string[]) =>
  reply(200, { data: Object.fromEntries(keys.map((key) => [key, { success: true, data: {} }])) });
const keysOf = ({ body = '{}' }: ApiRequest): string[] =>
  Object.keys((JSON.parse(String(body)) as { users?: object }).users ?? {});

/** No row was sent before, and requests without an answer are over at once. */
export const NO_DOUBT: BatchDeps['doubt'] = {
  maybeSentBelow: 0,
  since: () => 1_700_000_000,
  uncertainSince: () => 1_700_000_000,
  pastSettledAt: 0,
  graceMs: 0,
};

type Sent = { readonly outcomes: Map<number, Outcome>; readonly writes: string[][]; readonly reads: number };

/**
 * Sends rows through a transport that ends in `service`, which answers the writes, and `alive`, which answers the reads.
 * @throws Error where a row is settled twice, and what `send` throws
 */
export async function sending(
  items: readonly Item[],
  service: (keys: string[], request: ApiRequest) => ApiResponse,
  deps: Partial<BatchDeps> = {},
  alive: () => ApiResponse = () => reply(200, { data: [] }),
): Promise<Sent> {
  const sent = { outcomes: new Map<number, Outcome>(), writes: [] as string[][], reads: 0 };
  const wire: Transport = async (request) => {
    if (request.method === 'GET') {
      sent.reads++;
      return alive();
    }
    const keys = keysOf(request);
    sent.writes.push(keys);
    return service(keys, request);
  };
  await send(
    { items, lanes: [0] },
    {
      route: bulk.routes.users,
      transport: compose(wire, retry({ observe: () => {}, random: { next: () => 0 } })),
      probe: bulk.probe,
      clock: skippingClock(),
      random: realSystem.random,
      isOwnGroup: () => false,
      doubt: NO_DOUBT,
      refusals: new RefusalWatch('users', false),
      hostOf: () => Promise.reject(new Error('these rows hang on no message')),
      window: {
        lose: () => expect.fail('these rows hang on no message'),
        settleCreated: () => expect.fail('these items are in no slab'),
        settle: (seq, outcome) => {
          if (sent.outcomes.has(seq)) throw new Error(`row ${seq} settled twice`);
          sent.outcomes.set(seq, outcome);
        },
      },
      ...deps,
    },
    never,
  );
  return sent;
}

/** The statuses of the rows in their order. */
export const statusesOf = ({ outcomes }: Sent): string[] =>
  [...outcomes].sort(([a], [b]) => a - b).map(([, { status }]) => status);

/** Removes the random waits between attempts from the tests of a file. */
export function withoutRandomWaits(): void {
  beforeAll(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });
}
