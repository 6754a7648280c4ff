import { dirname } from 'node:path';
import { type EntityName, entityRecord } from '../input/entities/entity.ts';
import type { OpenPlanOptions, Workplace } from '../pipeline/open-plan.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { type KeyAccess, readApiKey, type ServiceTarget } from '../pipeline/target.ts';
import type { Pace } from '../report/result/plan-basis.ts';
import { isLoopback } from '../service/api/base-url.ts';
import type { RateClass } from '../service/api/endpoint.ts';
import { documentedPerMinute, documentedPerSender } from '../service/api/endpoints.ts';
import { actorsOfReplies, repliesAfter } from '../service/targets/replies.ts';
import type { Route, Target, TargetApi } from '../service/targets/target.ts';
import { targetApi } from '../service/targets/targets.ts';
import { updating, updatingOwn } from '../service/targets/updates.ts';
import { type Budget, MINUTE_MS, perMinute } from '../service/transport/budget.ts';
import { ClockSkew } from '../service/transport/exchange/clock-skew.ts';
import type { Secret } from '../service/transport/secret.ts';
import type { Stderr } from '../terminal/context.ts';
import { startEmbeddedSandbox } from './embedded-sandbox.ts';

/** A target that is ready to be written to. */
export type Connection = AsyncDisposable & {
  readonly target: Target;
  readonly baseUrl: string;
  readonly caFile?: string;
  readonly apiKey: Secret;
  /** The difference of its clock from ours. */
  readonly skew: ClockSkew;
  /** Facts about the target that the report shows. */
  readonly shown: Readonly<Record<string, string>>;
  /** Aborts if the target has ended and does not come back. */
  readonly lost?: AbortSignal;
  /** Facts that must be equal on resume. */
  readonly identity: Readonly<Record<string, string>>;
  /** With whom its rate limits are shared; undefined if nobody else can send to it. */
  readonly sharedAs?: SharedAs;
};

type SharedAs = {
  /** The folder of the states. */
  readonly folder: string;
  /** Host and id of the app. */
  readonly app: readonly string[];
  readonly warn: (message: string) => void;
};

/** The parts of a command's context that a connection is made with. */
type Access = KeyAccess & Pick<Stderr, 'err' | 'quiet'>;

/** The routes of the target's API, without a connection; those of a sync can also change rows of others. */
export function routesOf(
  pipeline: Pipeline,
  { routes } = serviceTargetOf(pipeline),
): Readonly<Record<EntityName, Route>> {
  // Where users are created active whatever their rows say, calls for them are taken.
  const createsInactive = routes.users.carries.has('deactivatedAt');
  const changing = pipeline.sync ? updating : updatingOwn;
  const withChanges = (route: Route): Route => {
    const { actors, ...changed } = changing(route);
    return actors && createsInactive ? { ...changed, actors } : changed;
  };
  const all = entityRecord((name) => withChanges(routes[name]));
  if (pipeline.policies.threads !== 'write') return all;
  const replies = repliesAfter(routes.messages);
  const hanging = { ...replies, route: withChanges(replies.route) };
  return { ...all, messages: { ...all.messages, actors: actorsOfReplies(hanging.route), hanging } };
}

/** Options that commands open a plan with: the routes of its target, and the place where its sources are prepared. */
export const planOptions = (
  pipeline: Pipeline,
  workplace: Workplace,
  nowMs: number,
  strict = false,
): OpenPlanOptions => ({
  routes: routesOf(pipeline),
  nowMs,
  files: workplace.system.files,
  workplace,
  strict,
});

/** The rates that the target of a pipeline allows. */
export function paceOf(pipeline: Pipeline): Pace {
  const { routes, budgets } = serviceTargetOf(pipeline);
  const { batchClass, singleClass } = apiOf(pipeline);
  const allowed = (budget: Budget | undefined): number =>
    budget ? perMinute(budget) : Number.POSITIVE_INFINITY;
  return {
    batch: routes.users.maxItems,
    rowsPerCall: entityRecord((name) => routes[name].maxItems),
    callsEach: entityRecord((name) => routes[name].callsEach ?? 1),
    batchesPerMinute: allowed(budgets[batchClass]),
    singlePerMinute: allowed(budgets[singleClass]),
  };
}

/**
 * Prepares the pipeline's target: reads the API key, or starts the embedded sandbox.
 * @param sandboxData the data file of the embedded sandbox
 * @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN`, `SANDBOX.FAILED`
 */
export async function connect(pipeline: Pipeline, sandboxData: string, access: Access): Promise<Connection> {
  const target = serviceTargetOf(pipeline);
  if (typeof pipeline.target === 'object') return hosted(pipeline.target, pipeline, target, access);
  const sandbox = await startEmbeddedSandbox(sandboxData, pipeline.secrets);
  const { baseUrl, appId, region, files } = sandbox;
  return {
    target,
    baseUrl,
    skew: new ClockSkew(),
    lost: sandbox.lost,
    caFile: files.ca,
    apiKey: await readApiKey({ file: files.apiKey }, pipeline, access),
    shown: { appId, region, baseUrl },
    identity: { service: 'sandbox', appId, api: target.name },
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  };
}

async function hosted(
  service: ServiceTarget,
  pipeline: Pipeline,
  target: Target,
  access: Access,
): Promise<Connection> {
  const { baseUrl, caFile, region } = service;
  const appId = service.appId ?? '';
  return {
    target,
    baseUrl,
    skew: new ClockSkew(),
    ...(caFile ? { caFile } : {}),
    apiKey: await readApiKey(service.apiKey, pipeline, access),
    shown: { appId, region, baseUrl },
    identity: { service: baseUrl, appId, api: target.name },
    sharedAs: {
      folder: dirname(pipeline.stateFolder),
      app: [new URL(baseUrl).host, appId],
      warn: (message) => {
        if (!access.quiet) access.err(`warning: ${message}\n`);
      },
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** The API through which a pipeline writes, and what it can do. */
export const apiOf = ({ target }: Pipeline): TargetApi =>
  targetApi(typeof target === 'object' ? target.api : undefined);

/**
 * The target of a pipeline.
 * @param api through another API than its own
 */
export function serviceTargetOf(pipeline: Pipeline, api = apiOf(pipeline)): Target {
  const { target, limits } = pipeline;
  const { requestsPerMinute, concurrency, concurrencyMax, batch } = limits;
  // The pipeline's limit is for the calls that write rows; other classes keep their documented proportion to it.
  const share = (requestsPerMinute ?? 0) / documentedPerMinute[api.batchClass];
  const allowed = (rateClass: RateClass): number =>
    api.limited.has(rateClass)
      ? (requestsPerMinute ?? documentedPerMinute[rateClass])
      : documentedPerMinute[rateClass] * (requestsPerMinute === undefined ? 1 : share);
  // The sandbox has no limits unless the pipeline sets one.
  const isLimited = typeof target === 'object' || requestsPerMinute !== undefined;
  const budget = (rateClass: RateClass): Budget => ({
    requests: isLimited ? allowed(rateClass) : Number.POSITIVE_INFINITY,
    perMs: MINUTE_MS,
    concurrency,
    concurrencyMax,
  });
  // A service on this machine says itself how many messages a user can send, if it limits them.
  const isHosted = typeof target === 'object' && !isLoopback(target.baseUrl);
  const perSender: Budget = {
    requests: documentedPerSender,
    perMs: MINUTE_MS,
    concurrency: Number.POSITIVE_INFINITY,
  };
  return api.open(budget, batch, isHosted ? perSender : undefined);
}
