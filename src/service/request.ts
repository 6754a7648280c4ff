import { z } from 'zod';
import type { Base, Method, Query, RateClass } from '../endpoint.ts';
import type { Answer } from './answer.ts';
import type { Caller, CallOptions } from './caller.ts';

/** A call that has no method of its own in the client. */
export type AnyCall = {
  readonly method: Method;
  /** Below the base address; ids in braces are taken from `params`, checked and encoded: `/users/{uid}/notes`. */
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** `chat` where absent. */
  readonly base?: Base;
  /** `standard` where absent. */
  readonly rateClass?: RateClass;
  /** Whether it does no harm to make it twice; a GET alone where absent. */
  readonly repeatable?: boolean;
};

/** Makes any call of the service, with the keys, limits, repetition and errors of every other. */
export const anyRequest =
  (caller: Caller) =>
  (call: AnyCall, options: CallOptions = {}): Promise<Answer<unknown>> => {
    const { method, path, params = {}, query, body, base = 'chat', rateClass = 'standard' } = call;
    const repeatable = call.repeatable ?? method === 'GET';
    const endpoint = { method, path, base, rateClass, repeatable, onBehalfOf: 'optional' as const };
    return caller.answer(endpoint, z.unknown(), { params, query, body }, options);
  };
