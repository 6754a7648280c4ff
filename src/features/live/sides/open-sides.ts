import { RunError } from '../../../errors/run-error.ts';
import type { HookSecrets, LiveOrigin, LivePlace } from '../../../origin/live/live-origin.ts';
import { liveOriginOf } from '../../../origin/live-origins.ts';
import type { OriginAccount } from '../../../origin/origin.ts';
import { liveFault, oldSystemOf } from '../../../pipeline/live/live-fault.ts';
import type { LiveSpec, ServiceHooksSpec } from '../../../pipeline/live-spec.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { type KeyAccess, readApiKey, readSecret, type ServiceTarget } from '../../../pipeline/target.ts';
import type { Secret } from '../../../service/transport/secret.ts';
import type { Side } from '../side.ts';

/** A system that is kept alike with the other one, with its secrets read. */
export type OpenSide = {
  readonly side: Side;
  /** The name of the system in pipeline files; that of the new one is `service`. */
  readonly system: string;
  readonly origin: LiveOrigin;
  /** The account that is asked; undefined if the pipeline names no API of the old system. */
  readonly account: OriginAccount | undefined;
  /** Members of the account that are no secrets; none if it is not known. */
  readonly names: OriginAccount['names'];
  /** Things by which its events are recognised; undefined if none are received. */
  readonly secrets: HookSecrets | undefined;
  readonly management: LivePlace['management'];
};

export type Sides = Readonly<Record<Side, OpenSide>>;

/** A pipeline whose part `live` is there. */
export type LivePipeline = Pipeline & { readonly live: LiveSpec };

/**
 * Checks that a pipeline keeps two systems alike.
 * @throws RunError `LIVE.*`, `CONFIG.TARGET_MISSING`
 */
export function requireLive(pipeline: Pipeline): LivePipeline {
  const { live, file } = pipeline;
  if (!live)
    throw new RunError('CONFIG.INVALID', 'the pipeline does not say live', {
      hint: 'add  live: { publicUrl: …, old: …, service: … }  to it, as in docs/operating/cut-over.md',
      where: { file },
    });
  const fault = liveFault(pipeline);
  if (fault) throw fault;
  return { ...pipeline, live };
}

/** The member of an account that signs events, where nothing else is named. */
const SIGNING: Readonly<Record<string, string>> = { sendbird: 'key', stream: 'secret' };

/**
 * Reads the secrets of both systems of a pipeline, and finds what reads their events.
 * @throws RunError `LIVE.*`; `AUTH.KEY_MISSING`, `CONFIG.*`
 */
export async function openSides(pipeline: Pipeline, access: KeyAccess): Promise<Sides> {
  const checked = requireLive(pipeline);
  return { old: await oldSide(checked, access), new: await newSide(checked, access) };
}

async function oldSide(pipeline: LivePipeline, access: KeyAccess): Promise<OpenSide> {
  const { pull, live } = pipeline;
  const system = oldSystemOf(pipeline) ?? '';
  const account = await pull?.account(access);
  const isService = system === 'service';
  const keys = isService
    ? await secretsIn(live.old.passwords, 'live.old.password', pipeline, access)
    : await secretsIn(live.oldSecrets, 'live.old.secrets', pipeline, access);
  const signing = account?.secrets[SIGNING[system] ?? ''];
  return {
    side: 'old',
    system,
    origin: await liveOriginOf(system),
    account,
    names: account?.names ?? {},
    secrets: {
      keys: keys.length > 0 || signing === undefined ? keys : [signing],
      ...(isService ? { user: live.old.user } : {}),
    },
    management: isService ? await managementOf(live.old, 'live.old.hooks', pipeline, access) : undefined,
  };
}

async function newSide(pipeline: LivePipeline, access: KeyAccess): Promise<OpenSide> {
  const { live, target } = pipeline;
  const account = await serviceAccount(target as ServiceTarget, pipeline, access);
  const keys = await secretsIn(live.service.passwords, 'live.service.password', pipeline, access);
  return {
    side: 'new',
    system: 'service',
    origin: await liveOriginOf('service'),
    account,
    names: account.names,
    secrets: live.direction === 'both' ? { keys, user: live.service.user } : undefined,
    management: await managementOf(live.service, 'live.service.hooks', pipeline, access),
  };
}

/** The target in the form in which an app of the service is named that is read. */
async function serviceAccount(
  { appId, region, baseUrl, apiKey, caFile }: ServiceTarget,
  pipeline: Pipeline,
  access: KeyAccess,
): Promise<OriginAccount> {
  return {
    names: { region, baseUrl, ...(appId === undefined ? {} : { appId }) },
    secrets: { apiKey: await readApiKey(apiKey, pipeline, access) },
    caFile,
    by: 'auto',
  };
}

async function secretsIn(
  places: LiveSpec['oldSecrets'],
  member: string,
  pipeline: Pipeline,
  access: KeyAccess,
): Promise<readonly Secret[]> {
  const found: Secret[] = [];
  for (const place of places) found.push(await readSecret(place, pipeline, access, member));
  return found;
}

async function managementOf(
  { management }: ServiceHooksSpec,
  member: string,
  pipeline: Pipeline,
  access: KeyAccess,
): Promise<LivePlace['management']> {
  if (!management) return undefined;
  const { url, key, secret } = management;
  return {
    url,
    key: await readSecret(key, pipeline, access, `${member}.key`),
    secret: await readSecret(secret, pipeline, access, `${member}.secret`),
  };
}
