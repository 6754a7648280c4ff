import { dirname, resolve } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import type { OpenTo } from '../../../files/own-folder.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { yamlText } from '../../../pipeline/pipeline.ts';
import { pathsIn } from '../../../pipeline/reference.ts';
import { isLoopback } from '../../../service/api/base-url.ts';
import { type Confines, isInside } from '../../../system/confined-files.ts';
import type { System } from '../../../system/system.ts';
import type { FleetJob } from '../queue/fleet-job.ts';
import { distrustOf } from './distrust.ts';
import { filesAddresses, filesFolder } from './files-access.ts';
import type { WorkerConfig, WorkerRules } from './worker-config.ts';

/**
 * Finds what a pipeline of the queue may read, write and reach. One of the user of the worker is trusted as on the
 * command line. Any other one came from who knows where: it has the folders and hosts that the file of the worker names.
 * @returns undefined if it is trusted
 * @throws RunError `FLEET.PATH_REFUSED`, `FLEET.HOST_REFUSED`
 */
export async function confinesOf(
  job: Pick<FleetJob, 'file' | 'text'>,
  pipeline: Pipeline,
  config: WorkerConfig,
): Promise<Confines | undefined> {
  refuseInput(pipeline);
  const distrust = await distrustOf(job, config);
  if (!distrust) return undefined;
  const roots = config.folders;
  const folder = dirname(job.file);
  const except = config.keys.flatMap((key) => ('file' in key ? [key.file] : []));
  const confines = { roots, except };
  if (!isInside(folder, confines)) throw pathRefused(folder, distrust);
  for (const [what, path] of pathsOf(pipeline))
    if (!isInsideGlob(folder, path, confines)) throw pathRefused(`${what}: ${path}`, distrust);
  keepHosts(pipeline, job.text, config.hosts, distrust);
  for (const [what, address] of filesAddresses(pipeline))
    if (!isOneOf(new URL(address), config.hosts, '443'))
      throw hostRefused(what, new URL(address).host, distrust);
  // The copy of a state on a server.
  return pipeline.stateServer ? { roots: [...roots, pipeline.stateFolder], except } : confines;
}

/** The error for a path outside of what a pipeline may reach. */
export const pathRefused = (what: string, distrust?: OpenTo): RunError =>
  new RunError(
    'FLEET.PATH_REFUSED',
    `${what} is outside of the folders that this pipeline may use${distrust ? `: ${distrust.why}` : ''}`,
    distrust && { hint: `${distrust.todo};  or, to open no more than files there:  folders: [PATH]` },
  );

/** A worker has no standard input to give. */
function refuseInput({ sources }: Pipeline): void {
  for (const [entity, specs] of Object.entries(sources))
    if (pathsIn(specs).includes('-'))
      throw new RunError('FLEET.PATH_REFUSED', `sources.${entity}: a worker has no standard input`, {
        hint: 'name a file',
      });
}

/** Every path that a pipeline names, and what names it. */
function pathsOf(pipeline: Pipeline): readonly (readonly [string, string])[] {
  const { sources, pull, idMap, target, notify, stateFolder, stateServer } = pipeline;
  const caFile = typeof target === 'object' ? target.caFile : undefined;
  const authorities = [caFile, pull?.caFile].filter((path) => path !== undefined);
  const copies = filesFolder(pipeline);
  return [
    ...Object.entries(sources).flatMap(([entity, specs]) =>
      pathsIn(specs).map((path) => [`sources.${entity}`, path] as const),
    ),
    ...pathsIn(notify).map((path) => ['notify', path] as const),
    ...(idMap === undefined ? [] : [['idMap', idMap] as const]),
    ...authorities.map((path) => ['caFile', path] as const),
    ...(copies === undefined ? [] : [['files.to', copies] as const]),
    ...(stateServer ? [] : [['state', stateFolder] as const]),
  ];
}

/** True if a path, or the fixed part of a glob, is inside, and nothing in the rest leads out of it. Before `!/` is an archive. */
function isInsideGlob(folder: string, pattern: string, confines: Confines): boolean {
  const [path = ''] = pattern.split('!/');
  const [fixed = ''] = /^[^*?[\]{}]*/.exec(path) ?? [];
  const rest = path.slice(fixed.length);
  const start = rest === '' ? fixed : fixed.slice(0, fixed.lastIndexOf('/') + 1);
  return isInside(resolve(folder, start), confines) && !/\.\.|[{,]\/|[/{,]\.|^\./.test(rest);
}

/** A whole variable is what the worker has named; what else a pipeline reaches is named by host. */
function keepHosts(
  { notify, remotes, stateServer }: Pipeline,
  text: string,
  hosts: readonly string[],
  distrust: OpenTo,
): void {
  const refused = (what: string, host: string): RunError => hostRefused(what, host, distrust);
  const { state } = yamlText(text).document.toJS({ maxAliasCount: 100 }) as { readonly state?: unknown };
  if (stateServer && !/^\$\{\w+\}$/.test(String(state))) {
    const url = new URL(stateServer.server.reveal());
    // Other parameters can name another server, or files.
    if (!isOneOf(url, hosts, '5432') || url.search !== '') throw refused('state', stateServer.server.shown);
  }
  for (const { shown } of remotes?.values() ?? [])
    if (!isOneOf(new URL(shown), hosts, '443')) throw refused('sources', new URL(shown).host);
  for (const address of notify.flatMap(addressesIn)) {
    if (address === undefined) throw refused('notify', 'an address that is in a file');
    if (!isOneOf(new URL(address), hosts, '443')) throw refused('notify', new URL(address).host);
  }
}

/**
 * Connections of a pipeline that is not trusted, wherever a server sends it: to its target and the old system, which its keys
 * are bound to, to the hosts that the worker names, and to those in variables of the worker.
 * @throws RunError `FLEET.HOST_REFUSED` at the attempt to make another one
 */
export function confinedConnect(
  connect: System['connect'],
  { target, pull }: Pick<Pipeline, 'target' | 'pull'>,
  { config: { hosts, env: names }, env }: Pick<WorkerRules, 'config' | 'env'>,
): System['connect'] {
  const services = [typeof target === 'object' ? target.baseUrl : '', pull?.shown ?? ''];
  const own = [...services, ...names.map((name) => env[name] ?? '')];
  const origins = new Set(own.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin));
  return (origin, options) => {
    const url = new URL(origin);
    // The embedded sandbox is on this machine, at a port of its own, with an authority of its own; no server of sources has one.
    const { connect: how } = options;
    const hasOwnCa = typeof how === 'object' && 'ca' in how;
    const isSandbox = target === 'sandbox' && isLoopback(origin) && hasOwnCa;
    if (!isSandbox && !origins.has(url.origin) && !isOneOf(url, hosts, '443'))
      throw hostRefused('a server redirects there', url.host);
    return connect(origin, options);
  };
}

const hostRefused = (what: string, host: string, distrust?: OpenTo): RunError =>
  new RunError(
    'FLEET.HOST_REFUSED',
    `${what}: ${host} is none of the hosts of this worker${distrust ? `, and ${distrust.why}` : ''}`,
    { hint: `add to the file of the worker:  hosts: [${host}]${distrust ? `;  or ${distrust.todo}` : ''}` },
  );

const isOneOf = (url: URL, hosts: readonly string[], usual: string): boolean =>
  hosts.some((each) => {
    const { host, hostname, port } = url;
    const named = each.toLowerCase();
    return (
      (named === '127.0.0.1' && isLoopback(url.href)) ||
      named === host ||
      (named === `${hostname}:${usual}` && (port === '' || port === usual)) ||
      (named === hostname && port === usual)
    );
  });

/** The addresses that a notification names itself; undefined for one in a file. Those in variables are the worker's. */
function addressesIn(notifier: Pipeline['notify'][number]): readonly (string | undefined)[] {
  const places =
    'webhook' in notifier
      ? [notifier.webhook]
      : 'ping' in notifier
        ? typeof notifier.ping === 'string' || 'env' in notifier.ping || 'file' in notifier.ping
          ? [notifier.ping]
          : Object.values(notifier.ping)
        : [];
  return places.flatMap((place) =>
    typeof place === 'string' ? [place] : typeof place === 'object' && 'env' in place ? [] : [undefined],
  );
}
