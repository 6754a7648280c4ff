import { RunError } from '../../../errors/run-error.ts';
import { compilePattern, type Pattern, patternOfText } from '../../../input/rows/forms/pattern.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { record, textValue } from '../../files/values.ts';
import { type Held, heldOf } from './paths.ts';
import { type Field, namesOf } from './shape.ts';

/** The documents of one collection in a file of their own, as the shape declares it by `in`. */
export type OwnFile = {
  /** Ids that the name of the file has. */
  readonly ids: Readonly<Partial<Record<Held, string>>>;
};

const patterns = new Map<string, Pattern>();
/** Pipelines have few. */
const PATTERNS_MAX = 100;

/**
 * The pattern of the names of files, such as `messages-{conversation}.json`; a name stands in any folder.
 * @throws RunError `EXPORT.SHAPE_INVALID` for a name in braces that stands for no id, or stands there twice
 */
function patternOf(declared: string): Pattern {
  const known = patterns.get(declared);
  if (known) return known;
  const names = new Set<string>();
  const source = declared.split(/(\{\w+\}|\*+)/).map((part) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined) return part.startsWith('*') ? '[^/]*' : patternOfText(part);
    const held = heldOf(name, declared);
    if (names.has(held)) throw twice(held, declared);
    names.add(held);
    return `(?P<${held}>[^/]+)`;
  });
  const pattern = compilePattern(`(?:^|/)${source.join('')}$`);
  if (patterns.size >= PATTERNS_MAX) patterns.clear();
  patterns.set(declared, pattern);
  return pattern;
}

const twice = (name: string, declared: string): RunError =>
  new RunError('EXPORT.SHAPE_INVALID', `sources.export.shape: ${declared}: {${name}} occurs twice`);

/** Tells if a file has documents of a section; undefined if its name is another one. */
export function ownFile(name: string, declared: string): OwnFile | undefined {
  const ids = patternOf(declared).groups(name);
  return ids && { ids };
}

/** Names of the files that sections of a shape have for themselves. */
export const ownNames = (shape: Readonly<Record<string, unknown>> | undefined): readonly string[] =>
  Object.values(shape ?? {}).flatMap((section) => textValue(record(section)?.['in']) ?? []);

/** Names under which exporters write the id of a document into it. */
const ID_NAMES = ['__id__', '__name__', '_id', 'id', 'docId', 'documentId', 'uid'];

/** The id of a document of a list. */
export function idInRow(row: ExportObject, key: Field | undefined): string | undefined {
  for (const name of key === undefined ? ID_NAMES : namesOf(key)) {
    const found = textValue(row[name]);
    if (found !== undefined) return found.slice(found.lastIndexOf('/') + 1);
  }
  return undefined;
}

/** True if a text has a document on each line, or is a list of them; else they stand under their ids. */
export function isListed(head: string, name: string): boolean {
  if (/^\s*\[/.test(head) || /\.(?:ndjson|jsonl)(?:\.(?:gz|zst|zstd))?$/i.test(name)) return true;
  return /^\s*\{[^\n]*\}[^\S\n]*\n\s*\{/.test(head);
}

/** Text that Firefoo writes before the documents of a collection or a database. */
const FIREFOO = /^\s*\{\s*"meta"\s*:\s*(\{[^{}]*\})\s*,\s*"data"\s*:/;

/** The path of the collection that a file of Firefoo has; empty for a whole database, undefined if it is none. */
export function firefooPath(head: string): readonly string[] | undefined {
  const [, meta] = FIREFOO.exec(head) ?? [];
  if (meta === undefined || !/"app"\s*:\s*"firefoo"/.test(meta)) return undefined;
  const [, path] = /"resourcePath"\s*:\s*\[([^[\]]*)\]/.exec(meta) ?? [];
  return [...(path ?? '').matchAll(/"([^"]*)"/g)].map(([, name]) => name as string);
}
