import { auth } from '../service/transport/auth.ts';
import { connectionsFor } from '../service/transport/budget.ts';
import { deadline } from '../service/transport/deadline.ts';
import { http } from '../service/transport/http.ts';
import { limit, type RateHold } from '../service/transport/limit.ts';
import { createLimiter, SENDER } from '../service/transport/limiter.ts';
import { observe, type Tried } from '../service/transport/observe.ts';
import { type Retried, retry } from '../service/transport/retry.ts';
import { type Silent, silence } from '../service/transport/silence.ts';
import { stopOnRefusal } from '../service/transport/stop-on-refusal.ts';
import { compose, type Transport } from '../service/transport/transport.ts';
import type { System } from '../system/system.ts';
import type { Connection } from './connect.ts';

/** An attempt of a request begins; it ends with a `tried`. */
type Trying = { readonly type: 'trying' };

/** An event of the transport layers. */
export type TransportEvent = RateHold | Retried | Silent | Tried | Trying;

/**
 * Composes the layers for a target: auth → retry → stop on refusal → limit → deadline → observe → silence → http.
 * @param deadlineMs for one attempt, from its start to the last byte of the answer, at most
 */
export function openTransport(
  { baseUrl, caFile, apiKey, target }: Connection,
  deadlineMs: number,
  onEvent: (event: TransportEvent) => void,
  system: System,
): { transport: Transport } & AsyncDisposable {
  const { clock, random } = system;
  const budgets = { ...target.budgets, ...(target.perSender ? { [SENDER]: target.perSender } : {}) };
  const base = http({
    baseUrl,
    ...(caFile ? { caFile } : {}),
    ...{ deadlineMs, system },
    connections: connectionsFor(target.budgets),
  });
  const layers = [
    auth(apiKey),
    retry({ observe: onEvent, clock, random }),
    stopOnRefusal(),
    limit({ limiter: createLimiter(budgets, undefined, clock), observe: onEvent, clock, random }),
    deadline(deadlineMs, clock),
    observe(onEvent, clock, () => onEvent({ type: 'trying' })),
    silence(baseUrl, onEvent, clock),
  ];
  return {
    transport: compose(base.transport, ...layers),
    [Symbol.asyncDispose]: () => base[Symbol.asyncDispose](),
  };
}
