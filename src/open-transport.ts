import type { Connection } from './connect.ts';
import { createLimiter } from './limiter.ts';
import { auth } from './transport/auth.ts';
import { http } from './transport/http.ts';
import { type Held, limit } from './transport/limit.ts';
import { observe, type Tried } from './transport/observe.ts';
import { type Retried, retry } from './transport/retry.ts';
import { stopOnRefusal } from './transport/stop-on-refusal.ts';
import { compose, type Transport } from './transport.ts';

export type TransportEvent = Held | Retried | Tried;

/**
 * Stacks the layers for a target: auth → retry → stop on refusal → limit → observe → http.
 * @param deadlineMs for one try, from its start to the last byte of the answer
 */
export function openTransport(
  { baseUrl, caFile, apiKey, target }: Connection,
  deadlineMs: number,
  tell: (event: TransportEvent) => void,
): { transport: Transport } & AsyncDisposable {
  const budgets = Object.values(target.budgets);
  const wire = http({
    baseUrl,
    ...(caFile ? { caFile } : {}),
    deadlineMs,
    connections: Math.max(...budgets.map(({ concurrency }) => concurrency)),
  });
  const layers = [
    auth(apiKey),
    retry({ observe: tell }),
    stopOnRefusal(),
    limit({ limiter: createLimiter(target.budgets), observe: tell }),
    observe(tell),
  ];
  return {
    transport: compose(wire.transport, ...layers),
    [Symbol.asyncDispose]: () => wire[Symbol.asyncDispose](),
  };
}
