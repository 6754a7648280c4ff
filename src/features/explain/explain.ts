import { type Explanation, explanationOf, explanations, meantCode } from '../../errors/explanations.ts';
import { type RunError, usageError } from '../../errors/run-error.ts';
import { pick } from '../../input/json/defined.ts';
import type { Stdout } from '../../terminal/context.ts';
import { cut, printable, printableJson } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';

/**
 * Prints what a code means and what to do about it; without a code, lists all codes.
 * @throws RunError `USAGE.INVALID` if there is no such code
 */
export async function explain(
  { code }: { readonly code: string | undefined },
  context: Stdout,
): Promise<number> {
  const { out, style, json } = context;
  if (code === undefined) {
    const list = explanations.map((each) => pick(each, 'code', 'kind', 'cause', 'fix', 'exitCode'));
    out(json ? printableJson({ version: 1, codes: list }) : listed(style));
    return 0;
  }
  const found = explanationOf(code);
  if (!found) throw unknownCode(code);
  out(json ? printableJson({ version: 1, ...found }) : explained(found, style));
  return 0;
}

function unknownCode(code: string): RunError {
  const suggestion = meantCode(code);
  return usageError(`there is no code ${JSON.stringify(cut(code, 80))}`, {
    hint: suggestion ? `did you mean  chatferry explain ${suggestion}` : 'chatferry explain  lists all codes',
  });
}

const KINDS = {
  row: 'rejects the row',
  notice: 'a notice; the row is imported anyway',
  run: 'ends the command',
};

function explained(
  { code, kind, cause, fix, exitCode, example, corrected }: Explanation,
  style: Style,
): string {
  const exit = kind === 'notice' ? '' : ` · exit code ${exitCode}`;
  return [
    `${style.bold(printable(code))}  ${style.dim(`${KINDS[kind]}${exit}`)}`,
    '',
    ...wrapped(cause),
    '',
    `  ${style.dim('what to do')}`,
    ...wrapped(fix),
    '',
    `  ${style.dim('example')}`,
    ...exampleLines(example),
    ...(corrected ? ['', `  ${style.dim('corrected')}`, ...exampleLines(corrected)] : []),
    '',
  ].join('\n');
}

function exampleLines(example: Explanation['example']): string[] {
  if (typeof example === 'string') return wrapped(example);
  const files = Object.entries({ ...example.files, ...example.beside }).map(([name, text]) => [
    `    ${name}`,
    ...text
      .trimEnd()
      .split('\n')
      .map((line) => `      ${printable(line)}`),
  ]);
  return [
    ...files.flat(),
    ...(example.source ? [`    source:  ${example.source}`] : []),
    ...(example.map ? [`    map:  ${example.map}`] : []),
    ...(example.pipeline ? [`    ${example.pipeline}`] : []),
  ];
}

const WIDTH = 96;

/** Lines of at most 96 characters, broken at blanks. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length > WIDTH - 3) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].map((each) => `  ${each}`);
}

function listed(style: Style): string {
  const width = Math.max(...explanations.map(({ code }) => code.length));
  const lines = (['row', 'notice', 'run'] as const).flatMap((kind) => [
    style.dim(KINDS[kind]),
    ...explanations
      .filter((each) => each.kind === kind)
      .map(({ code, cause }) => `  ${code.padEnd(width)}  ${cut(cause, 100)}`),
    '',
  ]);
  return `${lines.join('\n')}\n`;
}
