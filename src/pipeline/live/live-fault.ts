import { RunError } from '../../errors/run-error.ts';
import { isLiveSystem, withoutEvents } from '../../origin/live-origins.ts';
import { isLoopback } from '../../service/api/base-url.ts';
import type { LiveSpec } from '../live-spec.ts';
import type { Pipeline } from '../pipeline.ts';

/** The parts of a pipeline that say how two systems are kept alike. */
export type LivePart = Pick<Pipeline, 'live' | 'sources' | 'policies' | 'target' | 'file'> &
  Partial<Pick<Pipeline, 'pull'>>;

/** Old systems that people's messages can be written back to. */
const WRITTEN_BACK = ['service', 'stream'];
/** Systems whose keys of the API do not sign events. */
const SIGNED_OTHERWISE = ['twilio'];
/** Systems that sign the address that they call. */
const SIGNS_ADDRESS = ['twilio'];

/** The old system of a pipeline, as its file names it; undefined if it has no export. */
export function oldSystemOf({ pull, sources }: Pick<LivePart, 'pull' | 'sources'>): string | undefined {
  if (pull) return pull.system;
  for (const spec of Object.values(sources).flat()) if ('export' in spec) return spec.export.system;
  return undefined;
}

/**
 * Finds what keeps two systems from being kept alike, by the pipeline alone: all at once, with the code of the first fault.
 * Undefined if nothing does, or if it does not ask for it.
 */
export function liveFault(pipeline: LivePart): RunError | undefined {
  const { live, file } = pipeline;
  if (!live) return undefined;
  const own = systemFault(pipeline, live);
  const all = own ? [own] : [...policyFaults(pipeline), ...listenFaults(pipeline, live)];
  const [first] = all;
  const message = all.map((fault) => fault.message).join('; ');
  const hint = [...new Set(all.map((fault) => fault.hint))].join('; and ');
  return first && new RunError(first.code, message, { hint, where: { file } });
}

function systemFault(pipeline: LivePart, { direction }: LiveSpec): RunError | undefined {
  const system = oldSystemOf(pipeline);
  if (system === undefined)
    return new RunError('LIVE.UNSUPPORTED', 'live needs the export or the API of an old system', {
      hint: 'name it:  sources: { export: { system: … } }',
    });
  if (system === 'auto')
    return new RunError('LIVE.UNSUPPORTED', 'live needs the name of the old system, not auto', {
      hint: 'name it:  sources: { export: { system: … } }',
    });
  if (!isLiveSystem(system)) return withoutEvents(system);
  if (typeof pipeline.target !== 'object')
    return new RunError(
      pipeline.target === undefined ? 'CONFIG.TARGET_MISSING' : 'LIVE.UNSUPPORTED',
      'live needs a service that runs by itself as the target',
      {
        hint: 'name it:  target: { appId: … };  to rehearse, start  chatferry sandbox  and use its address as baseUrl',
      },
    );
  if (direction === 'forward') return undefined;
  if (!WRITTEN_BACK.includes(system))
    return new RunError('LIVE.ONE_WAY', `direction: both, and nothing is written to ${system}`);
  return pipeline.pull
    ? undefined
    : new RunError('LIVE.ONE_WAY', `direction: both, and no key is there to write to ${system} with`, {
        hint: 'add sources.export.api, or  live: { direction: forward }',
      });
}

function policyFaults({ policies }: LivePart): readonly RunError[] {
  const odd = (['reactions', 'pins'] as const).filter((name) => policies[name] === 'metadata');
  if (odd.length === 0) return [];
  const named = odd.map((name) => `policies.${name}`).join(' and ');
  const message = `${named} ${odd.length > 1 ? 'are' : 'is'} metadata, which would need all of them`;
  return [new RunError('LIVE.POLICY', message)];
}

function* listenFaults(pipeline: LivePart, live: LiveSpec): Generator<RunError> {
  const { listen, publicUrl, hooks, oldSecrets, old, service, direction } = live;
  const system = oldSystemOf(pipeline) ?? '';
  if (!listen.tls && !isLoopback(`http://${inUrl(listen.host)}`))
    yield new RunError('LIVE.PLAIN_EXPOSED', `live.listen.host is ${listen.host}, without tls`);
  const signsAddress = SIGNS_ADDRESS.includes(system);
  if (publicUrl === undefined && (hooks === 'set' || signsAddress))
    yield new RunError(
      'LIVE.PUBLIC_URL',
      signsAddress
        ? `${system} signs the address that it calls`
        : 'webhooks are to be set, and no address is named',
    );
  const isSigned =
    system === 'service'
      ? old.passwords.length > 0
      : oldSecrets.length > 0 || (pipeline.pull !== undefined && !SIGNED_OTHERWISE.includes(system));
  if (!isSigned)
    yield new RunError('LIVE.SECRET', `no secret shows that events of ${system} are genuine`, {
      hint:
        system === 'service'
          ? 'add  live: { old: { password: { env: NAME } } }'
          : `add  live: { old: { secrets: [{ env: NAME }] } }${system === 'twilio' ? ' with the auth token of the account' : ''}`,
    });
  if (direction === 'both' && service.passwords.length === 0)
    yield new RunError('LIVE.SECRET', 'no password shows that events of the service are genuine', {
      hint: 'add  live: { service: { password: { env: NAME } } }',
    });
}

/** A host as addresses have it. */
export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);
