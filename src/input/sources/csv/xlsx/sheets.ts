import { didYouMean } from '../../../../errors/nearest.ts';
import { RunError } from '../../../../errors/run-error.ts';
import type { Files } from '../../../../system/files.ts';
import type { Row } from '../../../rows/row.ts';
import { archiveKind } from '../../bytes/archive-list.ts';
import type { Bytes } from '../../bytes/bytes.ts';
import { sizeOf } from '../../bytes/file-bytes.ts';
import { type Workbook, workbookAt } from '../../bytes/workbook.ts';
import { archivePathOf, skipped } from '../../bytes/zip-member.ts';
import { overRows } from '../../row-parser.ts';
import type { Source, SourceOptions } from '../../source.ts';
import { csvRowsOf } from '../csv.ts';
import { BAD_CELL, LINE_END, type SheetOptions, type SheetPlace, sheetText } from './sheet-text.ts';

/** Options of texts. */
const OF_TEXTS = ['encoding', 'delimiter', 'quote', 'escape', 'comment', 'trim', 'rows'] as const;

/**
 * Opens a sheet of a workbook as a source.
 * @param path of a workbook, or of a sheet in it
 * @throws RunError `SOURCE.*`, `CONFIG.INVALID` for options of texts
 */
export async function openSheet(path: string, file: number, options: SourceOptions): Promise<Source> {
  const other = OF_TEXTS.find((name) => options[name] !== undefined);
  if (other)
    throw new RunError('CONFIG.INVALID', `${other}: is not for Excel workbooks, and ${path} is one`, {
      hint: `remove ${other}:`,
      where: { file: path },
    });
  const place = await placeOf(path, options.files);
  const size = await sizeOf(options.files, await diskPath(path, options.files));
  const { columns, header, known, skipLines, width, warn, emptyAllowed, files } = options;
  const source = await csvRowsOf(textOf(place, size, options), file, {
    files,
    delimiter: ',',
    ...(columns ? { columns } : {}),
    ...(header ? { header } : {}),
    ...(known ? { known } : {}),
    ...(skipLines ? { skipLines } : {}),
    ...(width ? { width } : {}),
    ...(warn ? { warn } : {}),
    ...(emptyAllowed ? { emptyAllowed } : {}),
  });
  const { rowOf: _, delimiter: __, ...others } = source;
  return {
    ...others,
    // Without the records, in which line ends are marks.
    read: (from, signal, reading) => source.read(from, signal, overRows(asInSheet, reading)),
    pass: (sink, signal) => source.pass({ row: (row) => sink.row(asInSheet(row)) }, signal),
  };
}

/** A row with the line ends of its cells; one with a bad cell has a fault. */
function asInSheet(row: Row): Row {
  const values = row.values as readonly string[];
  const bad = row.fault ? undefined : values.find((cell) => cell.startsWith(BAD_CELL));
  if (bad !== undefined) {
    const message = bad.slice(BAD_CELL.length);
    const raw = values.map((cell) => cell.replace(BAD_CELL, '').replaceAll(LINE_END, '\n')).join(',');
    return { ...row, values: [], fault: { code: 'XLSX.CELL_INVALID', message }, raw };
  }
  if (row.raw !== undefined) return { ...row, raw: row.raw.replaceAll(LINE_END, '\n') };
  return { ...row, values: values.map((cell) => cell.replaceAll(LINE_END, '\n')) };
}

/**
 * The text of a sheet, as it is without any option.
 * @throws RunError `SOURCE.*`
 */
export async function textOfSheet(path: string, files: Files): Promise<Bytes> {
  return textOf(await placeOf(path, files), await sizeOf(files, await diskPath(path, files)), {});
}

type TextOptions = Partial<Pick<SourceOptions, 'columns' | 'header' | 'skipLines' | 'nulls' | 'warn'>>;

/** The text of a sheet, made again whenever it is read. */
function textOf(
  place: SheetPlace,
  size: number,
  { columns, header, skipLines = 0, nulls = [], warn = () => {} }: TextOptions,
): Bytes {
  const options: SheetOptions = {
    skipLines,
    width: columns && header !== 'skip' ? columns.length : undefined,
    hasHeader: header === undefined && !columns,
    nulls: new Set(nulls),
    warn: once(warn),
  };
  return {
    path: place.path,
    encoding: 'utf-8',
    start: 0,
    plain: false,
    isOnDisk: false,
    size,
    read: (from, signal) => skipped(sheetText(place, options, signal), from),
  };
}

/** A sheet is read several times, and something is said of it once. */
function once(warn: (sentence: string) => void): (sentence: string) => void {
  const said = new Set<string>();
  return (sentence) => {
    if (!said.has(sentence)) warn(sentence);
    said.add(sentence);
  };
}

const diskPath = async (path: string, files: Files): Promise<string> =>
  (await archivePathOf(path, files))?.archive ?? path;

async function placeOf(path: string, files: Files): Promise<SheetPlace> {
  const parts = await archivePathOf(path, files);
  const archive = parts?.archive ?? path;
  const book = await bookAt(archive, path, files);
  const shown = book.sheets.filter(({ isHidden }) => !isHidden);
  const wanted = parts?.member;
  const sheet =
    wanted === undefined ? (shown[0] ?? book.sheets[0]) : book.sheets.find(({ name }) => name === wanted);
  if (!sheet) throw noSheet(archive, path, wanted, book);
  return { path, archive, book, member: sheet.member, files };
}

async function bookAt(archive: string, path: string, files: Files): Promise<Workbook> {
  const where = { file: path };
  if ((await sizeOf(files, archive)) === 0) throw new RunError('SOURCE.EMPTY', `${path} is empty`, { where });
  if ((await archiveKind(files, archive)) !== 'zip')
    throw new RunError('SOURCE.FORMAT_UNKNOWN', `${path} is no Excel workbook (.xlsx)`, {
      hint: 'an older file (.xls) or one with a password: save it as .xlsx without a password, or as CSV',
      where,
    });
  const book = await workbookAt(archive, files);
  if (book) return book;
  throw new RunError('SOURCE.FORMAT_UNKNOWN', `${path} is no Excel workbook (.xlsx)`, {
    hint: 'a workbook in an archive is not read: unpack it, and name it',
    where,
  });
}

function noSheet(archive: string, path: string, wanted: string | undefined, { sheets }: Workbook): RunError {
  const names = sheets.map(({ name }) => name);
  const meant =
    wanted === undefined ? '' : didYouMean(wanted, names, `it has ${names.join(', ') || 'no sheet'}`);
  return new RunError(
    'SOURCE.MISSING',
    `${archive} has no sheet${wanted === undefined ? '' : ` ${wanted}`}${meant}`,
    {
      where: { file: path },
    },
  );
}
