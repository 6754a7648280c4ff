import type { InspectedColumn } from '../../../input/columns/column.ts';
import { defined, jsonIn } from '../../../input/json/defined.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import { columnOfHint } from '../../../inspection/words/field-names.ts';
import type { Known } from '../ask/answering.ts';
import type { Table } from '../files/tables.ts';
import { hasFiles, sideTableOf } from '../guess/entity-guess.ts';
import { linkTo } from '../relate/links.ts';

/** The mapping of the files of messages. */
export type FilesMapping = {
  readonly source: FieldSource;
  /** The table that has them, joined to the messages. */
  readonly join?: Readonly<Record<string, object>>;
  readonly used: readonly string[];
};

const NAME = 'files';

/**
 * Finds the files of messages: columns of the table itself, or another table that names messages.
 * @param id the column with the id of a message
 * @param sides tables that may have the files
 */
export function filesOf(
  table: Table,
  id: string | undefined,
  taken: ReadonlySet<string>,
  sides: readonly Table[],
  known: Known,
): FilesMapping | undefined {
  const free = table.columns.filter(({ name, type }) => !taken.has(name) && type !== 'empty');
  const url = columnOfHint('fileUrl', free, hasFiles);
  if (url) {
    const name = columnOfHint('fileName', free);
    const type = columnOfHint('fileType', free);
    const source = attachments(url, { url: url.name, name: name?.name, type: type?.name }, known);
    return source === undefined
      ? undefined
      : { source, used: [url, name, type].flatMap((column) => column?.name ?? []) };
  }
  return inLists(table, free) ?? (id === undefined ? undefined : joined(table, id, sides, known));
}

const LISTS = /^(?:attachments?|files?|media|anh(?:a|ae|ä)nge?|adjuntos?|anexos?|附件|添付)$/i;
const MEMBERS = {
  url: /^(?:url|href|src|fileurl|url_private|link|uri)$/i,
  name: /^(?:name|filename|file_name|title)$/i,
  type: /^(?:mimetype|mime_type|contenttype|content_type|mime)$/i,
};

/** Files in a list of objects with URLs, or a list of URLs. */
function inLists({ sample, files }: Table, free: readonly InspectedColumn[]): FilesMapping | undefined {
  const list = free.find(({ name, type }) => type === 'json' && LISTS.test(name));
  if (!list) return undefined;
  const elements = sample.flatMap((row) => listIn(row[list.name]));
  if (list.name === 'attachments' && elements.every(isAttachment))
    return { source: list.name, used: [list.name] };
  // In a cell of a CSV file, a path does not lead into JSON.
  if (files[0]?.header !== undefined) return undefined;
  const isUrl = (value: unknown): boolean => typeof value === 'string' && /^https?:\/\//.test(value);
  if (elements.length > 0 && elements.every(isUrl)) return { source: { url: list.name }, used: [list.name] };
  const names = new Set(
    elements.flatMap((file) => (typeof file === 'object' && file !== null ? Object.keys(file) : [])),
  );
  const member = (pattern: RegExp): string | undefined => {
    const found = [...names].find((name) => pattern.test(name));
    return found === undefined ? undefined : `${list.name}[*].${found}`;
  };
  const [url, name, type] = [member(MEMBERS.url), member(MEMBERS.name), member(MEMBERS.type)];
  if (url === undefined) return undefined;
  return { source: defined({ url, name, type }), used: [list.name] };
}

/** True if a file of a message is written as the service has it. */
const isAttachment = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['url', 'name', 'mimeType', 'extension'].every((name) => Object.hasOwn(value, name));

/** The elements of a JSON list; none if the cell is cut, or no list. */
export function listIn(cell: string | undefined): readonly unknown[] {
  const value = jsonIn(cell ?? '');
  return Array.isArray(value) ? value : [];
}

function joined(table: Table, id: string, sides: readonly Table[], known: Known): FilesMapping | undefined {
  for (const side of sides) {
    const found = sideTableOf(side.columns);
    const [file] = side.paths;
    if (found?.kind !== 'attachments' || side.files.length > 1 || file === undefined) continue;
    const refs = side.keys.get(found.ref);
    if (!refs || linkTo(refs, table, id).share < 0.5) continue;
    const url = side.columns.find(({ name }) => name === found.url) as InspectedColumn;
    const name = found.name === undefined ? undefined : `${NAME}.${found.name}`;
    const type = columnOfHint('fileType', side.columns);
    const paths = { url: `${NAME}.${found.url}`, name, type: type && `${NAME}.${type.name}` };
    const source = attachments(url, paths, known);
    if (!source) continue;
    return { source, join: { [NAME]: { path: file, on: { [found.ref]: id }, many: true } }, used: [] };
  }
  return undefined;
}

/** Files with relative paths need the URL that they will have; undefined as long as nobody says it. */
function attachments(
  { name: column, type: form }: InspectedColumn,
  paths: Readonly<Record<'url', string> & Record<'name' | 'type', string | undefined>>,
  { answers, ask }: Known,
): FieldSource | undefined {
  const source = defined(paths);
  if (form === 'url') return source;
  const base = answers.get('filesBase');
  if (base) return { ...source, base: base.endsWith('/') ? base : `${base}/` };
  if (base === undefined)
    ask({
      id: 'filesBase',
      text: `${column} contains paths of files. Under which URL will you publish them?`,
      choices: [],
      example: 'https://files.example.com/',
      isOptional: true,
      check: (answer) =>
        URL.canParse(answer) && /^https?:/.test(answer) ? undefined : 'not a URL that begins with https://',
    });
  return undefined;
}
