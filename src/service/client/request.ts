import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import type { Base, Method, Query, RateClass } from '../api/endpoint.ts';
import { isRecord } from '../transport/transport.ts';
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

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const BASES: readonly Base[] = ['chat', 'calls', 'management'];
const RATE_CLASSES: readonly RateClass[] = ['core', 'standard', 'import'];

/**
 * Makes any call of the service, with the keys, limits, repetition and errors of every other. Where a call is none,
 * which plain JavaScript lets through, it rejects with `REQUEST.INVALID` and nothing is sent.
 */
export const anyRequest =
  (caller: Caller) =>
  async (call: AnyCall, options: CallOptions = {}): Promise<Answer<unknown>> => {
    if (!isRecord(call)) throw invalid('a call is an object with method and path');
    const { method, path, params = {}, query, body, base = 'chat', rateClass = 'standard' } = call;
    oneOf('method', METHODS, method);
    oneOf('base', BASES, base);
    oneOf('rateClass', RATE_CLASSES, rateClass);
    if (typeof path !== 'string') throw invalid('path is a text such as /users/{uid}');
    if (query !== undefined && !isRecord(query)) throw invalid('query is an object of names and values');
    const repeatable = call.repeatable ?? method === 'GET';
    const endpoint = { method, path, base, rateClass, repeatable, onBehalfOf: 'optional' as const };
    return caller.answer(endpoint, z.unknown(), { params, query, body }, options);
  };

/** The value is not quoted: what was meant is plain from the name, and it may be anything. */
function oneOf(name: string, known: readonly string[], value: string): void {
  if (!known.includes(value)) throw invalid(`${name} is one of ${known.join(', ')}`);
}

const invalid = (message: string): ServiceError => new ServiceError('REQUEST.INVALID', message);
