import { join } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { keyPrefix } from '../../../origin/service/key-prefix.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { ServiceTarget } from '../../../pipeline/target.ts';
import type { Region } from '../../../service/api/base-url.ts';
import type { Side } from '../side.ts';

/** A pipeline of one direction: its rows are those of events, and what it writes to may be changed by others. */
export type LanePipeline = {
  readonly pipeline: Pipeline;
  /** The system whose records are read, as in `sources.export`. */
  readonly system: string;
  /** Begins the keys of messages of the source side that have none, if that is an app of the service. */
  readonly keysFrom: string;
  /** The same of the side that is written to; undefined if that side has ids of its own. */
  readonly keysAt: string | undefined;
};

/**
 * Makes the pipeline of a direction.
 * @param to the side that it writes to
 * @throws RunError `LIVE.ONE_WAY`, `LIVE.UNSUPPORTED`
 */
export function lanePipeline(main: Pipeline, to: Side): LanePipeline {
  return to === 'new' ? forward(main) : back(main);
}

/** Rules of passes: a history was read long ago, and messages of today are unread until people read them. */
const liveRules = ({ policies: { unread: _, ...policies }, sync }: Pipeline) => ({
  policies,
  sync: { onMissing: 'keep', ...sync } as const,
});

function forward(main: Pipeline): LanePipeline {
  const { pull, target } = main;
  const system = pull?.system ?? exportedSystem(main);
  if (system === undefined) throw new RunError('LIVE.UNSUPPORTED', 'the pipeline reads no old system');
  const at = typeof target === 'object' ? keyPrefix(target.baseUrl, target.appId) : undefined;
  return {
    pipeline: { ...main, ...liveRules(main) },
    system,
    keysFrom: pull ? keyPrefix(pull.shown, pull.names['appId']) : '',
    keysAt: at,
  };
}

const exportedSystem = ({ sources }: Pipeline): string | undefined =>
  Object.values(sources)
    .flat()
    .flatMap((spec) => ('export' in spec ? [spec.export.system] : []))[0];

/** The old app becomes the target, and the new one the source. */
function back(main: Pipeline): LanePipeline {
  const { pull, target, idMap } = main;
  const keysFrom = typeof target === 'object' ? keyPrefix(target.baseUrl, target.appId) : 'new';
  if (pull?.system === 'stream') {
    if (idMap !== undefined)
      throw new RunError('LIVE.ONE_WAY', 'with idMap nobody knows which user of Stream an id belongs to');
    return { pipeline: backPipeline(main, undefined), system: 'service', keysFrom, keysAt: undefined };
  }
  if (pull?.system !== 'service')
    throw new RunError('LIVE.ONE_WAY', `nothing is written to ${pull?.system ?? 'the old system'}`);
  const { appId, region = 'us' } = pull.names;
  const { apiKey } = pull.secrets;
  const old: ServiceTarget = {
    baseUrl: pull.shown,
    region: region as Region,
    api: 'import',
    ...(appId === undefined ? {} : { appId }),
    ...(pull.caFile === undefined ? {} : { caFile: pull.caFile }),
    ...(apiKey ? { apiKey } : {}),
  };
  return {
    pipeline: backPipeline(main, old),
    system: 'service',
    keysFrom,
    keysAt: keyPrefix(pull.shown, appId),
  };
}

/** @param old undefined for a system that is no app of the service */
function backPipeline(main: Pipeline, old: ServiceTarget | undefined): Pipeline {
  const { files: _, pull: __, stateServer: ___, ...rest } = main;
  return {
    ...rest,
    ...liveRules(main),
    target: old,
    to: undefined,
    stateFolder: join(main.stateFolder, 'live', 'back'),
    sources: Object.fromEntries(
      Object.keys(main.sources).map((name) => [name, [{ path: `${name}.ndjson` }]]),
    ),
    idMap: undefined,
    shards: undefined,
  };
}
