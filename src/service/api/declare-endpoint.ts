import type { Base, Endpoint, Method, OnBehalfOf, RateClass } from './endpoint.ts';

type EndpointFacts = {
  readonly rateClass?: RateClass;
  readonly base?: Base;
  readonly repeatable?: boolean;
  readonly bare?: true;
  readonly replacements?: readonly string[];
};

const call =
  (method: Method) =>
  <Path extends string, Behalf extends OnBehalfOf>(
    path: Path,
    onBehalfOf: Behalf,
    facts: EndpointFacts = {},
  ): Endpoint<Path, Behalf> => ({
    method,
    path,
    onBehalfOf,
    base: 'chat',
    rateClass: 'standard',
    repeatable: true,
    ...facts,
  });

/** Declare a call by its method, path, and whether it acts for a user. */
export const get = call('GET');
export const post = call('POST');
export const put = call('PUT');
export const patch = call('PATCH');
export const del = call('DELETE');
