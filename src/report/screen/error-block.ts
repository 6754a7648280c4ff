import { printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';

/** The text of an error that ended the command: code, place, reason and next step. */
export function errorBlock(
  error: {
    code: string;
    message: string;
    hint: string;
    where?: { file: string; line?: number | undefined; column?: number | undefined } | undefined;
  },
  style: Style,
): string {
  const { where } = error;
  const place = where
    ? `  ${where.file}${where.line ? `:${where.line}` : ''}${where.column ? `:${where.column}` : ''}`
    : '';
  const message = error.message.split('\n').map(printable).join('\n  ');
  return `${style.red('✖')} ${style.bold(error.code)}${printable(place)}\n  ${message}\n  → ${printable(error.hint)}\n`;
}
