import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { RunError } from '../../../errors/run-error.ts';
import type { ServiceHooksSpec } from '../../../pipeline/live-spec.ts';
import { type Pipeline, parsePipeline, yamlText } from '../../../pipeline/pipeline.ts';
import { isLoopback } from '../../../service/api/base-url.ts';
import type { Confines } from '../../../system/confined-files.ts';
import type { System } from '../../../system/system.ts';
import { type FleetJob, shownName } from '../queue/fleet-job.ts';
import { confinedConnect, confinesOf } from './confine.ts';
import { distrustOf } from './distrust.ts';
import { filesKeys, type KeyUse, refuseUnnamed } from './files-access.ts';
import type { Env, WorkerConfig, WorkerRules } from './worker-config.ts';

/** Variables to start programs and to find copies of states: none of it is secret, and no `${…}` gets it. */
const OPEN_VARIABLES = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'XDG_CACHE_HOME'];

/** The commands that send the key of the target. */
const SENDING: readonly FleetJob['command'][] = ['run', 'verify', 'live'];

/** The access that a pipeline gets. */
export type Allowed = {
  /** The variables of the environment. */
  readonly env: Env;
  /** The files; undefined for those of this machine. */
  readonly confines: Confines | undefined;
  /** The connections; undefined for any. */
  readonly connect: ((connect: System['connect']) => System['connect']) | undefined;
  /** The id of the app and the host of the service; undefined for a sandbox of its own. */
  readonly app: string | undefined;
};

/**
 * Checks that a job may be done on this machine: it runs no code, its folder is there, it reaches only what it may, and its
 * key may be sent where it wants. Sends nothing.
 * @throws RunError `FLEET.*`, `CONFIG.*`
 */
export async function allow(job: FleetJob, rules: WorkerRules): Promise<Allowed> {
  const folder = dirname(job.file);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory())
    throw new RunError('FLEET.FOLDER_MISSING', `the folder ${folder} is not on this machine`);
  const named = pick(rules.env, rules.config.env);
  const pipeline = opened(job, named);
  if (pipeline.name !== shownName(job))
    throw new RunError('FLEET.JOB_INVALID', `the job of ${shownName(job)} has the text of ${pipeline.name}`);
  keepSecrets(job, named);
  if (!rules.allowCode) refuseCode(pipeline);
  refuseUnnamed(pipeline);
  const isLive = job.command === 'live';
  if (isLive) await mayListen(job, pipeline, rules.config);
  const confines = await confinesOf(job, pipeline, rules.config);
  const sent = SENDING.includes(job.command) ? targetKey(pipeline) : [];
  const received = isLive ? liveKeys(pipeline) : [];
  const uses = [...sent, ...originKeys(pipeline), ...filesKeys(pipeline), ...received];
  const keys = uses.flatMap((use) => keyVariable(use, pipeline, rules.config) ?? []);
  for (const key of keys) if (!rules.config.env.includes(key)) keepKey(job, key);
  const names = [...OPEN_VARIABLES, ...rules.config.env, ...keys];
  const connect = confines && ((open: System['connect']) => confinedConnect(open, pipeline, rules));
  return { env: pick(rules.env, names), confines, connect, app: appOf(pipeline) };
}

/** An address with a password is the whole of `state`: in a part of it, or elsewhere, it would be sent, or shown in an error. */
function keepSecrets({ text }: FleetJob, env: Env): void {
  const { state, ...rest } = parsed(text);
  for (const [name, value = ''] of Object.entries(env)) {
    const variable = `\${${name}}`;
    const others = JSON.stringify(state === variable ? rest : [rest, state]);
    if (hasPassword(value) && others.includes(variable))
      throw new RunError(
        'FLEET.KEY_REFUSED',
        `${name} is an address with a password, and not only in state`,
        {
          hint: `use it as the whole of  state:  and nowhere else in the pipeline`,
        },
      );
  }
}

/** A key goes to the service, or to the old system, alone; a target that is not used may name it in another place. */
function keepKey({ text }: FleetJob, key: string): void {
  if (JSON.stringify(parsed(text)).includes(`\${${key}}`))
    throw new RunError(
      'FLEET.KEY_REFUSED',
      `${key} contains the key, but another part of the pipeline names it`,
      {
        hint: `name it as  apiKey: { env: ${key} }  and nowhere else in the pipeline`,
      },
    );
}

const parsed = (text: string): Record<string, unknown> =>
  yamlText(text).document.toJS({ maxAliasCount: 100 }) as Record<string, unknown>;

/** Parts of names of parameters with a password: `postgres://host/db?password=…`. A signed address of a file has none. */
const PASSWORD_PARAMETERS = ['pass', 'pwd'];

/** True if a value is an address with a password, before the host or in a parameter. */
function hasPassword(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { password, searchParams } = new URL(value);
  const isOne = (name: string): boolean =>
    PASSWORD_PARAMETERS.some((part) => name.toLowerCase().includes(part));
  return password !== '' || searchParams.keys().some(isOne);
}

const pick = (env: Env, names: readonly string[]): Env =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(env, name) ? [[name, env[name]]] : [])));

function opened({ text, file, to }: FleetJob, env: Env): Pipeline {
  try {
    return parsePipeline(text, file, env, to);
  } catch (error) {
    if (!(error instanceof RunError) || error.code !== 'CONFIG.ENV_MISSING') throw error;
    throw error.withHint('set it for the worker, and name it under env in the worker file (--config)');
  }
}

function refuseCode({ sources, notify }: Pipeline): void {
  const refuse = (what: string): never => {
    throw new RunError('FLEET.CODE_REFUSED', `${what}, and this worker runs no code`);
  };
  for (const [entity, specs] of Object.entries(sources))
    for (const spec of specs) {
      if ('transform' in spec && spec.transform !== undefined) refuse(`sources.${entity} has a transform`);
      if ('command' in spec && spec.command !== undefined) refuse(`sources.${entity} has a command`);
    }
  if (notify.some((each) => 'command' in each)) refuse('notify has a command');
}

function targetKey({ target }: Pipeline): readonly KeyUse[] {
  if (typeof target !== 'object') return [];
  const spec = target.apiKey ?? { env: 'CHATFERRY_API_KEY' };
  return [{ spec, address: target.baseUrl, app: target.appId }];
}

/** The keys of the old system: any command may read from it. */
const originKeys = ({ pull }: Pipeline): readonly KeyUse[] =>
  pull ? Object.values(pull.secrets).map((spec) => ({ spec, address: pull.shown, app: pull.app })) : [];

/**
 * The variable that has a key, if the key is in one.
 * @throws RunError `FLEET.KEY_REFUSED` if the key may not be sent there
 */
function keyVariable(use: KeyUse, { folder }: Pipeline, { keys }: WorkerConfig): string | undefined {
  const { spec, address, app } = use;
  const wanted = 'file' in spec ? { file: resolve(folder, spec.file) } : spec;
  const named = keys.filter(({ host: _, appId: __, ...key }) => isDeepStrictEqual(key, wanted));
  const { host } = new URL(address);
  if (!named.some((key) => isFor(key, use)))
    throw new RunError(
      'FLEET.KEY_REFUSED',
      named.length === 0
        ? `the file of this worker names no key like ${shown(wanted)}`
        : `the file of this worker does not let the key ${shown(wanted)} go to ${host}${app === undefined ? '' : ` (app ${app})`}`,
      {
        hint: `where it is meant to go there, add to keys in the file of the worker:  { ${shown(wanted)}, host: ${host} }`,
      },
    );
  return 'env' in wanted ? wanted.env : undefined;
}

function appOf({ target }: Pipeline): string | undefined {
  if (typeof target !== 'object') return undefined;
  const { host } = new URL(target.baseUrl);
  return target.appId === undefined ? host : `${target.appId}@${host}`;
}

function isFor({ host, appId }: WorkerConfig['keys'][number], { address, app }: KeyUse): boolean {
  if (appId !== undefined && appId !== app) return false;
  const { host: own } = new URL(address);
  if (host === '127.0.0.1') return isLoopback(address);
  const wanted = host.toLowerCase().replace(/:443$/, '');
  return wanted === own || `${app?.toLowerCase()}.${wanted}` === own;
}

const shown = (key: object): string => {
  const [[name, value] = ['', '']] = Object.entries(key) as [string, unknown][];
  return `${name}: ${Array.isArray(value) ? `[${value.join(', ')}]` : String(value)}`;
};

/** A secret that proves events stays here, and is bound to no other host. */
const HERE = 'http://127.0.0.1';

/**
 * Checks that a pipeline may open a port of this machine to receive events: only a trusted one may, and only a port that the
 * file of the worker names.
 * @throws RunError `FLEET.PATH_REFUSED`, `FLEET.HOST_REFUSED`
 */
async function mayListen(
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
function liveKeys({ live, pull, target }: Pick<Pipeline, 'live' | 'pull' | 'target'>): readonly KeyUse[] {
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
