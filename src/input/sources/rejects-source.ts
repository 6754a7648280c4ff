import { RunError } from '../../errors/run-error.ts';
import type { Files } from '../../system/files.ts';
import { isAbsent } from '../rows/decode-cell.ts';
import type { WrittenPlace } from '../rows/place.ts';
import type { Problem, Row, Values } from '../rows/row.ts';
import { formatOf } from './formats.ts';
import { REASON_COLUMNS, type Reason, rejectsNames, unescapeFormula } from './rejects-format.ts';
import { overRows } from './row-parser.ts';
import type { Source, SourceFormat, SourceOptions } from './source.ts';

/** The original position of a rejected row: the index of its file in the step, and the line. */
type RejectedFrom = { readonly file: number; readonly line: number };

/** Finds the original position that a row of a rejects file names; undefined if it is not known. */
export type RejectedFromOf = (place: WrittenPlace) => RejectedFrom | undefined;

/** Makes of a restored row, with the code that it was rejected with and the place that it names, the row that is read. */
export type RestoredRow = (row: Row, code: string, place: WrittenPlace) => Row;

/** True if a file is a rejects file: its header or its first object has all columns of reasons. */
export async function isRejectFile(source: Source): Promise<boolean> {
  const names = source.columns ?? Object.keys((await firstRow(source))?.values ?? {});
  return REASON_COLUMNS.every((name) => names.includes(name));
}

/**
 * Reads a rejects file as the source of its rows: with the original names and cells, without the reasons. A row that
 * has only raw text is rejected again with the reason in the file.
 */
export function rejectSource(
  source: Source,
  originOf: RejectedFromOf = () => undefined,
  readAs: RestoredRow = (row) => row,
): Source {
  const split = source.columns ? cellSplitter(source.columns) : splitMembers;
  const { path, format, plain, encoding, bytes, delimiter } = source;
  const original = (row: Row): Row => {
    if (row.fault) return row;
    const found = split(row.values);
    return readAs(restored(row, found, originOf), found.added._code ?? '', placeIn(found));
  };
  return {
    path,
    format,
    plain,
    encoding,
    bytes,
    ...(source.columns ? { columns: ownColumns(source.columns) } : {}),
    ...(delimiter === undefined ? {} : { delimiter }),
    // Without the records and the sink's screen: they have the cells of the file, not the originals.
    read: (from, signal, reading) => source.read(from, signal, overRows(original, reading)),
    pass: (sink, signal) => source.pass({ row: (row) => sink.row(original(row)) }, signal),
  };
}

/** Why a row is in a rejects file. */
export type Rejection = {
  readonly code: string;
  readonly field: string;
  readonly message: string;
  /** The original position of the row. */
  readonly file: string;
  readonly line: number;
};

/** The reasons in a rejects file, row by row; for a row that can no longer be read, the fault. */
export async function* rejections(source: Source, signal: AbortSignal): AsyncGenerator<Rejection> {
  const split = source.columns ? cellSplitter(source.columns) : splitMembers;
  for await (const rows of source.read(undefined, signal))
    for (const { fault, line, values } of rows) {
      const { _code, _field, _message, _file, _line } = fault ? {} : split(values).added;
      yield {
        code: fault?.code ?? _code ?? '',
        field: _field ?? '',
        message: fault?.message ?? _message ?? '',
        file: _file || source.path,
        line: Number(_line) || line,
      };
    }
}

async function firstRow(source: Source): Promise<Row | undefined> {
  for await (const [row] of source.read(undefined, new AbortController().signal)) if (row) return row;
  return undefined;
}

/** The columns of the source, of all columns of a rejects file. */
export function ownColumns(columns: readonly string[]): readonly string[] {
  const { isReason, sourceName } = rejectsNames(columns);
  return columns.filter((name) => !isReason(name)).map((name) => sourceName(unescapeFormula(name)));
}

/** A row's own values, and those that the rejects file added. */
type SplitValues = { readonly own: Values; readonly added: Partial<Record<Reason, string>> };

function cellSplitter(columns: readonly string[]): (values: Values) => SplitValues {
  const { isReason } = rejectsNames(columns);
  const own = columns.flatMap((name, index) => (isReason(name) ? [] : [index]));
  const added = columns.flatMap((name, index) => (isReason(name) ? [[name, index] as const] : []));
  return (values) => {
    const cell = (index: number): string => unescapeFormula((values as readonly string[])[index] ?? '');
    return { own: own.map(cell), added: Object.fromEntries(added.map(([name, at]) => [name, cell(at)])) };
  };
}

function splitMembers(values: Values): SplitValues {
  const members = Object.entries(values);
  const { isReason, sourceName } = rejectsNames(Object.keys(values));
  return {
    own: Object.fromEntries(
      members.filter(([name]) => !isReason(name)).map(([name, value]) => [sourceName(name), value]),
    ),
    added: Object.fromEntries(
      members.filter(([name]) => isReason(name)).map(([name, value]) => [name, String(value ?? '')]),
    ),
  };
}

/** The place that a row of a rejects file names; 0 for a number that is none. */
const placeIn = ({ added: { _file: file = '', _line, _row } }: Pick<SplitValues, 'added'>): WrittenPlace => ({
  file,
  line: counted(_line),
  row: counted(_row),
});

/** Lines and rows are kept in 32 bits. */
const COUNT_MAX = 0xffff_ffff;

function counted(text: string | undefined): number {
  const count = Number(text);
  return Number.isInteger(count) && count > 0 && count <= COUNT_MAX ? count : 0;
}

function restored(row: Row, { own, added }: SplitValues, originOf: RejectedFromOf): Row {
  const { _raw: raw, _code: code, _message: message = '', _file: file } = added;
  const unread: { fault: Problem; raw: string } | undefined =
    raw && code && Object.values(own).every(isAbsent) ? { fault: { code, message }, raw } : undefined;
  const origin = file ? originOf(placeIn({ added })) : undefined;
  return {
    ...row,
    values: own,
    ...unread,
    ...(origin ? { file: origin.file, line: origin.line, readFrom: row.file } : {}),
  };
}

/**
 * Opens a rejects file with its columns of reasons. Tries other separators than the declared one too: a spreadsheet
 * program may save with the separator of its locale.
 * @param file the file's index in its step
 * @param spec the pipeline's declaration of the sources of these rows
 * @throws RunError `SOURCE.*`, also if the columns of reasons are missing
 */
export async function openRejects(
  path: string,
  file: number,
  spec: { readonly delimiter?: string | undefined },
  files: Files,
): Promise<Source> {
  if (!(await files.stat(path).catch(() => undefined)))
    throw new RunError('SOURCE.MISSING', `the rejects file ${path} no longer exists`, {
      hint: 'restore it; to discard its rows, delete them but keep the first line',
    });
  const format = formatOf(path);
  const errors: unknown[] = [];
  for (const options of optionsToTry(format, spec.delimiter)) {
    const source = await format
      .open(path, file, { ...options, files })
      .catch((error: unknown) => void errors.push(error));
    if (source && (!source.columns || (await isRejectFile(source)))) return source;
  }
  throw (
    errors[0] ??
    new RunError('SOURCE.COLUMN_MISSING', `${path} has lost columns such as _code, _file or _line`, {
      hint: 'restore the columns that begin with _: a retry needs them to read the rows',
    })
  );
}

function optionsToTry({ takes }: SourceFormat, declared = ','): readonly Pick<SourceOptions, 'delimiter'>[] {
  if (!takes.has('delimiter')) return [{}];
  return Array.from(new Set([declared, ',', ';', '\t', '|']), (delimiter) => ({ delimiter }));
}
