import { version } from '../system/version.ts';
import type { Run } from '../terminal/context.ts';
import type { Parsed } from './arguments.ts';
import { namingPipeline } from './command.ts';

/**
 * The short command lines that scripts call again and again: `--version`, `status PIPELINE` with or without `--json`, and
 * `validate` and `run` with the pipeline first and plain options after it. Understood without yargs, which takes as long to
 * load as they take; with the same result. Undefined for every other command line.
 */
export function fastPath(argv: readonly string[], env: Env = {}): Parsed | undefined {
  if (hasOptions(env)) return undefined;
  const [first = '', pipeline = '', ...options] = argv;
  if (argv.length === 1) return VERSION.includes(first) ? { text: version, exitCode: 0 } : undefined;
  if (!PLAIN.test(pipeline)) return undefined;
  if (first === 'status')
    return options.length === 0 || (options.length === 1 && options[0] === '--json')
      ? statusOf(pipeline, options.length === 1)
      : undefined;
  return Object.hasOwn(SHORT, first)
    ? commandOf(SHORT[first as keyof typeof SHORT], pipeline, options)
    : undefined;
}

const VERSION = ['--version', '-V'];
/** An argument that is no option, and that yargs leaves as it is: it takes quotes away. */
const PLAIN = /^[^-"'`][^"'`]*$/;
/** Options of every command that are understood here. */
const GLOBAL = ['json', 'quiet', 'verbose'];

type Args = Readonly<Record<string, unknown>>;

/** A command with options that are on if they are given, and options with a value. */
type Short = {
  readonly switches: readonly string[];
  readonly values: readonly string[];
  readonly defaults: Args;
  /** The command, as yargs would call it. */
  readonly run: (args: Args, ...context: Parameters<Run>) => ReturnType<Run>;
};

const SHORT: Readonly<Record<'validate' | 'run', Short>> = {
  validate: {
    switches: ['strict'],
    values: ['to', 'threads', 'report', 'max-errors'],
    defaults: { format: 'text' },
    run: async (args, ...context) =>
      (await import('./commands/validate.ts')).validate.handler(args as never, ...context),
  },
  run: {
    switches: ['strict', 'yes', 'fresh', 'events'],
    values: ['to', 'max-duration'],
    defaults: {},
    run: async (args, ...context) =>
      (await import('./commands/run.ts')).run.handler(args as never, ...context),
  },
};

function commandOf(
  { switches, values, defaults, run }: Short,
  pipeline: string,
  options: readonly string[],
): Parsed | undefined {
  const all = [...GLOBAL, ...switches];
  const args: Record<string, unknown> = { ...defaults, pipeline };
  for (const name of all) args[name] = false;
  for (let at = 0; at < options.length; at++) {
    const [, name = ''] = /^--([a-z-]+)$/.exec(options[at] as string) ?? [];
    const isValue = values.includes(name);
    // An option that is given twice is for yargs.
    if (isValue ? args[name] !== undefined : args[name] !== false || !all.includes(name)) return undefined;
    const value = isValue ? (options[++at] ?? '') : true;
    if (isValue && !PLAIN.test(String(value))) return undefined;
    args[name] = value;
    args[camelCase(name)] = value;
  }
  return {
    flags: {
      json: args['json'] === true,
      quiet: args['quiet'] === true,
      verbosity: args['verbose'] === true ? 1 : 0,
      allowCode: false,
    },
    run: (...context) => run(args, ...context).catch(namingPipeline(args)),
  };
}

const camelCase = (name: string): string =>
  name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function statusOf(pipeline: string, json: boolean): Parsed {
  const run: Run = async (context) => {
    const { showStatus } = await import('../features/status/show-status.ts');
    return showStatus({ pipeline, watch: false }, context).catch(namingPipeline({ pipeline }));
  };
  return {
    flags: { json, quiet: false, verbosity: 0, allowCode: false },
    run,
  };
}

type Env = Readonly<Record<string, string | undefined>>;

/** Variables of the options of these commands, after `CHATFERRY_`. A test compares them with what the commands declare. */
export const FROM_ENVIRONMENT: readonly string[] = [
  'JSON',
  'QUIET',
  'VERBOSE',
  'LOG_LEVEL',
  'COLOR',
  'TO',
  'STRICT',
  'WATCH',
  'REJECTS',
  'FORMAT',
  'MAX_ERRORS',
  'THREADS',
  'ALLOW_NOTIFICATIONS',
  'RETRY_FILES',
  'FINISH_FILES',
  'MAX_DURATION',
  'EVENTS',
  'ONLY',
  'LIMIT',
  'SINCE',
  'CONVERSATION',
  'PLAN',
  'METRICS',
  'DASHBOARD',
];

/** True if a variable gives one of these options: then yargs reads the line. */
const hasOptions = (env: Env): boolean => FROM_ENVIRONMENT.some((name) => env[`CHATFERRY_${name}`]);
