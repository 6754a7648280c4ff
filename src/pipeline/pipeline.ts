import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { RunError } from '../errors/run-error.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import type { RetentionPolicy } from '../input/rows/retention.ts';
import { chatUrl, checkedUrl, isLoopback } from '../service/api/base-url.ts';
import { type TargetName, targetNames } from '../service/targets/targets.ts';
import { configError, type PipelineText } from './config-errors.ts';
import {
  type PipelineFile,
  pipelineJsonSchema,
  pipelineSchema,
  RETENTION_DAYS,
  type ServiceSpec,
} from './pipeline-schema.ts';
import type { Notifier } from './schema/notify-schema.ts';
import type { SourceSpec } from './schema/source-schema.ts';
import { stateFolderOf } from './state-place.ts';
import type { Thresholds } from './threshold.ts';

/** A complete pipeline: every default is filled in, every path is absolute. */
export type Pipeline = {
  readonly name: string;
  /** The path of its file, as given. */
  readonly file: string;
  readonly folder: string;
  readonly target: 'sandbox' | ServiceTarget | undefined;
  /** The pipeline's own state folder. */
  readonly stateFolder: string;
  readonly sources: Readonly<Partial<Record<EntityName, readonly SourceSpec[]>>>;
  /** Path of the file with an app's own ids. */
  readonly idMap: string | undefined;
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
  /** The conditions at the end of a run or a check. */
  readonly thresholds: Thresholds;
  readonly references: 'closed' | 'open' | undefined;
  readonly sync: PipelineFile['sync'];
  /** Who is told about a run. */
  readonly notify: readonly Notifier[];
  /** The digests of its code by file, as `openPipeline` finds them; absent if it was made in a program. */
  readonly code?: Readonly<Record<string, string>>;
};

/** How old messages may be, and what to do with older ones. */
type PipelineRetention = {
  /** Days, whole and positive. */
  readonly messagesOlderThanDays: number;
  readonly policy: RetentionPolicy;
  /** Whether the target is a service on another machine. */
  readonly hosted: boolean;
};

/** A hosted service with its complete address. */
export type ServiceTarget = ServiceSpec & {
  readonly baseUrl: string;
  readonly api: TargetName;
  readonly region: string;
};

/**
 * Reads and checks a pipeline file (YAML or JSON).
 * @throws RunError `CONFIG.*` with file, line and column
 */
export function loadPipeline(file: string, env: Readonly<Record<string, string | undefined>>): Pipeline {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : (error as Error).message;
    throw new RunError('CONFIG.FILE_MISSING', `the pipeline file ${file} ${reason}`, { cause: error });
  }
  return parsePipeline(text, file, env);
}

/** The same for the text of a pipeline file; relative paths are relative to the folder of `file`. */
export function parsePipeline(
  text: string,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Pipeline {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [syntax] = document.errors;
  if (syntax) {
    const { line, col } = lines.linePos(syntax.pos[0]);
    throw new RunError('CONFIG.SYNTAX', syntax.message, { where: { file, line, column: col } });
  }
  return checked(() => document.toJS({ maxAliasCount: 100 }), file, env, { document, lines });
}

/**
 * Checks a pipeline that code has made, like a file; paths in it are relative to the folder of `file`.
 * @throws RunError `CONFIG.*` naming the field
 */
export function checkPipeline(
  pipeline: unknown,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Pipeline {
  return checked(() => pipeline, file, env);
}

function checked(
  read: () => unknown,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  text?: PipelineText,
): Pipeline {
  let raw: unknown;
  try {
    raw = substitute(read(), env);
  } catch (error) {
    if (error instanceof RunError) throw error;
    throw new RunError('CONFIG.SYNTAX', (error as Error).message, { where: { file } });
  }
  const parsed = pipelineSchema.safeParse(raw);
  if (!parsed.success) throw configError(file, parsed.error.issues, pipelineJsonSchema(), text);
  return resolved(parsed.data, file);
}

/** Replaces `${NAME}` by the environment variable. */
function substitute(value: unknown, env: Readonly<Record<string, string | undefined>>): unknown {
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

function resolved(data: PipelineFile, file: string): Pipeline {
  const folder = dirname(resolve(file));
  const sources = entityNames.flatMap((name) => {
    const spec = data.sources[name];
    return spec ? [[name, [spec].flat()] as const] : [];
  });
  const target = targetOf(data, file, folder);
  return Object.freeze({
    name: data.name,
    file,
    folder,
    target,
    stateFolder: stateFolderOf(file, data),
    sources: Object.fromEntries(sources),
    limits: limitsOf(data),
    retention: retentionOf(data, target),
    thresholds: thresholdsOf(data),
    references: data.references,
    idMap: data.idMap === undefined ? undefined : resolve(folder, data.idMap),
    sync: data.sync,
    notify: data.notify ?? [],
  });
}

function targetOf({ target }: PipelineFile, file: string, folder: string): Pipeline['target'] {
  return target === undefined || target === 'sandbox' ? target : serviceTarget(target, file, folder);
}

/** Without a declaration so many requests may be under way, if the allowed rate needs them. */
const CONCURRENCY_MAX = 64;

function limitsOf({ limits = {} }: PipelineFile): Pipeline['limits'] {
  const { concurrency = 4, batch = 50, timeoutSeconds = 120, requestsPerMinute, maxRejects } = limits;
  return {
    concurrency,
    concurrencyMax: limits.concurrency ?? CONCURRENCY_MAX,
    batch,
    timeoutSeconds,
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(maxRejects === undefined ? {} : { maxRejects }),
  };
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

function thresholdsOf({ thresholds = {} }: PipelineFile): Thresholds {
  return Object.fromEntries(Object.entries(thresholds).filter(([, limit]) => limit !== undefined));
}

function serviceTarget(spec: ServiceSpec, file: string, folder: string): ServiceTarget {
  const region = spec.region ?? 'us';
  const invalid = (message: string): RunError =>
    new RunError('CONFIG.INVALID', `target: ${message}`, { where: { file: basename(file) } });
  if (spec.baseUrl === undefined && (spec.appId === undefined || spec.serviceHost === undefined))
    throw invalid('give appId and serviceHost, or baseUrl');
  if (spec.baseUrl !== undefined && (spec.serviceHost !== undefined || spec.region !== undefined))
    throw invalid('baseUrl replaces region and serviceHost, give one or the other');
  return {
    ...spec,
    region,
    api: spec.api ?? targetNames[0],
    baseUrl: addressOf(spec, invalid),
    ...(spec.caFile ? { caFile: resolve(folder, spec.caFile) } : {}),
  };
}

function addressOf(
  { baseUrl, appId = '', region = 'us', serviceHost = '' }: ServiceSpec,
  invalid: (message: string) => RunError,
): string {
  try {
    return baseUrl === undefined ? chatUrl({ appId, region, serviceHost }) : checkedUrl(baseUrl);
  } catch (error) {
    throw error instanceof RangeError ? invalid(error.message) : error;
  }
}
