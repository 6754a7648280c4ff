import type { Argv } from 'yargs';
import type { Command, CommandGroup } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/commands/commands.ts';
import { GLOBAL_OPTIONS } from '../../../src/cli/declared.ts';
import { environment } from '../../../src/cli/environment.ts';
import { type ExitName, exitCodes, exitMeanings } from '../../../src/errors/run-error.ts';
import { code, inText, type ReferencePage, sentence, writePage } from './page.ts';

/** What a builder says of an option or of an argument, as far as the page shows it. */
type Spec = {
  readonly type?: string;
  readonly alias?: string | readonly string[];
  readonly describe?: string;
  readonly choices?: readonly string[];
  readonly default?: unknown;
  readonly array?: boolean;
  readonly hidden?: boolean;
  readonly demandOption?: boolean;
  /** The name of its value, if the command line gives it one. */
  readonly value?: string;
};
type Specs = Readonly<Record<string, Spec>>;

type Declared = {
  readonly positionals: Specs;
  readonly options: Specs;
  readonly examples: readonly (readonly [string, string])[];
};

/** What the builder of a command declares: it calls methods in a chain, which are recorded. */
function declaredBy(command: Command): Declared {
  const positionals: Record<string, Spec> = {};
  const options: Record<string, Spec> = {};
  const examples: [string, string][] = [];
  const add = (into: Record<string, Spec>, named: string | Specs, spec: Spec = {}): void => {
    Object.assign(into, typeof named === 'string' ? { [named]: spec } : named);
  };
  const recorder: Argv = new Proxy(
    {},
    {
      get:
        (_, method) =>
        (named: string | Specs, spec: unknown): Argv => {
          if (method === 'positional') add(positionals, named, spec as Spec);
          if (method === 'option' || method === 'options') add(options, named, spec as Spec);
          if (method === 'example') examples.push([named as string, spec as string]);
          return recorder;
        },
    },
  ) as Argv;
  command.builder(recorder);
  return { positionals, options, examples };
}

/** Names of values that say more than the names of their options. */
const VALUES: Readonly<Record<string, string>> = {
  to: 'target',
  out: 'file',
  report: 'file',
  metrics: 'file',
  plan: 'file',
  config: 'file',
  data: 'file',
  rejects: 'folder',
  confirm: 'id',
  limit: 'number',
  concurrency: 'number',
  threads: 'number',
  'max-errors': 'number',
  seed: 'number',
  dashboard: 'port',
  since: 'time',
  'max-duration': 'duration',
  retention: 'duration',
  only: 'entities',
  at: 'cron',
  sample: 'share',
  answer: 'id=value',
};

function optionLine([name, spec]: readonly [string, Spec]): string {
  const { type, alias = [], choices, array } = spec;
  const value = spec.value ?? choices?.join('|') ?? VALUES[name] ?? name;
  const shown = type === 'boolean' ? '' : choices ? ` ${value}` : ` <${value}>${array ? '…' : ''}`;
  const short = [alias].flat().map((each) => `, ${code(`-${each}`)}`);
  return `- ${code(`--${name}${shown}`)}${short.join('')}: ${about(spec)}`;
}

function about({ describe = '', default: otherwise, demandOption }: Spec): string {
  const said = inText(describe);
  const isDefault = otherwise !== undefined && otherwise !== false && !/default:/.test(said);
  return `${said}${isDefault ? `; default: ${code(String(otherwise))}` : ''}${demandOption ? '; required' : ''}`;
}

/** Arguments and options that several commands have are described once. */
const SHARED: Readonly<Record<string, string>> = {
  pipeline: '`<pipeline>`: the pipeline file (YAML or JSON)',
  to: '`--to <target>`: one of the `targets` of the pipeline file',
};

function commandPart(command: Command, above: string): string {
  const own = command.command.replace(/^\$0 ?/, '');
  const line = ['chatferry', above, own].filter(Boolean).join(' ');
  const { positionals, options, examples } = declaredBy(command);
  const isShared = (name: string): boolean => Object.hasOwn(SHARED, name);
  const args = Object.entries(positionals)
    .filter(([name, { describe }]) => !isShared(name) && describe)
    .map(([name, spec]) => `- ${code(spec.choices?.join('|') ?? `<${name}>`)}: ${about(spec)}`);
  const listed = Object.entries(options)
    .filter(([name, { hidden }]) => !hidden && !isShared(name))
    .map(optionLine);
  const shown = examples.map(([typed]) => typed.replace('$0', 'chatferry'));
  return [
    `### ${code(line)}`,
    sentence(inText(command.describe)),
    [...args, ...listed].join('\n'),
    `\`\`\`sh\n${shown.join('\n')}\n\`\`\``,
  ]
    .filter(Boolean)
    .join('\n\n');
}

const parts = (list: readonly (Command | CommandGroup)[], above = ''): readonly string[] =>
  list.flatMap((each) =>
    'commands' in each
      ? parts(each.commands, `${above} ${each.command.split(' ')[0]}`.trim())
      : [commandPart(each, above)],
  );

const exitLines = (Object.keys(exitCodes) as ExitName[]).map(
  (name) => `| ${exitCodes[name]} | ${inText(exitMeanings[name])} |`,
);

const variableLines = environment.map(
  ([names, does]) =>
    `- ${names
      .split(', ')
      .map((name) => code(name))
      .join(', ')}: ${inText(does)}`,
);

const page = (): string => `# Commands, exit codes and environment

\`chatferry help COMMAND\` prints the options of a command. The result goes to standard output, everything else to standard
error. With \`--json\` the result is one JSON document; \`chatferry schema result\` prints its schema. A pipeline file is data:
[every key](pipeline.md). [Every error code](errors.md) has an explanation.

These hold for every command that has them:

${Object.values(SHARED)
  .map((each) => `- ${each}`)
  .join('\n')}

Every command has these options:

${Object.entries(GLOBAL_OPTIONS).map(optionLine).join('\n')}
- \`--help\`, \`-h\`: show help
- \`--version\`, \`-V\`: show the version

## Exit codes

| Code | Meaning |
|---|---|
${exitLines.join('\n')}

## Environment

A pipeline file can use any variable as \`\${NAME}\`. The tool itself uses these:

${variableLines.join('\n')}

## Commands

${parts(commands).join('\n\n')}
`;

export const commandsPage: ReferencePage = { path: 'docs/reference/commands.md', text: page };

if (import.meta.main) writePage(commandsPage);
