import { cut, fromHere, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { isBad, type StateFinding } from './examine-state.ts';
import type { Repair } from './plan-repairs.ts';

const MESSAGE_CHARS_MAX = 300;

/** The findings as text, one line each, and the next command. */
export function findingsText(
  findings: readonly StateFinding[],
  { style, folder, next }: { readonly style: Style; readonly folder: string; readonly next: string },
): string {
  const width = Math.max(0, ...findings.map(({ file }) => file.length));
  const bad = findings.filter(isBad).length;
  const verdict =
    bad === 0 ? style.green('sound') : style.red(`${bad} of ${findings.length} files damaged or lost`);
  return [
    `${style.bold(printable(fromHere(folder)))}  ${findings.length === 0 ? 'nothing is kept yet' : verdict}`,
    ...findings.map((finding) => findingLine(finding, width, style)),
    `  next  ${style.bold(next)}`,
    '',
  ].join('\n');
}

function findingLine(finding: StateFinding, width: number, style: Style): string {
  const { file, status, message, byte } = finding;
  const mark = isBad(finding) ? style.red('✖') : status === 'ok' ? style.green('✔') : style.yellow('!');
  const place = byte === undefined || message.includes('byte') ? '' : `, from byte ${byte}`;
  const shown = cut(printable(message), MESSAGE_CHARS_MAX);
  return `  ${mark} ${printable(file).padEnd(width)}  ${status.padEnd(9)}  ${shown}${place}`;
}

/** Text of what a repair does, for the question and for the result. */
export const repairsText = (repairs: readonly Repair[]): string =>
  repairs.map(({ files, what }) => `  ${files.map(printable).join(', ')}\n    ${what}\n`).join('');
