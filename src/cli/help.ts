import { exitCodes, exitMeanings } from '../errors/run-error.ts';
import { folded, widthOf } from '../terminal/width.ts';
import type { Command, CommandGroup } from './command.ts';
import { commandName, declaredBy, GLOBAL_OPTIONS, type Spec, type Specs } from './declared.ts';
import { environment } from './environment.ts';

/** Lines of help are at most so wide, and never narrower than words need. */
const WIDEST = 80;
const NARROWEST = 40;
/** Names of values that say more than the names of their options. */
const VALUES: Readonly<Record<string, string>> = {
  to: 'target',
  out: 'file',
  report: 'file',
  metrics: 'file',
  plan: 'file',
  config: 'file',
  data: 'file',
  'env-file': 'file',
  rejects: 'folder',
  confirm: 'id',
  limit: 'number',
  concurrency: 'number',
  threads: 'number',
  'max-errors': 'number',
  seed: 'number',
  dashboard: 'port',
  since: 'time',
  'exported-at': 'time',
  'max-duration': 'duration',
  within: 'duration',
  retention: 'duration',
  only: 'entities',
  at: 'cron',
  sample: 'share',
  answer: 'id=value',
};

/** The name of an option with what follows it, such as `--limit <number>`. */
export function optionLabel(name: string, { type, choices, array }: Spec): string {
  if (type === 'boolean') return `--${name}`;
  const value = choices ? choices.join('|') : `<${VALUES[name] ?? name}>`;
  return `--${name} ${value}${array ? '…' : ''}`;
}

/** Describes an option or an argument, with what holds without it. */
export function aboutOption({ describe = '', default: otherwise, demandOption }: Spec): string {
  const isTold = otherwise === undefined || otherwise === false || /default:/.test(describe);
  return `${describe}${isTold ? '' : `; default: ${String(otherwise)}`}${demandOption ? '; required' : ''}`;
}

/** Two columns, the second one folded. */
function table(rows: readonly (readonly [string, string])[], columns: number): string {
  const label = Math.min(Math.ceil(columns / 2), Math.max(...rows.map(([left]) => widthOf(left))) + 4);
  const indent = ' '.repeat(label);
  return rows
    .map(([left, right]) => {
      const start = `  ${left}  `;
      const line = widthOf(start) > label ? [start.trimEnd()] : [];
      const first = line.length > 0 ? indent : start.padEnd(label);
      return [...line, ...folded(first + right, columns, indent)].join('\n');
    })
    .join('\n');
}

const withShort = (name: string, spec: Spec): string =>
  `${[spec.alias ?? []]
    .flat()
    .map((short) => `-${short}, `)
    .join('')}${optionLabel(name, spec)}`;

const options = (specs: Specs): readonly (readonly [string, string])[] =>
  Object.entries(specs)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, spec]) => [withShort(name, spec), aboutOption(spec)] as const);

const typed = (line: string): string => line.replace('$0', 'chatferry');

type Section = readonly [title: string, rows: readonly (readonly [string, string])[]];

/** The parts of a help page: the examples first, because most people read no further. */
function page(usage: string, about: string, sections: readonly Section[], columns: number): string {
  const [examples, ...rest] = sections.map(([title, rows]) =>
    rows.length === 0 ? '' : `${title}:\n${table(rows, columns)}`,
  );
  const own = [usage, about].map((text) => folded(text, columns, '  ').join('\n'));
  return [examples, ...own, ...rest].filter(Boolean).join('\n\n');
}

const EVERY = [...Object.keys(GLOBAL_OPTIONS), 'help', 'version'].map((name) => `--${name}`).join(' ');
const everyOption = (columns: number): string =>
  folded(`Options of every command (chatferry help): ${EVERY}`, columns, '  ').join('\n');

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/**
 * The help of a command, of a group of commands, or of all of them.
 * @param above the group that a command is in
 * @param columns of the terminal that shows it; undefined if there is none
 */
export function helpText(
  of: Command | CommandGroup | readonly (Command | CommandGroup)[],
  above: string,
  columns: number = WIDEST,
): string {
  const width = Math.max(NARROWEST, Math.min(WIDEST, columns));
  if (Array.isArray(of)) return allHelp(of, width);
  const one = of as Command | CommandGroup;
  const name = [above, one.command.replace(/^\$0 ?/, '')].filter(Boolean).join(' ');
  if ('commands' in one)
    return `${page(
      `chatferry ${name} <command> [options]`,
      capital(one.describe),
      [
        ['Examples', [[typed(one.example[0]), one.example[1]]]],
        [
          'Commands',
          one.commands.map((each) => [each.command.replace(/^\$0 ?/, ''), each.describe] as const),
        ],
      ],
      width,
    )}\n\n${everyOption(width)}`;
  const { positionals, options: own, examples } = declaredBy(one);
  const args = Object.entries(positionals).map(
    ([arg, spec]) => [spec.choices?.join('|') ?? arg, aboutOption(spec)] as const,
  );
  const sections: readonly Section[] = [
    ['Examples', examples.map(([line, does]) => [typed(line), does] as const)],
    ['Arguments', args],
    ['Options', options(own)],
  ];
  return `${page(`chatferry ${name} [options]`, capital(one.describe), sections, width)}\n\n${everyOption(width)}`;
}

function allHelp(commands: readonly (Command | CommandGroup)[], width: number): string {
  return page(
    'chatferry <command> [pipeline] [options]',
    'Moves users, groups, members and messages into a hosted chat service.',
    [
      [
        'Examples',
        [
          ['chatferry validate pipeline.yaml', 'list every error, send nothing'],
          ['chatferry run pipeline.yaml', 'write the rows; resume where it stopped'],
        ],
      ],
      ['Commands', commands.map((each) => [commandName(each), each.describe] as const)],
      [
        'Options of every command',
        [...options(GLOBAL_OPTIONS), ['-h, --help', 'show help'], ['-V, --version', 'show the version']],
      ],
      ['More', TOPICS.map(({ name, describe }) => [`chatferry help ${name}`, describe] as const)],
    ],
    width,
  );
}

type Topic = {
  readonly name: string;
  readonly describe: string;
  readonly text: (columns: number) => string;
};

const PIPELINE = `A pipeline file says what is moved and where to. YAML or JSON, data only:

  version: 1
  name: move                     # a-z 0-9 -; names the state folder
  target: sandbox                # a local service; or appId, region, serviceHost
  sources:
    users: { path: users.csv }
    groups: { path: groups.csv }
    members: { path: members.csv }
    messages: { path: "messages-*.ndjson", map: { text: body } }

Without a pipeline on the command line, chatferry.yaml is used, or the only
pipeline file in the folder. Relative paths start at the file. \${NAME} inserts
an environment variable.

  chatferry init                 write a pipeline for the files of a folder
  chatferry config show          every setting, and where it comes from
  chatferry schema               the schema, for editors
  docs/reference/pipeline.md     every key`;

const TOPICS: readonly Topic[] = [
  {
    name: 'exit-codes',
    describe: 'what the exit codes mean',
    text: (columns) =>
      `Exit codes:\n${table(
        (Object.keys(exitCodes) as (keyof typeof exitCodes)[]).map((name) => [
          String(exitCodes[name]),
          exitMeanings[name],
        ]),
        columns,
      )}`,
  },
  {
    name: 'environment',
    describe: 'which environment variables are read',
    text: (columns) => `Environment variables:\n${table(environment, columns)}`,
  },
  { name: 'pipeline', describe: 'what a pipeline file looks like', text: () => PIPELINE },
];

/** The text of `help TOPIC`; undefined if there is no such topic. */
export const topicText = (name: string, columns: number = WIDEST): string | undefined =>
  TOPICS.find((topic) => topic.name === name)?.text(Math.max(NARROWEST, Math.min(WIDEST, columns)));
