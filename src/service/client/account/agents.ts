import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, CallOptions } from '../caller.ts';
import { arrayOf, fields, flag, maybe, reshaped, type ShapeOf, string, texts } from '../field.ts';

const shape = fields({
  /** A UUID that the service assigns. */
  uid: string,
  name: maybe(string),
  icon: maybe(string),
  description: maybe(string),
  isActive: maybe(flag),
  instruction: maybe(string),
  tools: maybe(texts),
});

/**
 * An AI agent. The two kinds write times in different forms. Unknown properties are kept.
 * @useDeclaredType
 */
export type Agent = Readonly<ShapeOf<typeof shape>>;

const created = reshaped(fields({ agent: shape }), ({ agent }) => agent);

/** Further fields, such as `tools`, `model`, `metaData`; the service checks that all tools exist. */
type More = { readonly [name: string]: unknown };

export type BuiltAgent = More & {
  /** At most 100 characters. */
  readonly name: string;
  readonly description?: string;
  /** At most 32,000 characters. */
  readonly instruction?: string;
};

export type OwnAgent = More & {
  readonly name: string;
  readonly icon: string;
  /** The name of the framework, such as `mastra`. */
  readonly integrateWith: string;
  readonly integrationType: string;
  /** `baseUrl` must be an https address. */
  readonly integrationMeta?: Readonly<Record<string, unknown>>;
};

export type AgentQuery = {
  readonly limit?: number;
  /** Text to find in name, description or uid. */
  readonly search?: string;
  /**
   * `append`: agents created after `createdAt`; `prepend`: agents created before it. `createdAt` is in milliseconds
   * since 1970.
   */
  readonly affix?: 'append' | 'prepend';
  readonly createdAt?: number;
};

type Options = Pick<CallOptions, 'signal' | 'timeoutMs'>;

/** AI agents: `built` of instructions, and `own` ones of other frameworks. */
export const agents = (call: Caller) => ({
  built: {
    ...changing<BuiltAgent>(call, 'Built'),

    /** Gets one page of agents. */
    list: (query: AgentQuery = {}, options?: Options): ApiPromise<readonly Agent[]> =>
      call.data(endpoints.listBuiltAgents, arrayOf(shape), { query }, options),

    /** Creates an agent. Never retried automatically, because the service assigns a new uid each time. */
    create: (agent: BuiltAgent, options?: Options): ApiPromise<Agent> =>
      call.data(endpoints.createBuiltAgent, created, { body: agent }, options),

    get: (uid: string, options?: Options): ApiPromise<Agent> =>
      call.data(endpoints.getBuiltAgent, shape, { params: { uid } }, options),
  },

  own: {
    ...changing<OwnAgent>(call, 'Own'),

    list: (options?: Options): ApiPromise<readonly Agent[]> =>
      call.data(endpoints.listOwnAgents, arrayOf(shape), {}, options),

    create: (agent: OwnAgent, options?: Options): ApiPromise<Agent> =>
      call.data(endpoints.createOwnAgent, created, { body: agent }, options),
  },
});

/** The calls that change and remove an agent of either kind. */
const changing = <T>(call: Caller, kind: 'Built' | 'Own') => ({
  update: (uid: string, changes: Partial<T>, options?: Options): ApiPromise<Acknowledgement> =>
    call.done(endpoints[`update${kind}Agent`], { params: { uid }, body: changes }, options),

  delete: (uid: string, options?: Options): ApiPromise<Acknowledgement> =>
    call.done(endpoints[`delete${kind}Agent`], { params: { uid } }, options),
});
