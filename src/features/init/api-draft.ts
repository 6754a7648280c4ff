import { usageError } from '../../errors/run-error.ts';
import { accountForm, apiSystems } from '../../origin/accounts.ts';
import { originOf } from '../../origin/origins.ts';
import { checkDraft } from '../../pipeline/pipeline.ts';
import type { Stdout } from '../../terminal/context.ts';
import { argument, fromHere, printable, printableJson } from '../../terminal/printable.ts';
import { footLines, headLines } from './text/pipeline-text.ts';

/** Place of the pipeline that is written. */
type ApiDraft = {
  readonly file: string;
  readonly name: string;
  /** Path of the JSON Schema, for editors. */
  readonly schema: string;
  write(text: string): Promise<void>;
};

/**
 * Writes a pipeline that reads an old system through its API. What only its owner knows comes from variables of the
 * environment, so that no key is in the file. Asks nothing, and sends nothing.
 * @returns the exit code
 * @throws RunError `USAGE.INVALID` for a system whose API is not read
 */
export async function initApi(
  system: string,
  { file, name, schema, write }: ApiDraft,
  context: Stdout,
): Promise<number> {
  const form = accountForm(system);
  if (!form) throw usageError(`--api expects one of ${apiSystems.join(', ')}, got ${JSON.stringify(system)}`);
  const { needs, takes = [] } = form;
  const isOwn = system === 'service';
  // Where no plain member is needed always, there are several ways to name the account.
  const plain = needs.plain.length > 0 ? needs.plain : takes.filter((each) => each !== 'baseUrl');
  const variable = (member: string): string =>
    `${isOwn ? 'old' : system}_${member.replaceAll(/[A-Z]/g, (letter) => `_${letter}`)}`.toUpperCase();
  const members = [
    ...plain.map((each) => [each, EXAMPLES[each] ?? `\${${variable(each)}}`] as const),
    ...needs.secret.map((each) => [each, `{ env: ${variable(each)} }`] as const),
  ];
  const variables = [...plain.filter((each) => !EXAMPLES[each]), ...needs.secret].map(variable);
  const text = `${[
    `# yaml-language-server: $schema=${schema}`,
    '#',
    `# Reads ${isOwn ? 'another app of this service' : `an account of ${(await originOf(system)).label}`} through its API. Set these variables of the environment first:`,
    `# ${variables.join(', ')}`,
    ...headLines(name),
    'sources:',
    '  export:',
    `    system: ${system}`,
    '    api:',
    ...members.map(([member, value]) => `      ${member}: ${value}`),
    '',
    '# With a line  sync: {}  each run reads what is new, until the last users have moved.',
    ...footLines(),
  ].join('\n')}\n`;
  // Its names are checked with values in the place of variables that nobody has set yet.
  checkDraft(text.replaceAll(/\$\{\w+\}/g, 'x'), file);
  await write(text);
  const shown = argument(fromHere(file));
  const next = ['doctor', 'plan', 'validate', 'run'].map((verb) => `chatferry ${verb} ${shown}`);
  if (context.json)
    context.out(printableJson({ version: 1, exitCode: 0, pipeline: file, name, system, variables, next }));
  else
    context.out(
      `${[
        `${context.style.green('✔')} wrote ${printable(fromHere(file))}`,
        `  set   ${variables.join(', ')}`,
        ...next.map(
          (command, at) =>
            `  ${at === 0 ? 'next' : '    '}  ${command.padEnd(20 + shown.length)}   # ${COMMENTS[at]}`,
        ),
        '',
      ].join('\n')}`,
    );
  return 0;
}

/** Plain members with few values. */
const EXAMPLES: Readonly<Record<string, string>> = { region: 'us   # or eu, in' };

const COMMENTS = [
  'tries the key with one request',
  'says how much there is, and how long reading it takes',
  'reads it and checks everything, writes nothing',
  'imports into the local sandbox',
];
