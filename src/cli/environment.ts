import { parseEnv } from 'node:util';
import { usageError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';
import type { DeclaredOption } from './declared.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Options that only a person may give, for one command at a time, and those whose variables mean something else: `QUEUE` may hold a
 * password, and `REPORT` is given to commands of `notify`.
 */
const NEVER = new Set([
  'allow-code',
  'confirm',
  'fresh',
  'yes',
  'env-file',
  'help',
  'version',
  'queue',
  'report',
]);

/** Options that say the same thing: one that is typed wins over the variables of all of them. */
const SAME_THING = [
  ['json', 'format'],
  ['quiet', 'verbose', 'log-level'],
];

/** An option that the environment gives. */
export type FromEnvironment = { readonly name: string; readonly value: string; readonly variable: string };

/** The variable of an option: `--max-errors` is `CHATFERRY_MAX_ERRORS`. */
const variableOf = (name: string): string => `CHATFERRY_${name.toUpperCase().replaceAll('-', '_')}`;

/** Those of the options that the environment gives. */
export const givenBy = (env: Env, options: readonly DeclaredOption[]): readonly FromEnvironment[] =>
  options.flatMap(({ names: [name = ''] }) => {
    const variable = variableOf(name);
    const value = env[variable];
    return NEVER.has(name) || !value ? [] : [{ name, value, variable }];
  });

/**
 * Words that the environment adds to a command line: options of the command that it does not give itself.
 * @throws RunError `USAGE.INVALID` for a switch that is neither on nor off
 */
export function addedBy(
  env: Env,
  line: readonly string[],
  options: readonly DeclaredOption[],
): readonly { readonly words: readonly string[]; readonly from: FromEnvironment }[] {
  return givenBy(env, options).flatMap((from) => {
    const option = options.find(({ names }) => names[0] === from.name) as DeclaredOption;
    const sameThing = SAME_THING.find((names) => names.includes(from.name)) ?? [];
    const typed = options.filter(
      ({ names: [first = ''] }) => first === from.name || sameThing.includes(first),
    );
    return typed.some((each) => isGiven(each, line)) ? [] : [{ words: wordsOf(option, from), from }];
  });
}

const isGiven = ({ names }: DeclaredOption, line: readonly string[]): boolean =>
  line.some((word) =>
    names.some((name) => {
      if (name.length === 1) return /^-[a-zA-Z]+$/.test(word) && word.includes(name);
      const camel = name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
      return [`--${name}`, `--no-${name}`, `--${camel}`].some(
        (form) => word === form || word.startsWith(`${form}=`),
      );
    }),
  );

function wordsOf(
  { isBoolean, isCounted }: DeclaredOption,
  { name, value, variable }: FromEnvironment,
): readonly string[] {
  // One word, so that no value is taken for an option.
  if (!isBoolean) return [`--${name}=${value}`];
  if (isCounted && /^\d$/.test(value)) return Array.from({ length: Number(value) }, () => `--${name}`);
  if (/^(?:1|true|yes|on)$/i.test(value)) return [`--${name}`];
  if (/^(?:0|false|no|off)$/i.test(value)) return name === 'color' ? ['--no-color'] : [];
  throw usageError(`${variable} expects true or false, got "${value}"`);
}

/** A variable of the environment, or several of one meaning, and what it does. */
type Variable = readonly [names: string, does: string];

/** The environment variables that the tool reads, or gives to the programs that it starts. */
export const environment: readonly Variable[] = [
  [
    'CHATFERRY_<OPTION>',
    'any option, such as CHATFERRY_MAX_ERRORS for --max-errors; not --allow-code, --confirm, --env-file, --fresh, --report and --yes',
  ],
  ['CHATFERRY_API_KEY', 'the API key, unless the pipeline says where to find it (target.apiKey)'],
  ['CHATFERRY_QUEUE', 'the queue of fleet commands, unless --queue names it'],
  ['HTTPS_PROXY, HTTP_PROXY', 'the proxy for requests; the lower-case name wins'],
  ['NO_PROXY', 'hosts that are reached without the proxy'],
  ['CHATFERRY_PROXY_LOOPBACK', '1: use the proxy for addresses of this machine too'],
  ['NODE_EXTRA_CA_CERTS', 'a PEM file with further certificate authorities'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', 'ignored: certificates are always checked'],
  ['NO_COLOR', 'turns colours off; --color and --no-color win'],
  ['FORCE_COLOR, CLICOLOR_FORCE', 'turn colours on, unless the value is 0'],
  ['TERM', 'dumb: no colours and no live display'],
  ['CI', 'if set: no colours, no live display and no questions'],
  ['COLUMNS', 'the width of the output where there is no terminal'],
  ['TMPDIR', 'the folder for temporary files'],
  ['XDG_STATE_HOME', 'the folder for the data of chatferry sandbox; default: ~/.local/state'],
  ['XDG_CACHE_HOME', 'the folder for copies of states that are kept in PostgreSQL; default: ~/.cache'],
  [
    'CHATFERRY_PIPELINE, CHATFERRY_CLASS, CHATFERRY_EXIT_CODE, CHATFERRY_REPORT',
    'given to commands of notify; not read as options',
  ],
];

type EnvFiles = Pick<Files, 'readFile' | 'stat'>;

/** Names of variables that usually hold a secret. */
const SECRET = /KEY|TOKEN|SECRET|PASS|QUEUE|URL/;
const OTHERS_READ = 0o077;

/**
 * The environment with the variables of the files that `--env-file` names; what is set already stays.
 * @param warn gets a sentence about a file with secrets that others can read
 * @throws RunError `USAGE.INVALID` if a file cannot be read
 */
export async function withEnvFiles(
  line: readonly string[],
  env: Env,
  files: EnvFiles,
  warn: (text: string) => void,
): Promise<Env> {
  const named = line.flatMap((word, at) => {
    if (word === '--env-file') return [line[at + 1] ?? ''];
    return word.startsWith('--env-file=') ? [word.slice('--env-file='.length)] : [];
  });
  const found = await Promise.all(named.map((file) => variablesIn(file, files, warn)));
  return Object.assign({}, ...found, env);
}

async function variablesIn(file: string, files: EnvFiles, warn: (text: string) => void): Promise<Env> {
  try {
    const found = parseEnv(await files.readFile(file, 'utf8'));
    const mode = (await files.stat(file)).mode & 0o777;
    if (mode & OTHERS_READ && Object.keys(found).some((name) => SECRET.test(name)))
      warn(`others can read ${file}, its mode is ${mode.toString(8).padStart(4, '0')}: chmod 600 ${file}`);
    return found;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${code ?? message}`;
    throw usageError(`--env-file: ${file || 'the file'} ${why}`, { cause: error });
  }
}
