import type { Command, CommandGroup } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/commands/commands.ts';
import { declaredBy, GLOBAL_OPTIONS, type Spec } from '../../../src/cli/declared.ts';
import { environment } from '../../../src/cli/environment.ts';
import { aboutOption, optionLabel } from '../../../src/cli/help.ts';
import { type ExitName, exitCodes, exitMeanings } from '../../../src/errors/run-error.ts';
import { bareTables, code, inText, type ReferencePage, sentence } from './page.ts';

function optionLine([name, spec]: readonly [string, Spec]): string {
  const short = [spec.alias ?? []].flat().map((each) => `, ${code(`-${each}`)}`);
  return `- ${code(optionLabel(name, spec))}${short.join('')}: ${about(spec)}`;
}

/** Options of one text but for their names, such as those for the files of each entity, are one line. */
function optionLines(options: readonly (readonly [string, Spec])[]): readonly string[] {
  const textOf = ([name, spec]: readonly [string, Spec]): string => about(spec).replace(name, 'these');
  return [...Map.groupBy(options, textOf)].flatMap(([text, same]) =>
    same.length > 2
      ? [`- ${same.map(([name, spec]) => code(optionLabel(name, spec))).join(', ')}: ${text}`]
      : same.map(optionLine),
  );
}

const about = (spec: Spec): string => inText(aboutOption(spec));

/** Arguments and options that several commands have are described once. */
const SHARED: Readonly<Record<string, string>> = {
  pipeline:
    '`[pipeline]`: the pipeline file (YAML, JSON, or code); default: `chatferry.yaml`, or the only pipeline file in the folder',
  to: '`--to <target>`: one of the `targets` of the pipeline file',
  queue: '`--queue <queue>`: the queue of a fleet, redis://… or postgres://…; default: CHATFERRY_QUEUE',
};

/** Options that commands above have with the same text. */
function splitKnown(lines: readonly string[], known: Set<string>): readonly string[] {
  const isKnown = (line: string): boolean => known.has(line);
  const again = lines.filter(isKnown).map((line) => line.slice(2, line.indexOf(': ')));
  const fresh = lines.filter((line) => !isKnown(line));
  for (const line of lines) known.add(line);
  return again.length > 1 ? [...fresh, `- as above: ${again.join(', ')}`] : lines;
}

function commandPart(command: Command, above: string, known: Set<string>): string {
  const own = command.command.replace(/^\$0 ?/, '');
  const line = ['chatferry', above, own].filter(Boolean).join(' ');
  const { positionals, options, examples } = declaredBy(command);
  const isShared = (name: string): boolean => Object.hasOwn(SHARED, name);
  const args = Object.entries(positionals)
    .filter(([name, { describe }]) => !isShared(name) && describe)
    .map(([name, spec]) => `- ${code(spec.choices?.join('|') ?? `<${name}>`)}: ${about(spec)}`);
  const listed = optionLines(
    Object.entries(options).filter(([name, { hidden }]) => !hidden && !isShared(name)),
  );
  // An example of the command alone says no more than its heading.
  const shown = examples
    .map(([typed]) => typed.replace('$0', 'chatferry'))
    .filter((typed) => typed.replace(/ (?:pipeline|app|sync)\.yaml$/, '') !== line.replace(/ [[<].*/, ''));
  return [
    `### ${code(line)}`,
    sentence(inText(command.describe)),
    [...args, ...splitKnown(listed, known)].join('\n'),
    shown.length > 0 ? `\`\`\`sh\n${shown.join('\n')}\n\`\`\`` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

function parts(
  list: readonly (Command | CommandGroup)[],
  above = '',
  known = new Set<string>(),
): readonly string[] {
  return list.flatMap((each) =>
    'commands' in each
      ? parts(each.commands, `${above} ${each.command.split(' ')[0]}`.trim(), known)
      : [commandPart(each, above, known)],
  );
}

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

${Object.entries<Spec>(GLOBAL_OPTIONS).map(optionLine).join('\n')}
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

export const commandsPage: ReferencePage = {
  path: 'docs/reference/commands.md',
  text: () => bareTables(page()),
};
