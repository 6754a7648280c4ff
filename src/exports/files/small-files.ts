import { isUtf8 } from 'node:buffer';
import { DEPTH_MAX, parsedJson } from '../../input/json/parse-json.ts';
import type { ZipWindow } from '../../input/sources/bytes/zip-window.ts';
import type { Files } from '../../system/files.ts';
import type { RecordPlace } from '../neutral.ts';
import type { ExportFile } from './export-files.ts';
import { type ExportObject, type JsonRows, passJson } from './export-rows.ts';
import { record } from './values.ts';

/** Larger files are read in pieces. */
const SMALL_BYTES = 4_194_304;

/**
 * Reads exports that are thousands of small files with a JSON array each, such as one for each day, or with an array in an
 * object: each is read whole, which is many times as fast as to open a stream for it. A large or damaged one is read as any
 * other file.
 */
export class SmallFiles implements AsyncDisposable {
  readonly #files: Files;
  #zip: ZipWindow | undefined;

  constructor(files: Files) {
    this.#files = files;
  }

  /**
   * Passes the elements of a file's array, in its order: of the outermost one, or of the one that `rows` names.
   * @throws RunError `SOURCE.*` if the export itself cannot be read
   */
  async pass(file: ExportFile, rows: JsonRows, input: Parameters<typeof passJson>[2]): Promise<void> {
    const bytes = await this.bytes(file);
    const found = bytes && elementsOf(bytes, rows.rows);
    if (!found) return await passJson(file, rows, input);
    input.signal.throwIfAborted();
    for (let index = 0; index < found.rows.length; index++)
      rows.row(found.rows[index] as ExportObject, placeOf(file, found.places, index));
  }

  /** The bytes of a small file; undefined for one that has to be read in another way. */
  async bytes({ path, name, archive, isInZip }: ExportFile): Promise<Buffer | undefined> {
    if (archive === undefined) return await this.#ofFolder(path);
    if (!isInZip) return undefined;
    if (this.#zip?.path !== archive) {
      await this[Symbol.asyncDispose]();
      // yauzl is loaded with the first archive.
      const { ZipWindow } = await import('../../input/sources/bytes/zip-window.ts');
      this.#zip = await ZipWindow.open(archive, this.#files);
    }
    return await this.#zip.read(name, SMALL_BYTES);
  }

  async #ofFolder(path: string): Promise<Buffer | undefined> {
    const stats = await this.#files.stat(path).catch(() => undefined);
    if (!stats?.isFile() || stats.size > SMALL_BYTES) return undefined;
    await using file = await this.#files.open(path, 'r').catch(() => undefined);
    if (!file) return undefined;
    const bytes = Buffer.allocUnsafe(stats.size);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytesRead === bytes.length ? bytes : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#zip?.[Symbol.asyncDispose]();
    this.#zip = undefined;
  }
}

type Elements = { readonly rows: readonly ExportObject[]; readonly places: ElementPlaces };

/** The path of the elements of an array in an object. */
const MEMBER = /^\$\.(\w+)\[\*\]$/;

/** The objects of an array; undefined if the file holds anything else. */
function elementsOf(bytes: Buffer, path: string | undefined): Elements | undefined {
  const name = MEMBER.exec(path ?? '')?.[1];
  if (!isUtf8(bytes) || (name === undefined && path !== undefined && path !== '$[*]')) return undefined;
  const value = parsedJson(bytes.toString(), false);
  const rows = name === undefined ? value : record(value)?.[name];
  if (!Array.isArray(rows) || !rows.every(record)) return undefined;
  const places = elementPlaces(bytes, name === undefined ? 1 : 2);
  return places?.bytes.length === rows.length ? { rows, places } : undefined;
}

const placeOf = (
  { name: file, root }: ExportFile,
  { lines, bytes }: ElementPlaces,
  index: number,
): RecordPlace => ({
  file,
  root,
  line: lines[index] as number,
  byte: bytes[index] as number,
  row: index + 1,
});

/** Places where the elements of an array begin in the bytes of its file. */
type ElementPlaces = {
  readonly bytes: readonly number[];
  /** 1-based. */
  readonly lines: readonly number[];
};

const kinds = { other: 0, quote: 1, open: 2, close: 3, line: 4 } as const;
const kindOf = new Uint8Array(256);
for (const [characters, kind] of [
  ['"', kinds.quote],
  ['[{', kinds.open],
  [']}', kinds.close],
  ['\n', kinds.line],
] as const)
  for (const character of characters) kindOf[character.charCodeAt(0)] = kind;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/**
 * Finds the objects of the outermost arrays of a valid JSON text; undefined if one is nested too deep to be a row.
 * @param level the number of containers around each: the array, or the array and an object
 */
function elementPlaces(text: Buffer, level: 1 | 2): ElementPlaces | undefined {
  const bytes: number[] = [];
  const lines: number[] = [];
  let depth = 0;
  let line = 1;
  let isInArray = level === 1;
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf[text[at] as number];
    if (kind === kinds.other) continue;
    if (kind === kinds.quote) at = endOfString(text, at);
    else if (kind === kinds.line) line++;
    else if (kind === kinds.close) depth--;
    else if (depth++ === level && isInArray && text[at] === BRACE) {
      bytes.push(at);
      lines.push(line);
    } else if (depth === level) isInArray = text[at] !== BRACE;
    else if (depth > level + DEPTH_MAX) return undefined;
  }
  return { bytes, lines };
}

/** The offset of the quote that ends the string at `from`. */
function endOfString(text: Buffer, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
  return at;
}
