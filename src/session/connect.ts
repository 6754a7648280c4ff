import type { EntityName } from '../input/entities/entity.ts';
import { readApiKey } from '../pipeline/api-key.ts';
import type { Pipeline, ServiceTarget } from '../pipeline/pipeline.ts';
import type { RateClass } from '../service/api/endpoint.ts';
import { documentedPerMinute } from '../service/api/endpoints.ts';
import { importApi } from '../service/targets/import-api.ts';
import { restApi } from '../service/targets/rest-api.ts';
import type { Route, Target } from '../service/targets/target.ts';
import { updating } from '../service/targets/updates.ts';
import { type Budget, MINUTE_MS } from '../service/transport/budget.ts';
import type { Secret } from '../service/transport/secret.ts';
import { startEmbeddedSandbox } from './embedded-sandbox.ts';
import type { Pace } from './pace.ts';

/** A target that can be written to. */
export type Connection = AsyncDisposable & {
  readonly target: Target;
  readonly baseUrl: string;
  readonly caFile?: string;
  readonly apiKey: Secret;
  /** What the report shows. */
  readonly shown: Readonly<Record<string, string>>;
  /** Aborts when the target is gone for good. */
  readonly lost?: AbortSignal;
  /** What must be the same on resume. */
  readonly identity: Readonly<Record<string, string>>;
};

/** The routes of the target's API, without connecting to it; those of a sync can also change rows. */
export function routesOf(pipeline: Pipeline): Readonly<Record<EntityName, Route>> {
  const { routes } = targetOf(pipeline);
  if (!pipeline.sync) return routes;
  const { users, groups, members, messages } = routes;
  return {
    users: updating(users),
    groups: updating(groups),
    members: updating(members),
    messages: updating(messages),
  };
}

/** What the target of a pipeline allows. */
export function paceOf(pipeline: Pipeline): Pace {
  const { routes, budgets } = targetOf(pipeline);
  const perMinute = (budget: Budget | undefined): number =>
    budget ? (budget.requests / budget.perMs) * MINUTE_MS : Number.POSITIVE_INFINITY;
  return {
    batch: routes.users.maxItems,
    batchesPerMinute: perMinute(budgets['import'] ?? budgets['core']),
    singlePerMinute: perMinute(budgets['standard']),
  };
}

/**
 * Makes the pipeline's target ready: reads the key, or starts the embedded sandbox.
 * @throws RunError `AUTH.KEY_MISSING`
 */
export async function connect(
  pipeline: Pipeline,
  sandboxData: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Connection> {
  const target = targetOf(pipeline);
  if (typeof pipeline.target === 'object') return hosted(pipeline.target, pipeline.folder, target, env);
  const sandbox = await startEmbeddedSandbox(sandboxData);
  const { baseUrl, appId, region, files } = sandbox;
  return {
    target,
    baseUrl,
    lost: sandbox.lost,
    caFile: files.ca,
    apiKey: readApiKey({ file: files.apiKey }, pipeline.folder, env),
    shown: { appId, region, baseUrl },
    identity: { service: 'sandbox', appId, api: target.name },
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  };
}

function hosted(
  service: ServiceTarget,
  folder: string,
  target: Target,
  env: Readonly<Record<string, string | undefined>>,
): Connection {
  const { baseUrl, caFile, region } = service;
  const appId = service.appId ?? '';
  return {
    target,
    baseUrl,
    ...(caFile ? { caFile } : {}),
    apiKey: readApiKey(service.apiKey, folder, env),
    shown: { appId, region, baseUrl },
    identity: { service: baseUrl, appId, api: target.name },
    [Symbol.asyncDispose]: async () => {},
  };
}

function targetOf({ target, limits }: Pipeline): Target {
  const { requestsPerMinute, concurrency, batch } = limits;
  const isHosted = typeof target === 'object';
  const isRest = isHosted && target.api === 'rest';
  // The limit of the pipeline is that of the calls which rows are written with; the others keep their proportion to it.
  const share = (requestsPerMinute ?? 0) / documentedPerMinute.import;
  const allowed = (rateClass: RateClass): number =>
    isRest || rateClass === 'import'
      ? (requestsPerMinute ?? documentedPerMinute[rateClass])
      : documentedPerMinute[rateClass] * (requestsPerMinute === undefined ? 1 : share);
  const budget = (rateClass: RateClass): Budget => ({
    // The sandbox has no limits unless it is told.
    requests: isHosted || requestsPerMinute !== undefined ? allowed(rateClass) : Number.POSITIVE_INFINITY,
    perMs: MINUTE_MS,
    concurrency,
  });
  const single = { core: budget('core'), standard: budget('standard') };
  return isRest ? restApi(single) : importApi({ budget: budget('import'), single, itemsMax: batch });
}
