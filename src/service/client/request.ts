import { ServiceError } from '../../errors/service-error.ts';
import type { Base, Method, Query, RateClass } from '../api/endpoint.ts';
import { isRecord } from '../transport/transport.ts';
import type { Answer } from './answer.ts';
import { type ApiPromise, prepared } from './api-promise.ts';
import type { Caller, CallOptions } from './caller.ts';
import { unknownValue } from './field.ts';
import { unknownOption } from './given-options.ts';

/** A call for which the client has no method. */
export type AnyCall = {
  readonly method: Method;
  /**
   * Path below the base address: `/users/{uid}/notes`. Ids in braces come from `params`; they are checked and encoded.
   */
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  /** The body, sent as JSON. */
  readonly body?: unknown;
  /** @default 'chat' */
  readonly base?: Base;
  /** @default 'standard' */
  readonly rateClass?: RateClass;
  /**
   * True if the call can be repeated without harm.
   * @default true for GET only
   */
  readonly repeatable?: boolean;
};

const MEMBERS: readonly (keyof AnyCall)[] = [
  'method',
  'path',
  'params',
  'query',
  'body',
  'base',
  'rateClass',
  'repeatable',
];
const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const BASES: readonly Base[] = ['chat', 'calls', 'management'];
const RATE_CLASSES: readonly RateClass[] = ['core', 'standard', 'import'];

/**
 * Makes any call of the service, with the same keys, limits, retries and errors as every other call. If the call is
 * invalid, it rejects with `REQUEST.INVALID` and nothing is sent.
 */
export const anyRequest =
  (caller: Caller) =>
  (call: AnyCall, options: CallOptions = {}): ApiPromise<Answer<unknown>> =>
    prepared(() => {
      if (!isRecord(call)) throw invalid('a call must be an object with method and path');
      const problem = unknownOption(call, MEMBERS);
      if (problem !== undefined) throw invalid(problem);
      const { method, path, params = {}, query, body, base = 'chat', rateClass = 'standard' } = call;
      oneOf('method', METHODS, method);
      oneOf('base', BASES, base);
      oneOf('rateClass', RATE_CLASSES, rateClass);
      if (typeof path !== 'string') throw invalid('path must be a text such as /users/{uid}');
      if (query !== undefined && !isRecord(query))
        throw invalid('query must be an object of names and values');
      const repeatable = call.repeatable ?? method === 'GET';
      const endpoint = { method, path, base, rateClass, repeatable, onBehalfOf: 'optional' as const };
      const input = body === undefined ? { params, query } : { params, query, body };
      return caller.answer(endpoint, unknownValue, input, options);
    });

/** The message does not quote the value: it may be anything, and the name shows what is meant. */
function oneOf(name: string, known: readonly string[], value: string): void {
  if (!known.includes(value)) throw invalid(`${name} must be one of ${known.join(', ')}`);
}

const invalid = (message: string): ServiceError => new ServiceError('REQUEST.INVALID', message);
