import type { Argv } from 'yargs';
import { RunError } from '../errors/run-error.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { parseDuration } from './duration.ts';

/** What a command line holds, by option, before it is looked at. */
export type Args = Readonly<Record<string, unknown>>;

/** The one argument of most commands. */
export function onePipeline<T>(y: Argv<T>): Argv<T & { pipeline: string | undefined }> {
  return y.positional('pipeline', { type: 'string', describe: 'the pipeline file (YAML or JSON)' });
}

export function validateOptions(y: Argv): Argv {
  return onePipeline(y)
    .example('$0 validate pipeline.yaml', 'all errors in one pass')
    .example('$0 validate pipeline.yaml --report report.html', 'the same as a page, with charts')
    .option('report', { type: 'string', describe: 'write an HTML report to this file' })
    .option('format', {
      type: 'string',
      default: 'text',
      choices: FORMATS,
      describe: 'what is printed',
    })
    .option('max-errors', {
      type: 'string',
      describe: 'samples shown of each code; as many as fit on a screen where absent',
    })
    .option('strict', {
      type: 'boolean',
      default: false,
      describe: 'notices and columns that no field takes are failures',
    });
}

export function planOptions(y: Argv): Argv {
  return onePipeline(y)
    .example('$0 plan pipeline.yaml --out plan.json', 'then: $0 run pipeline.yaml --plan plan.json')
    .option('out', { type: 'string', describe: 'save the plan there; in the state folder where absent' })
    .option('conversations', {
      type: 'boolean',
      default: false,
      describe: 'name the conversations with something new or changed',
    })
    .option('online', {
      type: 'boolean',
      default: false,
      describe: 'compare with what the service holds, by reading it; for a target that held rows before',
    })
    .option('strict', STRICT);
}

export function runOptions(y: Argv): Argv {
  return onePipeline(y)
    .example('$0 run pipeline.yaml', 'start, or go on')
    .option('yes', YES)
    .option('fresh', {
      type: 'boolean',
      default: false,
      describe: 'forget what was done and start over',
    })
    .option('strict', STRICT)
    .option('max-duration', MAX_DURATION)
    .option('plan', { type: 'string', describe: 'do exactly what this plan says, or say that it is stale' })
    .option('confirm', {
      type: 'string',
      describe: 'go on with a night that a guard has stopped, by the name it printed',
    });
}

export function verifyOptions(y: Argv): Argv {
  return onePipeline(y)
    .example('$0 verify pipeline.yaml', 'every row and every field, both ways')
    .example('$0 verify pipeline.yaml --sample 5%', 'the same for a twentieth of the conversations')
    .option('quick', { type: 'boolean', default: false, describe: 'keys, counts and last messages alone' })
    .option('sample', {
      type: 'string',
      describe: 'a share such as 5%, or a number of users, groups and conversations',
    })
    .option('one-way', {
      type: 'boolean',
      default: false,
      describe: 'what only the service holds is no difference',
    });
}

/** What `verify` is told. */
export function verifyArguments(args: Args) {
  const [quick, sample] = [args['quick'] === true, sampleSize(args)];
  if (quick && sample) throw new RunError('USAGE.INVALID', '--quick and --sample ask for different things');
  return { pipeline: text(args, 'pipeline'), quick, sample, oneWay: args['one-way'] === true };
}

/** `5%` or `200`; undefined where it is not given. */
function sampleSize(args: Args): { share: number } | { count: number } | undefined {
  const written = optional(args, 'sample');
  if (written === undefined) return undefined;
  const [, digits = '', percent] = /^(\d{1,9}(?:\.\d{1,6})?)(%?)$/.exec(written) ?? [];
  const number = Number(digits);
  const fits = percent ? number > 0 && number <= 100 : number > 0 && Number.isInteger(number);
  if (digits === '' || !fits)
    throw new RunError('USAGE.INVALID', `--sample expects a share such as 5% or a number, got "${written}"`);
  return percent ? { share: number / 100 } : { count: number };
}

export function undoOptions(y: Argv): Argv {
  return onePipeline(y)
    .example('$0 undo pipeline.yaml', 'shows what would be removed, and an id')
    .example('$0 undo pipeline.yaml --confirm 1a2b3c4d', 'removes what was shown')
    .option('confirm', { type: 'string', describe: 'the id that was printed with what would be removed' })
    .option('include-used', {
      type: 'boolean',
      default: false,
      describe: 'remove groups and users too that others use by now',
    });
}

export function sandboxOptions(y: Argv): Argv {
  return y
    .example('$0 sandbox --port 7700', 'prints the address, the app id and where the key is')
    .option('port', { type: 'string', default: '0', describe: '0 takes a free one' })
    .option('data', { type: 'string', describe: 'the SQLite file that keeps its data' })
    .option('http', { type: 'boolean', default: false, describe: 'without TLS, on this machine only' })
    .option('limits', { type: 'string', default: 'none', describe: 'documented, build, none or N/min' })
    .option('faults', { type: 'string', describe: 'what goes wrong how often, such as 429:5%,lost:1%' })
    .option('quirks', { type: 'string', describe: 'what is publicly unsettled, such as poison=batch500' })
    .option('apps', { type: 'string', describe: 'further apps that are to exist, such as one,two' })
    .option('seed', { type: 'string', default: '1', describe: 'makes faults repeatable' })
    .option('until-stdin-ends', { type: 'boolean', default: false, hidden: true });
}

/** The value of an option; yargs makes a list of an option that is given twice. */
export function single(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new RunError('USAGE.INVALID', `--${name} is given more than once`);
  return value;
}

export const text = (args: Args, name: string): string => single(name, args[name]);
export const optional = (args: Args, name: string): string | undefined =>
  args[name] === undefined ? undefined : single(name, args[name]);

export function whole(name: string, value: unknown, max: number): number {
  const written = single(name, value);
  const number = Number(written);
  if (!/^\d+$/.test(written) || number > max)
    throw new RunError('USAGE.INVALID', `--${name} expects a whole number up to ${max}, got "${written}"`);
  return number;
}

/** What `validate --format` takes. */
const FORMATS = ['text', 'json', 'github', 'junit', 'sarif'] as const;

export const optionalWhole = (args: Args, name: string, max: number): number | undefined =>
  args[name] === undefined ? undefined : whole(name, args[name], max);

/** `--json` is `--format json`; both together must not disagree. */
export function formatOf(args: Args): (typeof FORMATS)[number] {
  const format = single('format', args['format']) as (typeof FORMATS)[number];
  const json = args['json'] === true;
  if (json && format !== 'text' && format !== 'json')
    throw new RunError('USAGE.INVALID', `--json and --format ${format} ask for different things`);
  return json ? 'json' : format;
}

/** A span of time in milliseconds; undefined where it is not given. */
export function milliseconds(args: Args, name: string): number | undefined {
  const written = optional(args, name);
  if (written === undefined) return undefined;
  try {
    return parseDuration(written);
  } catch (error) {
    throw new RunError('USAGE.INVALID', (error as Error).message, { cause: error });
  }
}

export const YES = {
  type: 'boolean',
  default: false,
  alias: 'y',
  describe: 'do not ask before writing to a hosted service',
} as const;
export const MAX_DURATION = { type: 'string', describe: 'stop in good order after 90s, 30m, 6h' } as const;
const STRICT = {
  type: 'boolean',
  default: false,
  describe: 'a column that no field takes is an error',
} as const;

export function inspectOptions(y: Argv): Argv {
  return y
    .positional('files', { type: 'string', array: true, describe: 'exports, plain or compressed' })
    .example('$0 inspect export/*.csv', 'rows, columns, times, a map to copy')
    .option('samples', {
      type: 'boolean',
      default: false,
      describe: 'show values as they are, not their form',
    })
    .option('entity', { type: 'string', describe: 'users, groups, members or messages; guessed without' })
    .option('encoding', { type: 'string', describe: 'where it is known' })
    .option('delimiter', { type: 'string', describe: 'where it is known' })
    .option('zone', { type: 'string', describe: 'of times that name none, such as Europe/Berlin' });
}

export function initOptions(y: Argv): Argv {
  return entityNames
    .reduce(
      (each, name) => each.option(name, { type: 'string', array: true, describe: `files that hold ${name}` }),
      y.positional('dir', { type: 'string', default: '.', describe: 'the folder of the exports' }),
    )
    .example('$0 init export --yes', 'looks at the files, writes export/pipeline.yaml')
    .option('yes', {
      type: 'boolean',
      default: false,
      alias: 'y',
      describe: 'do not ask, take what is likely',
    })
    .option('name', { type: 'string', describe: 'of the pipeline; that of the folder without' })
    .option('zone', { type: 'string', describe: 'of times that name none, such as Europe/Berlin' })
    .option('out', { type: 'string', describe: 'the file to write; pipeline.yaml in the folder without' })
    .option('force', { type: 'boolean', default: false, describe: 'overwrite the file if it is there' });
}

/** The values of an option that may be given more than once. */
export const list = (args: Args, name: string): readonly string[] | undefined =>
  args[name] === undefined ? undefined : (args[name] as readonly unknown[]).map(String);

export function entityOf(args: Args): EntityName | undefined {
  const written = optional(args, 'entity');
  const entity = entityNames.find((name) => name === written);
  if (written !== undefined && entity === undefined)
    throw new RunError(
      'USAGE.INVALID',
      `--entity expects one of ${entityNames.join(', ')}, got ${JSON.stringify(written)}`,
    );
  return entity;
}
