import { hash } from 'node:crypto';
import { type ExitName, RunError, runCodes } from '../../../errors/run-error.ts';
import { checkedUrl } from '../../../service/api/base-url.ts';
import type { Random } from '../../../system/random.ts';
import { cut, printable } from '../../../terminal/printable.ts';
import type { Getter, HttpAnswer } from '../../remote/http-get.ts';
import type { FilesSpec } from '../files-spec.ts';
import type { FileBody, FileStore, UploadLog } from './file-store.ts';

/** A finding of the check of a store, in the form of those of the doctor. */
export type StoreFinding = {
  readonly check:
    | 'files: write'
    | 'files: public'
    | 'files: type'
    | 'files: CORS'
    | 'files: clock'
    | 'files: parts';
  readonly status: 'pass' | 'warn' | 'fail';
  readonly message: string;
  /** The next step, to type or to change; absent if there is nothing to do. */
  readonly next?: string;
  /** The exit code of a failure. */
  readonly exit?: ExitName;
};

const TYPE = 'text/plain';
/** Any: no web client is known here. */
const ORIGIN = 'https://chat.example';
const ANSWER_BYTES_MAX = 4_096;
const REMOVAL_MS = 30_000;
const SKEW_NONE_S = 60;

/**
 * Puts one small object with a name that nobody has, gets it at `publicUrl` without a key, and removes it in any case.
 * @param get a request without any key
 */
export async function checkStore(
  store: FileStore,
  spec: Pick<FilesSpec, 'store' | 'shown' | 'publicUrl' | 'cacheControl'>,
  { get, random }: { readonly get: Getter['get']; readonly random: Pick<Random, 'hex'> },
  signal: AbortSignal,
): Promise<readonly StoreFinding[]> {
  const content = Buffer.from(`chatferry checks this address: ${random.hex(16)}\n`);
  const sha256 = random.hex(32);
  const key = `${sha256.slice(0, 2)}/${sha256}.txt`;
  const findings: StoreFinding[] = [];
  let isThere = false;
  try {
    await store.put(key, bodyOf(content), { ...spec, type: TYPE, isDownload: false }, NO_LOG, signal);
    isThere = true;
    findings.push({ check: 'files: write', status: 'pass', message: `${spec.shown} takes files` });
    findings.push(...(await checkPublic(`${spec.publicUrl}/${key}`, spec.publicUrl, content, get, signal)));
    findings.push(...clockFinding(store), ...(spec.store.kind === 's3' ? [PARTS] : []));
  } catch (error) {
    signal.throwIfAborted();
    findings.push(failed('files: write', error));
  } finally {
    const left = await removed(store, key);
    if (isThere) findings.push(...left);
  }
  signal.throwIfAborted();
  return findings;
}

/** Nothing is in parts, so nothing is recorded. */
const NO_LOG: UploadLog = {
  begun: undefined,
  begin: async () => {},
  part: async () => {},
  drop: async () => {},
};

function bodyOf(content: Buffer): FileBody {
  const sha256 = hash('sha256', content);
  return { bytes: content.length, sha256, read: async (from, until) => content.subarray(from, until) };
}

function failed(check: StoreFinding['check'], error: unknown): StoreFinding {
  if (!(error instanceof RunError)) throw error;
  const { code, message, hint } = error;
  return { check, status: 'fail', message: `${code}: ${message}`, next: hint, exit: runCodes[code].exit };
}

async function checkPublic(
  address: string,
  publicUrl: string,
  content: Buffer,
  get: Getter['get'],
  signal: AbortSignal,
): Promise<readonly StoreFinding[]> {
  const unread = (message: string): readonly StoreFinding[] => [
    {
      check: 'files: public',
      status: 'warn',
      message: `FILES.PUBLIC_URL: ${publicUrl} ${message}`,
      next: runCodes['FILES.PUBLIC_URL'].fix,
    },
  ];
  let answer: HttpAnswer;
  try {
    checkedUrl(publicUrl);
    const headers = { accept: '*/*', 'accept-encoding': 'identity', origin: ORIGIN };
    answer = await get(address, headers, ANSWER_BYTES_MAX, signal);
  } catch (error) {
    signal.throwIfAborted();
    const { code, message } = error as NodeJS.ErrnoException;
    return unread(`cannot be asked: ${cut(printable(code ?? message), 200)}`);
  }
  const { status, headers, bytes } = answer;
  if (status !== 200) return unread(`answers ${status} to who has no key`);
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!bytes.equals(content))
    return unread(
      `answers with other bytes than the object has (${cut(printable(type), 60) || 'of no type'})`,
    );
  return [
    {
      check: 'files: public',
      status: 'pass',
      message: `everybody gets at ${publicUrl} what is in the store`,
    },
    typeFinding(type),
    corsFinding(headers['access-control-allow-origin']),
  ];
}

const typeFinding = (type: string): StoreFinding =>
  type === TYPE
    ? { check: 'files: type', status: 'pass', message: 'files are sent with their media types' }
    : {
        check: 'files: type',
        status: 'warn',
        message: `a file of the type ${TYPE} is sent as ${cut(printable(type), 60) || 'one of no type'}`,
        next: 'let the server at files.publicUrl send the media type of the object, or that of the ending of its name',
      };

const corsFinding = (allowed: string | undefined): StoreFinding =>
  allowed === '*' || allowed === ORIGIN
    ? { check: 'files: CORS', status: 'pass', message: 'web pages may read the files (CORS)' }
    : {
        check: 'files: CORS',
        status: 'warn',
        message:
          'there are no CORS headers for any web page: pages can show the files, but no script of theirs can read them',
        next: 'if a web client shows previews, allow its origin in the CORS rules of the bucket or server',
      };

function clockFinding({ skewS }: FileStore): readonly StoreFinding[] {
  if (skewS === undefined) return [];
  const check = 'files: clock';
  if (Math.abs(skewS) <= SKEW_NONE_S)
    return [{ check, status: 'pass', message: 'the clock of the store is ours' }];
  const side = skewS < 0 ? 'ahead of' : 'behind';
  return [
    {
      check,
      status: 'warn',
      message: `the clock of this machine is ${Math.abs(skewS)} s ${side} that of the store, which refuses more than 15 minutes`,
      next: 'set the clock, best with NTP',
    },
  ];
}

/** Advice that is always given: few stores say whether a bucket has such a rule. */
const PARTS: StoreFinding = {
  check: 'files: parts',
  status: 'pass',
  message: 'an upload in parts that a kill has left is continued by the next run',
  next: 'for uploads that no run continues, give the bucket a lifecycle rule AbortIncompleteMultipartUpload of 7 days',
};

/** Removes the object also after an interrupt. */
async function removed(store: FileStore, key: string): Promise<readonly StoreFinding[]> {
  try {
    await store.remove(key, AbortSignal.timeout(REMOVAL_MS));
    return [];
  } catch (error) {
    const why = error instanceof RunError ? `${error.code}: ${error.message}` : 'it does not answer';
    return [
      {
        check: 'files: write',
        status: 'fail',
        message: `the object ${key} of this check cannot be removed: ${why}`,
        next: `remove it, and ${error instanceof RunError ? error.hint : runCodes['FILES.STORE_SILENT'].fix}`,
        exit: error instanceof RunError ? runCodes[error.code].exit : 'temporary',
      },
    ];
  }
}
