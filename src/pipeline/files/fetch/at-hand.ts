import { join } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { ExportFiles } from '../../../exports/files/export-files.ts';
import { makeFolder } from '../../../files/private-file.ts';
import { storedBytes } from '../../../input/sources/bytes/bytes.ts';
import type { Files } from '../../../system/files.ts';
import { byteSize } from '../../../terminal/printable.ts';
import type { FetchFailure } from './download.ts';
import type { Spool, SpooledFile } from './spool.ts';

/** Bytes of a file that is written into its address. */
const DATA_BYTES_MAX = 1024 * 1024;
/** Three characters of a query for each byte, and its type. */
const DATA_CHARS_MAX = 3 * DATA_BYTES_MAX + 1_000;

/** Decodes a data: URL into its bytes and its type. */
export function readDataAddress(
  address: string,
): { readonly bytes: Buffer; readonly type: string } | FetchFailure {
  const tooLarge: FetchFailure = {
    why: 'tooLarge',
    message: `it has more than ${byteSize(DATA_BYTES_MAX)} in its address`,
  };
  if (address.length > DATA_CHARS_MAX) return tooLarge;
  const text = address.trim();
  const comma = text.indexOf(',');
  const type = text.slice('data:'.length, comma);
  const decoded = comma < 0 ? undefined : decodedData(text.slice(comma + 1), /;\s*base64\s*$/i.test(type));
  if (!decoded) return { why: 'refused', message: 'it is not written as data: addresses are' };
  if (decoded.length > DATA_BYTES_MAX) return tooLarge;
  if (decoded.length === 0) return { why: 'empty', message: 'it has no bytes' };
  return { bytes: decoded, type };
}

function decodedData(text: string, isBase64: boolean): Buffer | undefined {
  const bytes = percentDecoded(text);
  if (!isBase64) return bytes;
  const written = bytes.toString('latin1').replaceAll(/\s+/g, '');
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(written) ? Buffer.from(written, 'base64') : undefined;
}

const PERCENT = 0x25;

/** Bytes of a text in which `%41` stands for a byte; what does not, stays. */
function percentDecoded(text: string): Buffer {
  const written = Buffer.from(text);
  const bytes = Buffer.allocUnsafe(written.length);
  let length = 0;
  for (let at = 0; at < written.length; at++) {
    const digits = written[at] === PERCENT ? written.toString('latin1', at + 1, at + 3) : '';
    const isByte = /^[0-9A-Fa-f]{2}$/.test(digits);
    bytes[length++] = isByte ? Number.parseInt(digits, 16) : (written[at] as number);
    if (isByte) at += 2;
  }
  return bytes.subarray(0, length);
}

/** The files of exports, by their paths in them. Nothing is listed before the first one is asked for. */
export class ExportedFiles implements AsyncDisposable {
  readonly #paths: readonly string[];
  readonly #files: Files;
  readonly #unpacking: Parameters<typeof ExportFiles.open>[2];
  #open: Promise<ExportFiles> | undefined;
  #withZipsOpen: Promise<ExportFiles> | undefined;

  /**
   * @param paths absolute; files, folders, or archives
   * @param folder for archives that are unpacked
   */
  constructor(paths: readonly string[], files: Files, folder: string, signal: AbortSignal) {
    this.#paths = paths;
    this.#files = files;
    const unpackIn = join(folder, 'export');
    this.#unpacking = {
      signal,
      async folder() {
        await makeFolder(unpackIn, files);
        return unpackIn;
      },
    };
  }

  /**
   * Copies a file of the export into the spool.
   * @param name its path in the export: only what the export lists is found
   * @throws RunError if the export itself cannot be read, or has changed
   */
  async take(
    name: string,
    key: string,
    spool: Spool,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<SpooledFile | FetchFailure> {
    const path = await this.#pathOf(name);
    if (path === undefined) return { why: 'gone', message: 'the export does not have it' };
    const part = await spool.open(key);
    try {
      await part.begin({});
      for await (const chunk of storedBytes(path, this.#files, signal)) {
        if (part.bytes + chunk.length > maxBytes)
          return { why: 'tooLarge', message: `it has more than ${byteSize(maxBytes)} (files.maxBytes)` };
        await part.write(chunk);
      }
      return part.bytes === 0 ? { why: 'empty', message: 'it has no bytes' } : part.finish();
    } catch (error) {
      return unreadable(error);
    } finally {
      await part.rest();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#open?.catch(() => undefined))?.[Symbol.asyncDispose]();
  }

  async #pathOf(name: string): Promise<string | undefined> {
    if (this.#paths.length === 0) return undefined;
    this.#open ??= ExportFiles.open(this.#paths, this.#files, this.#unpacking);
    const open = await this.#open;
    const found = open.at(name);
    if (found) return found.path;
    // Some systems put archives into their exports.
    this.#withZipsOpen ??= open.withZipsOpen();
    return (await this.#withZipsOpen).at(name)?.path;
  }
}

/**
 * The fault of one file of an export.
 * @throws every other error
 */
function unreadable(error: unknown): FetchFailure {
  const code = error instanceof RunError ? error.code : undefined;
  if (code === 'SOURCE.MISSING') return { why: 'gone', message: 'the export does not have it any more' };
  if (code === 'SOURCE.ARCHIVE_UNSAFE')
    return { why: 'tooLarge', message: 'it is packed in the export so that it would fill the disk' };
  if (code === 'SOURCE.TRUNCATED') return { why: 'gone', message: 'it is damaged in the export' };
  if (code === 'SOURCE.UNREADABLE')
    return { why: 'denied', message: 'it cannot be read in the export: it may have a password' };
  throw error;
}
