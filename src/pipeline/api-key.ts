import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RunError } from '../errors/run-error.ts';
import { Secret } from '../service/transport/secret.ts';
import { childEnv } from '../system/child-env.ts';
import { type CodeAccess, requireOwnCode } from './own-code.ts';
import type { ApiKeySpec } from './pipeline-schema.ts';

const COMMAND_MS = 60_000;

/** The place of a pipeline: its file as given, the folder that relative paths start from, and the variables of its secrets. */
type Place = { readonly file: string; readonly folder: string; readonly secrets: readonly string[] };

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
export async function readApiKey(
  spec: ApiKeySpec | undefined,
  place: Place,
  access: KeyAccess,
): Promise<Secret> {
  const where = spec ?? { env: 'CHATFERRY_API_KEY' };
  if ('command' in where) await requireOwnCode(where.command[0] as string, place, access);
  const [text, from] = read(where, place, access.env);
  const key = text.trim();
  if (key === '') throw new RunError('AUTH.KEY_MISSING', `no API key in ${from}`);
  if (!/^[\x21-\x7e]+$/.test(key)) throw new RunError('AUTH.KEY_MISSING', `${from} is not an API key`);
  return new Secret(key);
}

function read(
  where: ApiKeySpec,
  { folder, secrets }: Place,
  env: Readonly<Record<string, string | undefined>>,
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
    throw new RunError(
      'AUTH.KEY_MISSING',
      `the API key cannot be read from ${named}: ${(error as { code?: string }).code ?? 'it failed'}`,
    );
  }
}
