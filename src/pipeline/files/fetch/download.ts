import { namedOutOfFiles, RunError } from '../../../errors/run-error.ts';
import { expiryOf } from '../../../input/rows/forms/address-key.ts';
import type { FileFailure } from '../../../input/rows/forms/copied-address.ts';
import { askedMs } from '../../../service/transport/rate-headers.ts';
import type { ApiResponse } from '../../../service/transport/transport.ts';
import { releaseChunk } from '../../../system/memory.ts';
import { isUntrusted, ProxyError } from '../../../system/proxy.ts';
import type { System } from '../../../system/system.ts';
import { byteSize } from '../../../terminal/printable.ts';
import type { OpenAnswer } from '../../remote/exchange.ts';
import { followed, RedirectError } from '../../remote/http-get.ts';
import { byteCountOf, ifRange, isStill, rangeOf } from '../../remote/server-file.ts';
import type { WantedFile } from './fetched-file.ts';
import { type FileHosts, RefusedError } from './file-hosts.ts';
import type { Spool, SpooledFile, SpoolPart } from './spool.ts';

/** Why there is no file. The message has nothing of an address. */
export type FetchFailure = { readonly why: FileFailure; readonly message: string };

/** An address that is asked, and the headers that its host needs. */
export type AskedAddress = { readonly url: URL; readonly headers: Readonly<Record<string, string>> };

/** A file that has come, with what its answer says of it. */
export type Downloaded = SpooledFile & {
  readonly type?: string | undefined;
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
};

/** Things that downloads use. */
export type DownloadDeps = {
  readonly hosts: FileHosts;
  readonly spool: Spool;
  readonly clock: System['clock'];
  readonly maxBytes: number;
  /** Each 256 KiB of a body come within so many milliseconds. */
  readonly silentMs: number;
  /** Waits as the limit of bytes a second asks for; true if it did. */
  readonly pace: (bytes: number, signal: AbortSignal) => Promise<boolean>;
};

/** Pauses before a file is asked for again. */
const WAITS_MS = [1_000, 10_000, 60_000];
/** So often a host may ask to wait, and so long. */
const HOLDS_MAX = 10;
const HOLD_MAX_MS = 10 * 60_000;
const WINDOW_BYTES = 256 * 1024;
/** Of an answer without a file: what is not more is read, so that the connection can be used again. */
const OTHER_BYTES_MAX = 64 * 1024;
const OTHER_MS = 2_000;

/** An attempt that may end otherwise a little later. */
type Passing = {
  readonly passing: string;
  /** Milliseconds that the host asks to wait. */
  readonly holdMs?: number | undefined;
  /** Another attempt will hardly help. */
  readonly isDoubtful?: boolean;
};

type Tried = Downloaded | { readonly unchanged: true } | FetchFailure;

/**
 * Gets a file, again where its host fails for a while; what has arrived is not fetched twice.
 * @throws RunError of the disk, of a proxy, of a process without file descriptors; the reason of the signal
 */
export async function download(
  asked: AskedAddress,
  wanted: Pick<WantedFile, 'key' | 'known'>,
  deps: DownloadDeps,
  signal: AbortSignal,
): Promise<Tried> {
  const { hosts, spool, clock } = deps;
  const { url } = asked;
  const part = await spool.open(wanted.key);
  try {
    for (let failed = 0, holds = 0; ; ) {
      if (!(await hosts.isReady(url, signal)))
        return silent('its host does not answer, and is not asked again in this run');
      const before = part.begun?.bytes ?? 0;
      const tried = await attempt(asked, wanted.known, part, deps, signal);
      if (!('passing' in tried)) {
        hosts.answered(url);
        if ('why' in tried) await part.drop();
        return tried;
      }
      const { passing, holdMs, isDoubtful = false } = tried;
      if (holdMs !== undefined && holdMs > HOLD_MAX_MS) {
        hosts.leaveAlone(url);
        return silent(`${passing} and asks to wait ${Math.ceil(holdMs / 60_000)} minutes`);
      }
      if (holdMs !== undefined && ++holds <= HOLDS_MAX) {
        hosts.hold(url, holdMs);
        continue;
      }
      hosts.failed(url);
      // A large file may be cut off often, as long as it grows.
      failed = (part.begun?.bytes ?? 0) > before ? 1 : failed + 1;
      const waitMs = isDoubtful && failed > 1 ? undefined : WAITS_MS[failed - 1];
      if (waitMs === undefined) return silent(passing);
      await clock.sleep(waitMs, signal);
    }
  } finally {
    await part.rest();
  }
}

const silent = (message: string): FetchFailure => ({ why: 'silent', message });

async function attempt(
  { url, headers }: AskedAddress,
  known: WantedFile['known'],
  part: SpoolPart,
  deps: DownloadDeps,
  signal: AbortSignal,
): Promise<Tried | Passing> {
  const { begun } = part;
  const conditions = begun
    ? { range: `bytes=${begun.bytes}-`, ...ifRange(begun.version) }
    : conditionsOf(known);
  let isThere = true;
  let answer: OpenAnswer;
  try {
    answer = await followed(
      url,
      (at) => {
        isThere &&= at.origin === url.origin;
        return deps.hosts.ask(at, { ...conditions, ...(isThere ? headers : {}) }, signal);
      },
      (answered) => discard(answered, deps.clock),
    );
  } catch (error) {
    return lost(error, signal);
  }
  try {
    const hasHeader = isThere && Object.keys(headers).length > 0;
    const refused = statusFailure(answer, url, hasHeader, deps.clock.now());
    if (!refused) return await received(answer, known, part, deps, signal);
    await discard(answer, deps.clock);
    return refused;
  } catch (error) {
    if (!(error instanceof LostError)) throw error;
    await part.interrupt();
    return { passing: error.message };
  } finally {
    answer.close();
  }
}

function conditionsOf({
  etag,
  modified,
}: NonNullable<WantedFile['known']> = {}): Readonly<Record<string, string>> {
  if (etag !== undefined) return { 'if-none-match': etag };
  return modified === undefined ? {} : { 'if-modified-since': modified };
}

/** The outcome of a status that brings no file; undefined for all others. */
function statusFailure(
  answer: OpenAnswer,
  url: URL,
  hasHeader: boolean,
  now: number,
): FetchFailure | Passing | undefined {
  const { status } = answer;
  const message = `its host answers ${status}`;
  if ((status >= 200 && status < 300) || status === 304 || status === 416) return undefined;
  if (status === 429 || status === 503) return { passing: message, holdMs: askedMs(asApi(answer), now) };
  if (status === 408 || status === 425 || status >= 500) return { passing: message };
  const end = expiryOf(url.href);
  if (end !== undefined && end <= now)
    return { why: 'expired', message: `${message}: the time it was signed for is over` };
  if (status !== 401 && status !== 403) return { why: 'gone', message };
  return hasHeader
    ? { why: 'denied', message: `${message} to the header that it was sent` }
    : { why: 'login', message };
}

const asApi = ({ status, headers }: OpenAnswer): ApiResponse => ({
  status,
  headers,
  body: undefined,
  attempts: 1,
  ambiguous: false,
});

/** Takes the body of an answer, as far as it is that of the file. */
async function received(
  answer: OpenAnswer,
  known: WantedFile['known'],
  part: SpoolPart,
  { clock, maxBytes, silentMs, pace }: DownloadDeps,
  signal: AbortSignal,
): Promise<Tried | Passing> {
  const { status, headers } = answer;
  const { begun } = part;
  if (status === 304 && known && !begun) return { unchanged: true };
  const packing = packingOf(answer);
  if (packing !== undefined) return { why: 'encoded', message: `its host sends it packed: ${packing}` };
  const range = rangeOf(answer);
  const isPart = begun !== undefined && status === 206;
  const isRight =
    isPart &&
    range?.from === begun.bytes &&
    range.to === begun.version.bytes - 1 &&
    range.total === begun.version.bytes &&
    isStill(begun.version, answer);
  if ((isPart && !isRight) || (status === 206) !== isPart || status === 304 || status === 416) {
    await part.drop();
    return { passing: isPart ? 'it changes while it is fetched' : `its host answers ${status}` };
  }
  const bytes = isPart ? begun.version.bytes : byteCountOf(headers['content-length']);
  const tooLarge: FetchFailure = {
    why: 'tooLarge',
    message: `it has more than ${byteSize(maxBytes)} (files.maxBytes)`,
  };
  if (bytes !== undefined && bytes > maxBytes) return tooLarge;
  const [etag, modified] = [headers['etag'], headers['last-modified']].map(sendable);
  if (isPart) await part.resume(begun);
  else await part.begin({ bytes, etag, modified });
  for await (const chunk of paced(answer, { clock, silentMs, pace }, signal)) {
    if (part.bytes + chunk.length > maxBytes) return tooLarge;
    await part.write(chunk);
    releaseChunk(chunk);
  }
  if (part.bytes === 0) return { why: 'empty', message: 'it has no bytes' };
  if (bytes !== undefined && part.bytes !== bytes) {
    await part.interrupt();
    return { passing: ENDS_EARLY };
  }
  return {
    ...part.finish(),
    type: headers['content-type'],
    etag: etag ?? (isPart ? begun.version.etag : undefined),
    modified: modified ?? (isPart ? begun.version.modified : undefined),
  };
}

/** Name of the way in which an answer is packed, although nobody asked for it; undefined if it is not. */
function packingOf({ headers }: OpenAnswer): string | undefined {
  const { 'content-encoding': encoding = '', 'transfer-encoding': transfer = '' } = headers;
  if (!['', 'identity'].includes(encoding.trim().toLowerCase())) return encoding.slice(0, 20);
  return ['', 'chunked'].includes(transfer.trim().toLowerCase()) ? undefined : transfer.slice(0, 20);
}

/** The value of a header, if it can be sent back. */
const sendable = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\x20-\x7e]{1,1000}$/.test(value) ? value : undefined;

/** The connection was lost in the middle of a body. */
class LostError extends Error {
  override readonly name = 'LostError';
}

/** The bytes of a body, as long as they come fast enough. */
async function* paced(
  answer: OpenAnswer,
  { clock, silentMs, pace }: Pick<DownloadDeps, 'clock' | 'silentMs' | 'pace'>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let isSlow = false;
  const begin = (): Disposable =>
    clock.after(silentMs, () => {
      isSlow = true;
      answer.close();
    });
  let timer = begin();
  let bytes = 0;
  try {
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      const hasWaited = await pace(chunk.length, signal);
      if (bytes >= WINDOW_BYTES || hasWaited) {
        timer[Symbol.dispose]();
        timer = begin();
        bytes = 0;
      }
      yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new LostError(isSlow ? 'its host sends too slowly' : reasonOf(error));
  } finally {
    timer[Symbol.dispose]();
  }
}

/** Reads the body of an answer that nobody wants, if it is short. */
async function discard({ body, close }: OpenAnswer, clock: System['clock']): Promise<void> {
  using _ = clock.after(OTHER_MS, close);
  try {
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > OTHER_BYTES_MAX) break;
    }
  } catch {
    // Its status is all that counts.
  }
}

/**
 * The outcome of an error before an answer.
 * @throws RunError; the reason of the signal
 */
function lost(error: unknown, signal: AbortSignal): FetchFailure | Passing {
  signal.throwIfAborted();
  if (error instanceof RunError) throw error;
  const named = namedOutOfFiles(error);
  if (named instanceof RunError) throw named;
  if (error instanceof RefusedError) return { why: 'refused', message: error.message };
  if (error instanceof RedirectError) return { why: 'refused', message: `its host ${error.brief}` };
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (error instanceof ProxyError) {
    if (error.fatal) throw new RunError('SERVICE.PROXY', message, { cause: error });
    return { passing: message };
  }
  if (isUntrusted(code))
    return { why: 'refused', message: `there is no trusted connection to its host: ${code}` };
  return { passing: reasonOf(error), isDoubtful: code === 'ENOTFOUND' };
}

const ENDS_EARLY = 'its answer ends early';

const REASONS: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'its host does not answer',
  UND_ERR_BODY_TIMEOUT: 'its host stops sending',
  UND_ERR_CONNECT_TIMEOUT: 'its host cannot be reached (no connection in time)',
  UND_ERR_SOCKET: ENDS_EARLY,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ENDS_EARLY,
  ECONNREFUSED: 'its host cannot be reached (ECONNREFUSED)',
  ENOTFOUND: 'there is no such host (ENOTFOUND)',
  EAI_AGAIN: 'the address of its host cannot be found now (EAI_AGAIN)',
};

/** Why a connection failed. Texts of other errors may have an address. */
function reasonOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? `the connection to its host failed (${code ?? name})`;
}
