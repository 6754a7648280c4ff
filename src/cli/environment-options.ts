import { usageError } from '../errors/run-error.ts';
import type { DeclaredOption } from './declared.ts';

type Env = Readonly<Record<string, string | undefined>>;

const PREFIX = 'CHATFERRY_';

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

/** Variables that are no options. */
const OTHERS = new Set(
  ['API_KEY', 'QUEUE', 'PROXY_LOOPBACK', 'PIPELINE', 'CLASS', 'EXIT_CODE', 'REPORT'].map(
    (name) => PREFIX + name,
  ),
);

/** An option that the environment gives. */
export type FromEnvironment = { readonly name: string; readonly value: string; readonly variable: string };

/** True if a variable may be an option; a command line without any needs no list of options. */
export const hasOptions = (env: Env): boolean =>
  Object.entries(env).some(([name, value]) => value && name.startsWith(PREFIX) && !OTHERS.has(name));

/** The variable of an option: `--max-errors` is `CHATFERRY_MAX_ERRORS`. */
const variableOf = (name: string): string => PREFIX + name.toUpperCase().replaceAll('-', '_');

/** Those of the options that the environment gives. */
export const givenBy = (env: Env, options: readonly DeclaredOption[]): readonly FromEnvironment[] =>
  options.flatMap(({ names: [name = ''] }) => {
    const variable = variableOf(name);
    const value = env[variable];
    return NEVER.has(name) || !value ? [] : [{ name, value, variable }];
  });

/**
 * What the environment adds to a command line: options of the command that it does not give itself.
 * @throws RunError `USAGE.INVALID` for a switch that is neither on nor off
 */
export function addedBy(
  env: Env,
  line: readonly string[],
  options: readonly DeclaredOption[],
): readonly { readonly words: readonly string[]; readonly from: FromEnvironment }[] {
  return givenBy(env, options).flatMap((from) => {
    const option = options.find(({ names }) => names[0] === from.name) as DeclaredOption;
    return isGiven(option, line) ? [] : [{ words: wordsOf(option, from), from }];
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
  if (!isBoolean) return [`--${name}`, value];
  if (isCounted && /^[0-2]$/.test(value)) return Array.from({ length: Number(value) }, () => `--${name}`);
  if (/^(?:1|true|yes|on)$/i.test(value)) return [`--${name}`];
  if (/^(?:0|false|no|off)$/i.test(value)) return name === 'color' ? ['--no-color'] : [];
  throw usageError(`${variable} expects true or false, got "${value}"`);
}
