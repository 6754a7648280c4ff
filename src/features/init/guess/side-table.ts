import type { InspectedColumn } from '../columns/column.ts';
import { columnOfHint } from '../words/field-names.ts';

/** A table whose rows belong to messages: their files, or something that is not imported from a file of its own. */
export type SideTable =
  | { readonly kind: 'attachments'; readonly ref: string; readonly url: string; readonly name?: string }
  | { readonly kind: 'reactions'; readonly ref: string };

/** A column with the places of files: URLs or paths. */
export const hasFiles = ({ type, filled, looks }: InspectedColumn): boolean =>
  filled > 0 && (type === 'url' || looks.path >= filled * 0.8);

/** Tells what a table with a reference to messages and no text is; undefined if it is no such table. */
export function sideTableOf(columns: readonly InspectedColumn[]): SideTable | undefined {
  const filled = columns.filter(({ type }) => type !== 'empty');
  const ref = columnOfHint('messageRef', filled, ({ type }) => type !== 'text');
  if (!ref) return undefined;
  const others = filled.filter((column) => column !== ref);
  if (columnOfHint('emoji', others)) return { kind: 'reactions', ref: ref.name };
  const isText = ({ type, longest }: InspectedColumn): boolean => type === 'text' && longest > 100;
  const url = columnOfHint('fileUrl', others, hasFiles);
  if (!url || others.some((column) => column !== url && isText(column))) return undefined;
  const name =
    columnOfHint('fileName', others) ?? others.find((each) => each !== url && each.name === 'name');
  return { kind: 'attachments', ref: ref.name, url: url.name, ...(name ? { name: name.name } : {}) };
}
