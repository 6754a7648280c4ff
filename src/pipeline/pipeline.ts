import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { RunError } from '../errors/run-error.ts';
import { type AllPolicies, DEFAULT_EXPORT_POLICIES, isExportedName } from '../exports/export-rules.ts';
import { unreadSystem } from '../exports/readers.ts';
import { StateServer } from '../files/server/state-server.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { DEFAULT_POLICIES } from '../input/entities/policies.ts';
import { defined } from '../input/json/defined.ts';
import { RETENTION_DAYS, type RetentionPolicy } from '../input/rows/retention.ts';
import { isLoopback } from '../service/api/base-url.ts';
import { serviceSource } from './app-rows.ts';
import { schemaError } from './config-errors.ts';
import { type FilesSpec, filesSpecOf } from './files/files-spec.ts';
import { type LiveSpec, liveSpecOf } from './live-spec.ts';
import { type PipelineFile, pipelineJsonSchema, pipelineSchema } from './pipeline-schema.ts';
import { type PullSpec, pullSpecOf } from './pull-spec.ts';
import { isRemote, type PipelineReference, pathsIn, textsIn } from './reference.ts';
import { RemoteNames, type Remotes } from './remote/remote-names.ts';
import type { Notifier } from './schema/notify-schema.ts';
import { withPaths } from './schema/source-paths.ts';
import { type ExportSourceSpec, isFiles, type SourceSpec } from './schema/source-schema.ts';
import { type StateOnServer, stateFolderOf, stateNameOf } from './state-place.ts';
import { type ServiceTarget, targetOf } from './target.ts';
import type { Thresholds } from './threshold.ts';
import { ALIASES_MAX, aliasFault, type YamlText, yamlFault, yamlText } from './yaml-document.ts';

export { isFiles, yamlFault, yamlText };

/** A complete pipeline: every default is filled in, every path is absolute. */
export type Pipeline = {
  /** Its name in the file; with one of its `targets` followed by `@` and the name of that. */
  readonly name: string;
  /** The path of its file, as given. */
  readonly file: string;
  readonly folder: string;
  readonly target: 'sandbox' | ServiceTarget | undefined;
  /** The name of the target among `targets`; undefined if it is `target`. */
  readonly to: string | undefined;
  /** The pipeline's own state folder. */
  readonly stateFolder: string;
  /** The server that keeps the state; undefined if the folder is not a copy. */
  readonly stateServer?: StateOnServer | undefined;
  readonly sources: Readonly<Partial<Record<EntityName, readonly SourceSpec[]>>>;
  /** The API of an old system that is read; its address is one of the paths of the export. */
  readonly pull?: PullSpec;
  /** Store that the files of messages and people are copied to; absent if their addresses stay as they are. */
  readonly files?: FilesSpec;
  /** Rules for keeping the old system and the service alike; absent if they are not. */
  readonly live?: LiveSpec;
  /** Path of the file with an app's own ids. */
  readonly idMap: string | undefined;
  /** The addresses that stand among its paths, by what they are called there; absent if there are none. */
  readonly remotes?: Remotes;
  readonly limits: {
    readonly requestsPerMinute?: number;
    readonly concurrency: number;
    /** The most requests under way where the rate needs more than `concurrency`. */
    readonly concurrencyMax: number;
    readonly batch: number;
    readonly maxRejects?: number | string;
    readonly timeoutSeconds: number;
  };
  /** Which messages are too old for the service; undefined if the target gives messages a new time. */
  readonly retention: PipelineRetention | undefined;
  /** Treatment of parts of a history that the import calls cannot carry. */
  readonly policies: AllPolicies;
  /** The conditions at the end of a run or a check. */
  readonly thresholds: Thresholds;
  readonly references: 'closed' | 'open' | undefined;
  readonly sync: PipelineFile['sync'];
  /** Parts that its messages are divided into, from 1 to 64; undefined if they are not. */
  readonly shards: number | undefined;
  /** People and services that are told about a run. */
  readonly notify: readonly Notifier[];
  /** The names of variables that no program gets which the pipeline starts. */
  readonly secrets: readonly string[];
  /** The digests of its code by file, as `openPipeline` finds them; absent if it was made in a program. */
  readonly code?: Readonly<Record<string, string>>;
};

/** The variables of the environment. */
type Env = Readonly<Record<string, string | undefined>>;

/** Age that messages may have, and what to do with older ones. */
type PipelineRetention = {
  /** Days, whole and positive. */
  readonly messagesOlderThanDays: number;
  readonly policy: RetentionPolicy;
  /** True if the target is a service on another machine. */
  readonly hosted: boolean;
};

/**
 * Reads and checks a pipeline file (YAML or JSON).
 * @param to the name of one of its `targets`; without it `target` is used
 * @throws RunError `CONFIG.*` with file, line and column
 */
export function loadPipeline(file: string, env: Env, to?: string): Pipeline {
  return parsePipeline(readPipelineText(file), file, env, to);
}

/** @throws RunError `CONFIG.FILE_MISSING` */
export function readPipelineText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : message;
    throw new RunError('CONFIG.FILE_MISSING', `the pipeline file ${file} ${reason}`, { cause: error });
  }
}

/** The same for the text of a pipeline file; relative paths are relative to the folder of `file`. */
export function parsePipeline(text: string, file: string, env: Env, to?: string): Pipeline {
  const parsed = yamlText(text);
  const { document, lines } = parsed;
  const [syntax] = document.errors;
  if (syntax) {
    const { line, col } = lines.linePos(syntax.pos[0]);
    throw new RunError('CONFIG.SYNTAX', yamlFault(syntax), { where: { file, line, column: col } });
  }
  const read = (): unknown => {
    try {
      return document.toJS({ maxAliasCount: ALIASES_MAX });
    } catch (error) {
      const { message, at } = aliasFault(error as Error, text);
      const { line, col } = lines.linePos(at);
      throw new RunError('CONFIG.SYNTAX', message, { where: { file, line, column: col }, cause: error });
    }
  };
  return checked(read, { file, to }, env, parsed);
}

/**
 * Checks a draft, in which questions may be open.
 * @throws RunError `CONFIG.*`
 */
export function checkDraft(text: string, file: string): void {
  try {
    parsePipeline(text, file, {});
  } catch (error) {
    if (!(error instanceof RunError) || error.code !== 'CONFIG.UNANSWERED') throw error;
  }
}

/**
 * Checks a pipeline that code has made, like a file; paths in it are relative to the folder of `file`.
 * @throws RunError `CONFIG.*` naming the field
 */
export function checkPipeline(pipeline: unknown, file: string, env: Env, to?: string): Pipeline {
  return checked(() => pipeline, { file, to }, env);
}

function checked(read: () => unknown, { file, to }: PipelineReference, env: Env, text?: YamlText): Pipeline {
  let raw: unknown;
  let secrets: readonly string[];
  try {
    const written = read();
    secrets = secretVariables(written, env);
    raw = substitute(withoutOthers(written, to, env), env);
  } catch (error) {
    if (error instanceof RunError) throw error;
    throw new RunError('CONFIG.SYNTAX', (error as Error).message, { where: { file } });
  }
  const parsed = pipelineSchema.safeParse(raw, { jitless: true });
  if (!parsed.success)
    throw unreadIn(raw) ?? schemaError(file, parsed.error.issues, raw, pipelineJsonSchema, text);
  return Object.freeze(resolved(parsed.data, { file, to }, env, secrets));
}

/** The error for an export of a system that is known and has no reader. */
const unreadIn = (raw: unknown): RunError | undefined =>
  unreadSystem((raw as { sources?: { export?: { system?: unknown } } } | undefined)?.sources?.export?.system);

/** Replaces `${NAME}` by the environment variable. */
function substitute(value: unknown, env: Env): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
      const found = Object.hasOwn(env, name) ? env[name] : undefined;
      if (found === undefined)
        throw new RunError('CONFIG.ENV_MISSING', `the environment variable ${name} is not set`);
      return found;
    });
  if (Array.isArray(value)) return value.map((item) => substitute(item, env));
  if (typeof value !== 'object' || value === null) return value;
  // The schema would leave the key out without a word.
  if (Object.hasOwn(value, '__proto__'))
    throw new RunError('CONFIG.INVALID', 'a pipeline file cannot have a key __proto__');
  // Code may leave a key without a value, a file cannot.
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(members.map(([key, item]) => [key, substitute(item, env)]));
}

/**
 * The same with the sandbox in the place of targets that are not used and name variables that are not set: whoever works
 * with one of them need not have what the others need.
 */
function withoutOthers(value: unknown, to: string | undefined, env: Env): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { target, targets } = value as { readonly target?: unknown; readonly targets?: unknown };
  if (typeof targets !== 'object' || targets === null) return value;
  const needed = (name: string | undefined, spec: unknown): unknown =>
    name === to || !lacksVariable(spec, env) ? spec : 'sandbox';
  return {
    ...value,
    ...(target === undefined ? {} : { target: needed(undefined, target) }),
    targets: Object.fromEntries(Object.entries(targets).map(([name, spec]) => [name, needed(name, spec)])),
  };
}

function lacksVariable(spec: unknown, env: Env): boolean {
  try {
    substitute(spec, env);
    return false;
  } catch {
    return true;
  }
}

function resolved(
  data: PipelineFile,
  { file, to }: PipelineReference,
  env: Env,
  secrets: readonly string[],
): Pipeline {
  const folder = dirname(resolve(file));
  const { system, api } = data.sources.export ?? {};
  const pull = system && api && pullSpecOf(system, api, { file, folder, secrets });
  const remote = new RemoteNames();
  const exported = exportedIn(data.sources, remote, pull);
  const sources = entityNames.flatMap((name) => {
    const own = [data.sources[name] ?? []].flat().map((spec) => withPaths(spec, remote.nameOf));
    const whole = pull ? serviceSource(pull, name) : undefined;
    const read = whole ?? (isExportedName(name) ? exported : undefined);
    const specs: readonly SourceSpec[] = read ? [...own, read] : own;
    return specs.length > 0 ? [[name, specs] as const] : [];
  });
  const idMap = data.idMap === undefined ? undefined : pathOf(remote.nameOf(data.idMap), folder);
  const target = targetOf(data, to, { file, folder });
  return {
    name: stateNameOf(data.name, to),
    file,
    folder,
    target,
    to,
    ...stateOf({ file, to }, data, env),
    sources: Object.fromEntries(sources),
    limits: limitsOf(data),
    retention: retentionOf(data, target),
    policies: policiesOf(data),
    thresholds: defined(data.thresholds ?? {}),
    references: data.references,
    idMap,
    ...(pull ? { pull } : {}),
    ...(data.files ? { files: filesSpecOf(data.files, folder) } : {}),
    ...(data.live ? { live: liveSpecOf(data.live, folder) } : {}),
    ...(remote.found.size > 0 ? { remotes: remote.found } : {}),
    sync: data.sync,
    shards: data.shards,
    notify: data.notify ?? [],
    secrets,
  };
}

/** The export that is read, with the address of the API among its paths. Records of this service are rows of files as they are. */
function exportedIn(
  { export: spec }: PipelineFile['sources'],
  remote: RemoteNames,
  pull: PullSpec | undefined,
): ExportSourceSpec | undefined {
  if (!spec || spec.system === 'service') return undefined;
  const { system, path = [], api: _, ...rest } = spec;
  const paths = [path, pull?.shown ?? []]
    .flat()
    .map((each) => (each === pull?.shown ? each : remote.nameOf(each)));
  const [only = '', ...others] = paths;
  return { export: { ...rest, system, path: others.length > 0 ? paths : only } };
}

const pathOf = (path: string, folder: string): string => (isRemote(path) ? path : resolve(folder, path));

/**
 * Returns the policies of a pipeline. What an export leaves unread would be a whole history; whoever writes files of their own
 * says in `readAt` what was read.
 */
const policiesOf = ({ policies: { unread, ...exits } = {}, sources }: PipelineFile): AllPolicies => ({
  ...DEFAULT_POLICIES,
  ...DEFAULT_EXPORT_POLICIES,
  ...defined(exits),
  ...((unread ?? (sources.export ? 'read' : 'keep')) === 'read' ? { unread: 'read' } : {}),
});

/** Without a declaration so many requests may be under way, if the allowed rate needs them. */
const CONCURRENCY_MAX = 64;

function limitsOf({ limits = {} }: PipelineFile): Pipeline['limits'] {
  const concurrencyMax = limits.concurrency ?? CONCURRENCY_MAX;
  return { concurrency: 4, batch: 50, timeoutSeconds: 120, ...defined(limits), concurrencyMax };
}

/**
 * A hosted service refuses old messages, so they are rejected before they are sent. The sandbox and other services on this
 * machine take them. The REST API sends messages with the time of the call, so they are never too old, unless declared.
 */
function retentionOf({ retention }: PipelineFile, target: Pipeline['target']): Pipeline['retention'] {
  const service = typeof target === 'object' ? target : undefined;
  if (!retention && service?.api === 'rest') return undefined;
  const hosted = service !== undefined && !isLoopback(service.baseUrl);
  const { messagesOlderThanDays = RETENTION_DAYS, policy = hosted ? 'reject' : 'allow' } = retention ?? {};
  return { messagesOlderThanDays, policy, hosted };
}

/** Parts of a pipeline in which `{ env: NAME }` is a key or the address of somebody who is told; the API of an old system is another. */
const KEYED = ['target', 'targets', 'notify', 'files', 'live'];
/** Parts in which every `${NAME}` may be one: an address with a password, or with a key in it. */
const ADDRESSED = ['state', 'notify'];

/**
 * The variables that a pipeline names as secrets: of keys, of the addresses of notifications and of sources on servers, and of
 * the server of its state. No program that it starts gets them.
 * @param pipeline before `${NAME}` was replaced
 * @param env what a variable holds: one that is a path is no secret, one that is an address may be
 */
function secretVariables(pipeline: unknown, env: Env): readonly string[] {
  if (typeof pipeline !== 'object' || pipeline === null) return [];
  const part = (name: string): unknown => (pipeline as Readonly<Record<string, unknown>>)[name];
  return [
    ...new Set([
      ...KEYED.flatMap((name) => namedIn(part(name))),
      ...namedIn(apiIn(part('sources'))),
      ...ADDRESSED.flatMap((name) => textsIn(part(name)).flatMap(filledIn)),
      ...pathsIn(part('sources')).flatMap((path) => {
        const names = filledIn(path);
        return isRemote(path) ? names : names.filter((name) => isRemote(env[name] ?? ''));
      }),
    ]),
  ];
}

/** The API of an old system in the sources of a pipeline. */
const apiIn = (sources: unknown): unknown =>
  (sources as { readonly export?: { readonly api?: unknown } | null } | null | undefined)?.export?.api;

/** Names that `env: NAME` says, at any depth. */
function namedIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'env' && typeof member === 'string' ? [member] : namedIn(member),
  );
}

const filledIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g), ([, name = '']) => name);

/** Place of the state of a pipeline: its folder and, where that is only a copy, the server that keeps it. */
function stateOf(
  reference: PipelineReference,
  data: PipelineFile,
  env: Env,
): { readonly stateFolder: string; readonly stateServer?: StateOnServer } {
  if (data.state === undefined || !isRemote(data.state))
    return { stateFolder: stateFolderOf(reference, data) };
  const server = new StateServer(data.state);
  const name = stateNameOf(data.name, reference.to);
  return {
    stateFolder: join(copiesIn(env), server.digest, name),
    stateServer: { server, name, before: stateFolderOf(reference, { name: data.name }) },
  };
}

/** The folder for copies of states; a path that is not absolute counts as none, as the XDG specification has it. */
function copiesIn({ XDG_CACHE_HOME: place = '' }: Env): string {
  const cache = isAbsolute(place) ? place : join(homedir(), '.cache');
  return join(cache, 'chatferry', 'state');
}
