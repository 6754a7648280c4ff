import { usageError } from '../../errors/run-error.ts';
import type { Origin } from '../../origin/origin.ts';
import { originNames, origins } from '../../origin/origins.ts';
import { checkDraft } from '../../pipeline/pipeline.ts';
import type { Stdout } from '../../terminal/context.ts';
import { argument, fromHere, printable, printableJson } from '../../terminal/printable.ts';

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
  const load = Object.entries<() => Promise<Origin>>(origins).find(([each]) => each === system)?.[1];
  if (!load)
    throw usageError(`--api expects one of ${originNames.join(', ')}, got ${JSON.stringify(system)}`);
  const { label, needs } = await load();
  const variable = (member: string): string =>
    `${system}_${member.replaceAll(/[A-Z]/g, (letter) => `_${letter}`)}`.toUpperCase();
  const variables = [...needs.plain, ...needs.secret].map(variable);
  const text = `${[
    `# yaml-language-server: $schema=${schema}`,
    '#',
    `# Reads ${label} through its API. These variables say which account:`,
    ...variables.map((each) => `#   ${each}`),
    'version: 1',
    `name: ${name}`,
    '# A local service, to try it out. Put your app in its place when all is right: docs/pipeline.md',
    'target: sandbox',
    'sources:',
    '  export:',
    `    system: ${system}`,
    '    api:',
    ...needs.plain.map((each) => `      ${each}: \${${variable(each)}}`),
    ...needs.secret.map((each) => `      ${each}: { env: ${variable(each)} }`),
    '# Each night what is new, until the last users have moved:',
    '# sync: {}',
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

const COMMENTS = [
  'tries the key with one request',
  'says how much there is, and how long reading it takes',
  'reads it and checks everything, writes nothing',
  'imports into the local sandbox',
];
