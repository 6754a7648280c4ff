import { nearest } from '../../../errors/nearest.ts';
import { RunError } from '../../../errors/run-error.ts';
import type { RowSink } from '../../rows/record.ts';
import { openBytes } from '../bytes/bytes.ts';
import { withNulls } from '../nulls.ts';
import { passRows, type RowParser, rowChunks } from '../row-parser.ts';
import type { Source, SourceFormat, SourceOptions } from '../source.ts';
import { type DocumentFile, JsonDocumentRows } from './json-document-rows.ts';
import { type PathStep, parseParentColumn, parseRowsPath } from './json-path.ts';

/**
 * Opens a JSON document as a source of the rows at a path. It is always read from its beginning: `plain` is false.
 * @param format what the rows are written as if they are rejected
 * @param rows the path of the rows, such as `$.channels[*].messages[*]`
 * @throws RunError `SOURCE.*`, also while it is read
 */
export async function openDocument(
  format: SourceFormat,
  path: string,
  file: number,
  rows: string,
  options: SourceOptions,
): Promise<Source> {
  const of = {
    path,
    file,
    rows: parseRowsPath(rows),
    parents: (options.parents ?? []).map(parseParentColumn),
    isKeyed: options.keyed === true,
    ...(options.unread ? { unread: options.unread } : {}),
  };
  const bytes = await openBytes(path, options.encoding, options.files);
  const document: DocumentFile = { ...of, encoding: bytes.encoding };
  const parser = (): JsonDocumentRows => new JsonDocumentRows(document, bytes.start);
  const source: Source = {
    path,
    format,
    plain: false,
    encoding: bytes.encoding,
    bytes: bytes.size,
    async *read(from, signal, reading) {
      const rowsOf = parser();
      const left = from === undefined ? rowsOf : rowsFrom(rowsOf, from.byte);
      yield* rowChunks(bytes.read(bytes.start, signal), left, signal, reading);
      sayNothingFound(rowsOf, document, options);
    },
    async pass(sink, signal) {
      const rowsOf = parser();
      await passRows(bytes.read(bytes.start, signal), rowsOf, { row: (row) => sink.row(row) });
      sayNothingFound(rowsOf, document, options);
    },
  };
  return withNulls(source, options.nulls);
}

/** A parser that passes on only the rows from a byte on. */
function rowsFrom(parser: RowParser, byte: number): RowParser {
  const left = (sink: RowSink): RowSink => ({ row: (row) => row.byte < byte || sink.row(row) });
  return {
    push: (bytes, sink) => parser.push(bytes, left(sink)),
    end: (sink) => parser.end(left(sink)),
  };
}

/**
 * Says that a document has nothing at the path: a warning for one of several files, else an error. An empty array or
 * object at the path, or on the way to it, is a document without rows.
 * @throws RunError `SOURCE.EMPTY`, `SOURCE.PATH_INVALID`
 */
function sayNothingFound(
  { structure: { deepest, documents, found } }: JsonDocumentRows,
  { path, rows: { steps, text } }: DocumentFile,
  { emptyAllowed, warn }: SourceOptions,
): void {
  const where = { file: path };
  if (documents === 0) throw new RunError('SOURCE.EMPTY', `${path} has only blank lines`, { where });
  const step = steps[deepest.matched];
  const names = [...deepest.names];
  const isEmpty =
    step?.kind === 'elements' ? deepest.isArray : step?.kind === 'members' && names.length === 0;
  if (found > 0 || step === undefined || isEmpty) return;
  const parent = `$${steps.slice(0, Math.max(0, deepest.matched)).map(written).join('')}`;
  const what = deepest.isArray ? 'is an array' : `has ${names.slice(0, 5).join(', ') || 'no member'}`;
  if (emptyAllowed) {
    warn?.(`it has nothing at ${text}: ${parent} ${what}`);
    return;
  }
  const meant = step.kind === 'name' ? nearest(step.name, names) : undefined;
  const likely = deepest.isArray ? `${parent}[*]` : meant ? `${parent}.${meant}` : `${parent}.*`;
  const rest = steps
    .slice(deepest.matched + 1)
    .map(written)
    .join('');
  throw new RunError('SOURCE.PATH_INVALID', `${path} has nothing at ${text}: ${parent} ${what}`, {
    hint: `write  rows: ${likely}${deepest.isArray && step.kind === 'name' ? written(step) : ''}${rest}`,
    where,
  });
}

function written(step: PathStep): string {
  switch (step.kind) {
    case 'members':
      return '.*';
    case 'elements':
      return '[*]';
    case 'index':
      return `[${step.index}]`;
    case 'name':
      return /^[^.[\]*"'\s()?@,:]+$/.test(step.name) ? `.${step.name}` : `['${step.name}']`;
  }
}
