import { RunError } from '../../../errors/run-error.ts';
import { isUntrusted, ProxyError } from '../../../system/proxy.ts';
import { cut, printable } from '../../../terminal/printable.ts';
import { PlainAddressError } from './s3-http.ts';

/** A request to a store, as its messages name it. */
export type StoreAsked = {
  /** As S3 names it: `PutObject`. */
  readonly operation: string;
  readonly bucket: string;
  /** The address of the store, or its name. */
  readonly store: string;
  /** Seconds that its clock is ahead. */
  readonly skewS: number | undefined;
  /** Removes keys from a text. */
  readonly scrub: (text: string) => string;
};

/** A file that could not be read while it was sent; its cause says why. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
  constructor(cause: unknown) {
    super('the file cannot be read', { cause });
  }
}

/** A request that a store has not done. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  /** Undefined if there is no answer. */
  readonly status: number | undefined;
  /** As S3 names it; empty if the answer has none. */
  readonly code: string;
  /** So long the store wants to be left alone, milliseconds; undefined unless it is too busy. */
  readonly busyMs: number | undefined;
  /** The region of a bucket that is not here. */
  readonly region: string | undefined;
  constructor(
    message: string,
    {
      status,
      code = '',
      busyMs,
      region,
    }: Partial<Pick<StoreFault, 'status' | 'code' | 'busyMs' | 'region'>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.busyMs = busyMs;
    this.region = region;
  }

  /** True if the same request may be done a little later. */
  get isPassing(): boolean {
    const { status = 500, code, busyMs } = this;
    if (busyMs !== undefined || PASSING_CODES.test(code)) return true;
    if (FULL.test(code) || REGION.test(code)) return false;
    return status === 408 || status === 425 || (status >= 500 && ![501, 505, 507].includes(status));
  }

  /** True if an upload is not there, or its parts are not those that we know. */
  get isLostUpload(): boolean {
    return /^(?:NoSuchUpload|InvalidPart|InvalidPartOrder|EntityTooSmall)$/.test(this.code);
  }
}

const BUSY = /^(?:SlowDown|Throttling|ThrottlingException|TooManyRequests|RequestLimitExceeded|ServiceBusy)/i;
const PASSING_CODES =
  /^(?:InternalError|RequestTimeout|RequestTimeoutException|IncompleteBody|BadDigest|XAmzContentSHA256Mismatch|OperationAborted|ConditionalRequestConflict)$/;
const FULL = /quota|StorageFull|StorageCap|cap_exceeded|InsufficientStorage|NoSpace/i;
const REGION =
  /^(?:PermanentRedirect|TemporaryRedirect|Redirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/;
const REGION_NAME = /^[a-z0-9-]{1,40}$/;
const BUSY_MAX_MS = 60_000;
/** S3 refuses requests whose time differs more. */
const SKEW_MAX_S = 15 * 60;

/** An error of the library: an answer that is an error, or why there is none. */
type Thrown = Error & {
  readonly code?: string;
  readonly Code?: string;
  readonly Region?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly statusCode?: number; readonly headers?: Record<string, string> };
};

/**
 * Reads what the library has thrown.
 * @throws RunError `FILES.CONFIG`, `FILES.STORE_DENIED`, `SERVICE.PROXY` for what is no answer, and stays; why a file cannot be read
 */
export function faultOf(thrown: unknown, asked: StoreAsked): StoreFault {
  if (thrown instanceof StoreFault) return thrown;
  if (thrown instanceof RunError) throw thrown;
  if (thrown instanceof UnreadableBody) throw thrown.cause;
  const error = thrown as Thrown;
  const status = error.$response?.statusCode ?? error.$metadata?.httpStatusCode;
  if (status === undefined) return unanswered(error, asked);
  const headers = error.$response?.headers ?? {};
  const code = [error.Code, error.name].find((name) => /^[A-Z][A-Za-z0-9]{2,60}$/.test(name ?? '')) ?? '';
  const isNamed = !['Error', 'SyntaxError', 'TypeError', 'UnknownError', 'Unknown'].includes(code);
  const region = [error.Region, headers['x-amz-bucket-region']].find((name) => REGION_NAME.test(name ?? ''));
  const isBusy = status === 429 || (status === 503 && !/^InternalError$/.test(code)) || BUSY.test(code);
  const text = cut(printable(asked.scrub(error.message.split('\n')[0] ?? '')), 200);
  const said = isNamed && text !== '' && text !== code && text !== 'UnknownError' ? `: ${text}` : '';
  return new StoreFault(isNamed ? `${code} (${status})${said}` : `${status}`, {
    status: status < 300 ? 500 : status,
    code: isNamed ? code : '',
    busyMs: isBusy ? waitOf(headers['retry-after']) : undefined,
    region,
  });
}

const waitOf = (seconds = ''): number =>
  Math.min(/^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : 0, BUSY_MAX_MS);

const REASONS: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  UND_ERR_BODY_TIMEOUT: 'it stops sending',
  UND_ERR_CONNECT_TIMEOUT: 'it cannot be reached (no connection in time)',
  UND_ERR_SOCKET: 'its answer ends early',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its answer ends early',
  ECONNRESET: 'the connection ends early',
  EPIPE: 'the connection ends early',
  ECONNREFUSED: 'it cannot be reached (ECONNREFUSED)',
  ENOTFOUND: 'there is no such host (ENOTFOUND)',
};

function unanswered(error: Thrown, { store, scrub }: StoreAsked): StoreFault {
  const { name, code = '', message } = error;
  if (error instanceof PlainAddressError) throw new RunError('FILES.CONFIG', `files.endpoint: ${message}`);
  if (error instanceof ProxyError && error.fatal) throw new RunError('SERVICE.PROXY', message);
  if (isUntrusted(code))
    throw new RunError('FILES.CONFIG', `no trusted connection to ${store}: ${code}`, {
      hint: 'check files.endpoint; a certificate authority of your own is named by NODE_EXTRA_CA_CERTS',
    });
  if (/Credentials|Token|SSO/.test(name))
    throw new RunError(
      'FILES.STORE_DENIED',
      `this machine has no keys for ${store}: ${cut(printable(scrub(message)), 200)}`,
      { hint: 'log in, or name the keys:  files: { credentials: { accessKeyId: …, secretAccessKey: … } }' },
    );
  return new StoreFault(REASONS[code] ?? cut(printable(scrub(code || message)), 200));
}

/** The rights that operations need. */
const RIGHTS: Readonly<Record<string, string>> = {
  HeadObject:
    'allow s3:GetObject and s3:ListBucket (without it a store answers 403 where no object is), then run the same command again: it continues',
  GetObject: 'allow s3:GetObject, then run the same command again: it continues',
  DeleteObject: 'allow s3:DeleteObject, then run the same command again: it continues',
  AbortMultipartUpload: 'allow s3:AbortMultipartUpload, then run the same command again: it continues',
};
const WRITE_RIGHT = 'allow s3:PutObject, then run the same command again: it continues';

const KEY_HINTS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'check files.credentials.accessKeyId, and that it is a key of this store',
  SignatureDoesNotMatch: 'check files.credentials.secretAccessKey',
  ExpiredToken: 'the keys were for a time that is over: get new ones',
  InvalidToken: 'check files.credentials.sessionToken',
  TokenRefreshRequired: 'the keys were for a time that is over: get new ones',
};

/** The error that ends a command, for a fault that stays. */
export function storeRefusal(fault: StoreFault, asked: StoreAsked): RunError {
  const { operation, bucket, store, skewS = 0 } = asked;
  const { code, status = 0, region, message } = fault;
  const said = `${store} refuses ${operation} in the bucket ${bucket}: ${message}`;
  if (code === 'NoSuchBucket')
    return new RunError('FILES.CONFIG', `${store} has no bucket ${bucket}`, {
      hint: 'make the bucket, or correct files.to and files.endpoint',
    });
  if (code === 'NoSuchKey')
    return new RunError(
      'FILES.STORE_SILENT',
      `an object is not in the bucket ${bucket} of ${store} any more`,
    );
  if (status === 507 || FULL.test(code)) return new RunError('FILES.STORE_FULL', said);
  const isSkewed = (status === 403 || status === 400) && Math.abs(skewS) > SKEW_MAX_S - 1;
  if (code === 'RequestTimeTooSkewed' || isSkewed) return wrongClock(asked);
  if (REGION.test(code) || (status >= 300 && status < 400) || (region !== undefined && status === 400))
    return new RunError(
      'FILES.CONFIG',
      `the bucket ${bucket} is not where files.region says${region === undefined ? `: ${message}` : `, but in ${region}`}`,
      {
        hint:
          region === undefined
            ? 'correct files.region and files.endpoint'
            : `write  region: ${region}  under  files:`,
      },
    );
  return new RunError('FILES.STORE_DENIED', said, {
    hint: KEY_HINTS[code] ?? (status === 403 ? (RIGHTS[operation] ?? WRITE_RIGHT) : undefined),
  });
}

function wrongClock({ store, skewS = 0 }: StoreAsked): RunError {
  const side = skewS < 0 ? 'ahead of' : 'behind';
  const difference = skewS === 0 ? 'differs from' : `is ${Math.abs(skewS)} s ${side}`;
  return new RunError(
    'FILES.STORE_DENIED',
    `the clock of this machine ${difference} that of ${store}, which refuses more than 15 minutes`,
    { hint: 'set the clock, best with NTP, then run the same command again: it continues' },
  );
}
