import { RunError } from '../../errors/run-error.ts';
import type { FileServers } from './file-server.ts';
import type { HttpAnswer } from './http-get.ts';
import type { RemoteUrl } from './remote-url.ts';

/** Marks that tell one version of a file from another. */
export type Version = {
  readonly bytes: number;
  readonly etag?: string | undefined;
  /** `Last-Modified`, as the server writes it. */
  readonly modified?: string | undefined;
};

/** A file as its server has it. */
export type ServerFile = {
  readonly version: Version;
  /** True if the server gives out parts of it. */
  readonly hasRanges: boolean;
};

/** So much is asked for at once, and must be in memory; a file up to here needs no parts. */
export const PIECE_BYTES = 4 * 1024 * 1024;

/** True if two versions are certainly the same: the length alone proves nothing. */
export const isSame = (a: Version, b: Version): boolean =>
  isProvable(a) && a.bytes === b.bytes && a.etag === b.etag && a.modified === b.modified;

/** True if parts of a version can be told from those of another. */
const isProvable = ({ etag, modified }: Version): boolean => (etag ?? modified) !== undefined;

/**
 * Asks for the version of a file.
 * @param known the version of a copy
 * @returns undefined if the server still has that
 * @throws RunError `SOURCE.NO_RANGES` and those of `ask`
 */
export async function askVersion(
  url: RemoteUrl,
  servers: FileServers,
  known: Version | undefined,
  signal: AbortSignal,
): Promise<ServerFile | undefined> {
  const { etag, modified } = known ?? {};
  const condition =
    etag !== undefined
      ? { 'if-none-match': etag }
      : modified !== undefined
        ? { 'if-modified-since': modified }
        : {};
  const answer = await servers.ask(url, { range: 'bytes=0-0', ...condition }, 1, signal);
  if (answer.status === 304 && known) return undefined;
  const found = serverFile(url, answer);
  return known && isSame(found.version, known) ? undefined : found;
}

function serverFile(url: RemoteUrl, answer: HttpAnswer): ServerFile {
  requirePlain(url, answer);
  const { status, headers } = answer;
  const range = rangeOf(answer);
  const length = status === 206 || status === 416 ? range?.total : byteCountOf(headers['content-length']);
  const hasRanges = status === 206;
  if (length === undefined || (!hasRanges && length > (status === 200 ? PIECE_BYTES : 0)))
    throw noRanges(
      url,
      hasRanges
        ? 'does not state its length'
        : 'sends only whole files, and this one is large or of unknown length',
    );
  const version = { bytes: length, etag: headers['etag'], modified: headers['last-modified'] };
  if (length > PIECE_BYTES && !isProvable(version))
    throw noRanges(url, 'sends neither ETag nor Last-Modified, so parts of two versions could be mixed');
  return { version, hasRanges };
}

/**
 * Reads a piece of a file.
 * @param from the first byte
 * @returns undefined if the server has another version now
 * @throws RunError `SOURCE.NO_RANGES` and those of `ask`
 */
export async function readPiece(
  url: RemoteUrl,
  servers: FileServers,
  { version, hasRanges }: ServerFile,
  from: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const bytes = Math.min(PIECE_BYTES, version.bytes - from);
  const headers = hasRanges ? { range: `bytes=${from}-${from + bytes - 1}`, ...ifRange(version) } : {};
  const isWhole = ({ status, bytes: body, isComplete }: HttpAnswer): boolean =>
    status !== 206 || !isComplete || body.length >= bytes;
  const answer = await servers.ask(url, headers, bytes, signal, isWhole);
  if (answer.status !== (hasRanges ? 206 : 200)) return undefined;
  requirePlain(url, answer);
  const range = rangeOf(answer);
  if (hasRanges && (range?.from !== from || range.to !== from + bytes - 1))
    throw noRanges(url, 'sends another part than requested');
  const total = hasRanges ? range?.total : answer.bytes.length;
  if (!answer.isComplete || total !== version.bytes || !isStill(version, answer)) return undefined;
  return answer.bytes;
}

/** An answer to `If-Range` need not say again what it compared. */
export function isStill({ etag, modified }: Version, { headers }: Pick<HttpAnswer, 'headers'>): boolean {
  const [tag, date] = [headers['etag'], headers['last-modified']];
  return (tag === undefined || tag === etag) && (date === undefined || date === modified);
}

/** A part only of the same version. A weak tag may be that of other bytes, and is compared afterwards. */
export function ifRange({ etag, modified }: Version): Readonly<Record<string, string>> {
  if (etag !== undefined && !etag.startsWith('W/')) return { 'if-range': etag };
  return modified === undefined ? {} : { 'if-range': modified };
}

function requirePlain(
  url: RemoteUrl,
  { headers: { 'content-encoding': encoding = 'identity' } }: HttpAnswer,
): void {
  if (encoding !== 'identity')
    throw noRanges(url, `packs it on the way (content-encoding: ${encoding.slice(0, 20)})`);
}

/** The part of a file that an answer has. */
type ContentRange = { readonly from: number; readonly to: number; readonly total: number | undefined };

/** Reads which part of a file an answer has; undefined if it does not say so. */
export function rangeOf({
  headers: { 'content-range': text = '' },
}: Pick<HttpAnswer, 'headers'>): ContentRange | undefined {
  const [, from, to, total] = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/.exec(text) ?? [];
  if (total === undefined) return undefined;
  return { from: Number(from), to: Number(to), total: byteCountOf(total) };
}

/** Reads a number of bytes. */
export const byteCountOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

const noRanges = ({ shown }: RemoteUrl, why: string): RunError =>
  new RunError('SOURCE.NO_RANGES', `the server of ${shown} ${why}`, { where: { file: shown } });
