import type { Argv } from 'yargs';
import { usageError } from '../errors/run-error.ts';
import { referenceText } from '../pipeline/reference.ts';

/** The names that a builder has declared, without the index signatures that yargs adds. */
type Declared<A> = keyof { [K in keyof A as string extends K ? never : number extends K ? never : K]: A[K] } &
  string;

/** Declares what names a pipeline in most commands: its file, and maybe one of its targets. */
export function onePipeline<T>(
  y: Argv<T>,
): Argv<T & { pipeline: string | undefined; to: string | undefined }> {
  return y
    .positional(
      'pipeline',
      word('the pipeline file; default: chatferry.yaml, or the only one in this folder'),
    )
    .option('to', word('one of the targets of the pipeline file')) as Argv<
    T & { pipeline: string | undefined; to: string | undefined }
  >;
}

/**
 * The pipeline as the command line names it, which the next command that is printed repeats: its file, and the target if
 * one is named.
 */
export function pipelineOf(args: { readonly [name: string]: unknown }): string {
  const file = single('pipeline', args['pipeline']);
  if (args['to'] === undefined) return file;
  const to = single('to', args['to']);
  if (!/^\S+$/.test(to)) throw usageError(`--to expects the name of a target, got "${to}"`);
  return referenceText({ file, to });
}

/** An option that is given or not. */
export const flag = (describe: string) => ({ type: 'boolean', default: false, describe }) as const;

/** A flag with which a command does not ask. */
export const yes = (describe: string) => ({ ...flag(describe), alias: 'y' }) as const;

/** An option or an argument with a text. */
export const word = (describe: string) => ({ type: 'string', describe }) as const;

/** The same, with what it is where nobody gives it. */
export const wordOr = (otherwise: string, describe: string) =>
  ({ type: 'string', default: otherwise, describe }) as const;

/** Several texts. */
export const words = (describe: string) => ({ type: 'string', array: true, describe }) as const;

/** For commands that may send live messages. */
export const ALLOW_NOTIFICATIONS = flag('allow calls that can send push messages or e-mail');

export const YES = yes('do not ask before writing');
export const MAX_DURATION = word('stop after a time such as 90s, 30m or 6h');
export const STRICT = flag('a column that no field uses is an error');

/** The value of an option. yargs makes a list of an option that is given twice. */
function single(name: string, value: unknown): string {
  if (typeof value !== 'string') throw usageError(`--${name} is given more than once`);
  return value;
}

/** The value of an option that always has one. */
export const textOption = <A>(args: A, name: Declared<A>): string => single(name, args[name]);

/** The value of an option; undefined if it is not given. */
export const optional = <A>(args: A, name: Declared<A>): string | undefined =>
  args[name] === undefined ? undefined : single(name, args[name]);

/** The values of an option that may be given more than once. */
export const listOption = <A>(args: A, name: Declared<A>): readonly string[] | undefined =>
  args[name] === undefined ? undefined : (args[name] as readonly unknown[]).map(String);

/**
 * A name or address of this machine to listen on.
 * @throws RunError `USAGE.INVALID`; an empty one would be every address
 */
export function listenHost<A>(args: A, name: Declared<A>): string {
  const host = textOption(args, name);
  if (/^[\w.:-]+$/.test(host)) return host;
  throw usageError(`--${name} expects a name or address of this machine, got "${host}"`);
}

/** A whole number from 0 to `max`. */
export function whole<A>(args: A, name: Declared<A>, max: number): number {
  const written = textOption(args, name);
  const number = Number(written);
  if (!/^\d+$/.test(written) || number > max)
    throw usageError(`--${name} expects a whole number up to ${max}, got "${written}"`);
  return number;
}

/** A percentage such as `5%` as a fraction of 1, or a whole number; undefined if it is not given. */
export function shareOrCount<A>(
  args: A,
  name: Declared<A>,
): { share: number } | { count: number } | undefined {
  const written = optional(args, name);
  if (written === undefined) return undefined;
  const [, digits = '', percent] = /^(\d{1,9}(?:\.\d{1,6})?)(%?)$/.exec(written) ?? [];
  const number = Number(digits);
  const fits = percent ? number > 0 && number <= 100 : number > 0 && Number.isInteger(number);
  if (digits === '' || !fits)
    throw usageError(`--${name} expects a percentage such as 5% or a number, got "${written}"`);
  return percent ? { share: number / 100 } : { count: number };
}

/** A duration in milliseconds; undefined if it is not given. */
export function milliseconds<A>(args: A, name: Declared<A>): number | undefined {
  const written = optional(args, name);
  if (written === undefined) return undefined;
  try {
    return parseDuration(written);
  } catch (error) {
    throw usageError(`--${name} ${(error as Error).message}`, { cause: error });
  }
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const MAX_MS = 2_147_483_647;

/**
 * Reads `90s`, `30m`, `6h` as milliseconds.
 * @throws RangeError for text of another form, and for a duration beyond 24 days
 */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+)([smh])$/.exec(text.trim()) ?? [];
  const ms = Number(amount) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (!(ms > 0) || ms > MAX_MS)
    throw new RangeError(`expects a duration such as 90s, 30m or 6h, got "${text}"`);
  return ms;
}
