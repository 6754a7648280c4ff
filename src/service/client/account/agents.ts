import { z } from 'zod';
import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, CallOptions } from '../caller.ts';
import { epoch, maybe } from '../field.ts';

const shape = z.looseObject({
  /** A UUID that the service gives. */
  uid: z.string(),
  name: maybe(z.string()),
  description: maybe(z.string()),
  instructions: maybe(z.string()),
  url: maybe(z.string()),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
});

/** An AI agent. Unknown properties are kept. */
export type Agent = Readonly<z.output<typeof shape>>;

export type BuiltAgent = {
  /** At most 100 characters. */
  readonly name: string;
  /** At most 32,000 characters. */
  readonly instructions: string;
  readonly description?: string;
  /** Further fields, such as tools; the service checks that all of them exist. */
  readonly [name: string]: unknown;
};

export type OwnAgent = {
  readonly name: string;
  /** https. */
  readonly url: string;
  readonly description?: string;
  readonly [name: string]: unknown;
};

export type AgentQuery = {
  readonly limit?: number;
  /** A text in name, description or uid. */
  readonly search?: string;
};

type Options = Pick<CallOptions, 'signal' | 'timeoutMs'>;

/** AI agents: `built` of instructions, and `own` ones of other frameworks. */
export const agents = (call: Caller) => ({
  built: {
    /** One page of agents. */
    list: (query: AgentQuery = {}, options?: Options): ApiPromise<readonly Agent[]> =>
      call.data(endpoints.listBuiltAgents, z.array(shape), { query }, options),

    /** Never repeated automatically, because the service gives each its own uid. */
    create: (agent: BuiltAgent, options?: Options): ApiPromise<Agent> =>
      call.data(endpoints.createBuiltAgent, shape, { body: agent }, options),

    get: (uid: string, options?: Options): ApiPromise<Agent> =>
      call.data(endpoints.getBuiltAgent, shape, { params: { uid } }, options),

    update: (uid: string, changes: Partial<BuiltAgent>, options?: Options): ApiPromise<Agent> =>
      call.data(endpoints.updateBuiltAgent, shape, { params: { uid }, body: changes }, options),

    /** The answer is not documented, so it is returned unchanged. */
    delete: (uid: string, options?: Options): ApiPromise<unknown> =>
      call.data(endpoints.deleteBuiltAgent, z.unknown(), { params: { uid } }, options),
  },

  own: {
    list: (options?: Options): ApiPromise<readonly Agent[]> =>
      call.data(endpoints.listOwnAgents, z.array(shape), {}, options),

    create: (agent: OwnAgent, options?: Options): ApiPromise<Agent> =>
      call.data(endpoints.createOwnAgent, shape, { body: agent }, options),

    get: (uid: string, options?: Options): ApiPromise<Agent> =>
      call.data(endpoints.getOwnAgent, shape, { params: { uid } }, options),

    update: (uid: string, changes: Partial<OwnAgent>, options?: Options): ApiPromise<Agent> =>
      call.data(endpoints.updateOwnAgent, shape, { params: { uid }, body: changes }, options),

    delete: (uid: string, options?: Options): ApiPromise<unknown> =>
      call.data(endpoints.deleteOwnAgent, z.unknown(), { params: { uid } }, options),
  },
});
