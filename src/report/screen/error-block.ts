import type { Stderr } from '../../terminal/context.ts';
import { printable } from '../../terminal/printable.ts';

import { folded, widthOf } from '../../terminal/width.ts';

/**
 * The text of an error that ended the command: code, place, reason and next step.
 * Only on a terminal it is folded: programs that read it look at whole lines.
 */
export function errorBlock(
  error: {
    code: string;
    message: string;
    hint: string;
    where?: { file: string; line?: number | undefined; column?: number | undefined } | undefined;
  },
  terminal: Pick<Stderr, 'errStyle' | 'live' | 'columns'>,
): string {
  const style = terminal.errStyle;
  const columns = terminal.live ? terminal.columns() : undefined;
  const { where } = error;
  const place = where
    ? `  ${where.file}${where.line ? `:${where.line}` : ''}${where.column ? `:${where.column}` : ''}`
    : '';
  const message = error.message
    .split('\n')
    .flatMap((line) => folded(`  ${printable(line)}`, columns))
    .join('\n');
  const hint = hintLines(printable(error.hint), columns).join('\n');
  return `${style.red('✖')} ${style.bold(error.code)}${printable(place)}\n${message}\n${hint}\n`;
}

/** Two blanks stand around the commands of a hint; each has a line of its own, so that it can be copied. */
function hintLines(hint: string, columns = Number.POSITIVE_INFINITY): string[] {
  if (widthOf(`  → ${hint}`) <= columns) return [`  → ${hint}`];
  return hint
    .split(/ {2}/)
    .flatMap((part, index) =>
      part.startsWith('chatferry ')
        ? `    ${part}`
        : folded(`${index === 0 ? '  →' : '   '} ${part}`, columns),
    );
}
