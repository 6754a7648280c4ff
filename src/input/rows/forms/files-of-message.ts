import type { Values } from '../row.ts';
import { typeOfFiles } from './attachments.ts';
import { textOf } from './cell-text.ts';
import type { CellReader, ColumnFinder } from './context.ts';

type Fields = Record<string, unknown>;

/** The column with the number of the message among those that a row makes, from 1. */
export const PART = '$part';

/** A message with files and without text has the type of its first file. */
export function setTypeOfFiles(fields: Fields): void {
  if (hasText(fields)) return;
  const type = typeOfFiles(fields['attachments']);
  if (type !== undefined && (fields['type'] ?? 'text') === 'text') fields['type'] = type;
}

/** Counts the messages that a row makes: one for its text, and one for each file. */
export function countParts(fields: Readonly<Fields>): number {
  const files = fields['attachments'];
  const count = Array.isArray(files) ? files.length : 0;
  return Math.max(1, count + (hasText(fields) ? 1 : 0));
}

/** Leaves of a row's fields one of its messages: the one with the text under the row's muid, those with a file `-f1` … */
export function partReader(find: ColumnFinder): ((fields: Fields, values: Values) => void) | undefined {
  const read: CellReader | undefined = find(PART);
  if (!read) return undefined;
  return (fields, values) => {
    const part = Number(textOf(read(values)));
    const files = fields['attachments'];
    if (!Number.isInteger(part) || part < 1 || !Array.isArray(files)) return;
    const file = hasText(fields) ? part - 1 : part;
    if (file === 0) {
      delete fields['attachments'];
      return;
    }
    fields['attachments'] = files.slice(file - 1, file);
    if (typeof fields['muid'] === 'string') fields['muid'] += `-f${file}`;
    delete fields['text'];
  };
}

function hasText(fields: Readonly<Fields>): boolean {
  const { text, data } = fields;
  const inner = typeof data === 'object' ? (data as { text?: unknown } | null)?.text : undefined;
  return [text, inner].some((each) => typeof each === 'string' && each.trim() !== '');
}
