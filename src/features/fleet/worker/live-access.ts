import { RunError } from '../../../errors/run-error.ts';
import type { ServiceHooksSpec } from '../../../pipeline/live-spec.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { FleetJob } from '../queue/fleet-job.ts';
import { distrustOf } from './distrust.ts';
import type { KeyUse } from './files-access.ts';
import type { WorkerConfig } from './worker-config.ts';

/** A secret that proves events stays here, and is bound to no other host. */
const HERE = 'http://127.0.0.1';

/**
 * Checks that a pipeline may open a port of this machine to receive events: only a trusted one may, and only a port that the
 * file of the worker names.
 * @throws RunError `FLEET.PATH_REFUSED`, `FLEET.HOST_REFUSED`
 */
export async function mayListen(
  job: Pick<FleetJob, 'file' | 'text'>,
  { live }: Pick<Pipeline, 'live'>,
  config: Pick<WorkerConfig, 'pipelines' | 'listen'>,
): Promise<void> {
  const distrust = await distrustOf(job, config);
  if (distrust)
    throw new RunError('FLEET.PATH_REFUSED', `only a trusted pipeline may receive events: ${distrust.why}`, {
      hint: distrust.todo,
    });
  const port = live?.listen.port;
  if (port !== undefined && !config.listen.includes(port))
    throw new RunError('FLEET.HOST_REFUSED', `the worker lets nobody listen on port ${port}`, {
      hint: port === 0 ? NO_PORT : `add it to the file of the worker:  listen: [${port}]`,
    });
}

const NO_PORT =
  'name a port in the pipeline:  live: { listen: { port: 8787 } },  and in the file of the worker';

/**
 * The secrets of `live` that are no files: a pipeline that receives events is trusted, and reads any file of its own.
 */
export function liveKeys({
  live,
  pull,
  target,
}: Pick<Pipeline, 'live' | 'pull' | 'target'>): readonly KeyUse[] {
  if (!live) return [];
  const old = { address: pull?.shown ?? HERE, app: pull?.app };
  const service = typeof target === 'object' ? { address: target.baseUrl, app: target.appId } : old;
  return [
    ...live.oldSecrets.map((spec) => ({ spec, ...old })),
    ...keysOf(live.old, old),
    ...keysOf(live.service, service),
  ].filter(({ spec }) => !('file' in spec));
}

/** The password of an app, which is told to it, and the keys that set its webhooks. */
function keysOf({ passwords, management }: ServiceHooksSpec, of: Omit<KeyUse, 'spec'>): readonly KeyUse[] {
  const own = management ? [...passwords, management.key, management.secret] : passwords;
  const to = management?.url === undefined ? of : { ...of, address: management.url };
  return own.map((spec) => ({ spec, ...to }));
}
