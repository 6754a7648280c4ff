import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearest } from '../errors/nearest.ts';
import { RunError } from '../errors/run-error.ts';
import { type CodeAccess, requireOwnCode } from '../files/own-folder.ts';
import { chatUrl, checkedUrl } from '../service/api/base-url.ts';
import { type TargetName, targetNames } from '../service/targets/targets.ts';
import { Secret } from '../service/transport/secret.ts';
import { childEnv } from '../system/child-env.ts';
import type { PipelineFile, ServiceSpec } from './pipeline-schema.ts';
import type { KeyPlaceSpec } from './schema/api-schema.ts';

/** A hosted service with its complete address. */
export type ServiceTarget = ServiceSpec & {
  readonly baseUrl: string;
  readonly api: TargetName;
  readonly region: string;
};

/**
 * The target that is meant: the one of this name among `targets`, without a name `target`. Undefined if the pipeline
 * declares none.
 * @param folder relative paths in it are relative to this folder
 * @throws RunError `CONFIG.TARGET_CHOICE` with the names that there are; `CONFIG.INVALID` for an address that is none
 */
export function targetOf(
  { target, targets = {} }: Pick<PipelineFile, 'target' | 'targets'>,
  to: string | undefined,
  { file, folder }: { readonly file: string; readonly folder: string },
): 'sandbox' | ServiceTarget | undefined {
  const names = Object.keys(targets);
  const isChoice = to === undefined ? target === undefined && names.length > 0 : !names.includes(to);
  if (isChoice) throw noSuchTarget(names, to, file);
  const spec = to === undefined ? target : targets[to];
  const at = to === undefined ? 'target' : `targets.${to}`;
  return spec === undefined || spec === 'sandbox' ? spec : serviceTarget(spec, at, file, folder);
}

function noSuchTarget(names: readonly string[], to: string | undefined, file: string): RunError {
  const where = { file };
  if (to === undefined)
    return new RunError('CONFIG.TARGET_CHOICE', `the pipeline has the targets ${names.join(', ')}`, {
      hint: `name one of them:  ${names.map((name) => `--to ${name}`).join('  or  ')}`,
      where,
      missingFlags: ['--to'],
    });
  if (names.length === 0)
    return new RunError('CONFIG.TARGET_CHOICE', `--to ${to}: the pipeline has no targets`, {
      hint: `declare it:  targets: { ${to}: … };  or leave --to out, if the file has a target`,
      where,
    });
  const meant = nearest(to, names);
  return new RunError(
    'CONFIG.TARGET_CHOICE',
    `the pipeline has no target ${to}, ${meant ? `did you mean ${meant}` : `it has ${names.join(', ')}`}`,
    { hint: (meant ? [meant] : names).map((name) => `--to ${name}`).join('  or  '), where },
  );
}

function serviceTarget(spec: ServiceSpec, at: string, file: string, folder: string): ServiceTarget {
  const region = spec.region ?? 'us';
  const invalid = (message: string): RunError =>
    new RunError('CONFIG.INVALID', `${at}: ${message}`, { where: { file } });
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

const COMMAND_MS = 60_000;

/** The place of a pipeline: its file as given, the folder that relative paths start from, and the variables of its secrets. */
export type KeyPlace = {
  readonly file: string;
  readonly folder: string;
  readonly secrets: readonly string[];
};

/** Things that reading a key may use. */
export type KeyAccess = CodeAccess & {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As in a command's context. */
  readonly hideVariables?: ((names: readonly string[]) => void) | undefined;
  /** The text of the pipeline file, where that is not read. */
  readonly pipelineText?: string | undefined;
};

/**
 * Reads the API key from the place that the pipeline names, by default from `CHATFERRY_API_KEY`. A command runs in the
 * folder of the pipeline, and only if nobody else may change what it is.
 * @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN`
 */
export const readApiKey = (
  spec: KeyPlaceSpec | undefined,
  place: KeyPlace,
  access: KeyAccess,
): Promise<Secret> => readSecret(spec ?? { env: 'CHATFERRY_API_KEY' }, place, access);

/** Name of a secret in messages, and the texts that can be one. */
type SecretForm = { readonly name: string; readonly pattern: RegExp };

const API_KEY: SecretForm = { name: 'API key', pattern: /^[\x21-\x7e]+$/ };
/** The value of a header, such as `Bearer abc`. */
export const HEADER_VALUE: SecretForm = { name: 'value of a header', pattern: /^[\x20-\x7e]+$/ };

/**
 * Reads a key from the place that the pipeline names.
 * @param member the place in the pipeline file, if it is not that of the API key of the target
 * @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN`
 */
export async function readSecret(
  where: KeyPlaceSpec,
  place: KeyPlace,
  access: KeyAccess,
  member?: string,
  { name, pattern }: SecretForm = API_KEY,
): Promise<Secret> {
  const missing = (message: string): RunError =>
    member === undefined
      ? new RunError('AUTH.KEY_MISSING', message)
      : new RunError('AUTH.KEY_MISSING', `${member}: ${message}`, {
          hint: `set the environment variable or the file that ${member} names`,
        });
  if ('command' in where) await requireOwnCode(where.command[0] as string, place, access);
  const [text, from] = read(where, place, access.env, (why) => missing(`the ${name} ${why}`));
  const key = text.trim();
  if (key === '') throw missing(`no ${name} in ${from}`);
  if (!pattern.test(key)) throw missing(`${from} is not ${name === API_KEY.name ? 'an' : 'a'} ${name}`);
  return new Secret(key);
}

function read(
  where: KeyPlaceSpec,
  { folder, secrets }: KeyPlace,
  env: Readonly<Record<string, string | undefined>>,
  missing: (message: string) => RunError,
): [string, string] {
  if ('env' in where) {
    const text = Object.hasOwn(env, where.env) ? env[where.env] : undefined;
    return [text ?? '', `the environment variable ${where.env}`];
  }
  try {
    if ('file' in where) return [readFileSync(resolve(folder, where.file), 'utf8'), `the file ${where.file}`];
    const [command, ...args] = where.command as [string, ...string[]];
    const text = execFileSync(command, args, {
      encoding: 'utf8',
      timeout: COMMAND_MS,
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: folder,
      env: childEnv(env, secrets),
    });
    return [text, `the output of ${command}`];
  } catch (error) {
    const named = 'file' in where ? `the file ${where.file}` : `the command ${where.command[0]}`;
    throw missing(`cannot be read from ${named}: ${(error as { code?: string }).code ?? 'it failed'}`);
  }
}
