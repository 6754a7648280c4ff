import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type BucketKeys, signatureFault } from './s3-signature.ts';

/** Calls of S3 as the fake names them. `Other` is every one that not each store has, such as ListParts. */
export type S3Operation =
  | 'HeadObject'
  | 'GetObject'
  | 'PutObject'
  | 'DeleteObject'
  | 'CreateMultipartUpload'
  | 'UploadPart'
  | 'CompleteMultipartUpload'
  | 'AbortMultipartUpload'
  | 'Other';

/** A request that the fake got. `status` is 0 if it sent no answer, or cut it. */
type S3Request = {
  readonly operation: S3Operation;
  readonly key: string;
  readonly part: number | undefined;
  /** False for a request without a signature. */
  readonly isSigned: boolean;
  readonly headers: IncomingMessage['headers'];
  /** Of the body. */
  bytes: number;
  status: number;
};

/**
 * What becomes of a request. `cut`: the connection ends before anything is done; `cutBody`: in the middle of the answer; `lost`:
 * all is done, and the answer is lost; `hang`: nothing is answered; `errorIn200`: the status is 200, the body an error, and
 * nothing is done. An error may name further headers and text.
 */
type S3Fault =
  | 'cut'
  | 'cutBody'
  | 'lost'
  | 'hang'
  | 'errorIn200'
  | {
      readonly status: number;
      readonly code: string;
      readonly message?: string;
      /** In place of the error that S3 would send. */
      readonly body?: string;
      readonly headers?: Record<string, string>;
    };

type S3Object = {
  readonly bytes: number;
  /** Of the bytes; of an upload in parts whose bytes are not kept, that of the hashes of its parts in hexadecimal. */
  readonly sha256: string;
  /** Undefined if only hashes are kept. */
  readonly body: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

type Part = { readonly bytes: number; readonly sha256: string; readonly body: Buffer | undefined };
type Upload = {
  readonly key: string;
  readonly headers: S3Object['headers'];
  readonly parts: Map<number, Part>;
};

export type FakeS3Options = {
  /** Whether everybody may read. @default true */
  readonly isPublic?: boolean;
  /** Whether answers to everybody have headers for CORS. @default true */
  readonly cors?: boolean;
  /** Bytes are hashed and forgotten; reading an object gives zeros. @default false */
  readonly hashOnly?: boolean;
  /** Of the bytes of all objects; more are refused as MinIO does. */
  readonly roomBytes?: number;
};

/** A store as S3 is, with one bucket, that keeps everything in memory. It refuses what not every store has. */
export type FakeS3 = AsyncDisposable & {
  /** `http://127.0.0.1:<port>` */
  readonly endpoint: string;
  readonly bucket: string;
  /** Address of the bucket for everybody. */
  readonly publicUrl: string;
  readonly keys: BucketKeys;
  readonly requests: S3Request[];
  readonly objects: Map<string, S3Object>;
  /** Those under way, by their ids. */
  readonly uploads: Map<string, Upload>;
  /** Milliseconds that its clock is ahead. */
  skewMs: number;
  /** The most requests that were under way at once. */
  readonly mostAtOnce: number;
  /** The next `times` requests of an operation, which fit, end so. */
  plant(operation: S3Operation, fault: S3Fault, times?: number, fits?: (request: S3Request) => boolean): void;
  /** Ends all faults. */
  pardon(): void;
  /** Number of requests of an operation. */
  count(operation: S3Operation): number;
};

const KEPT = ['content-type', 'cache-control', 'content-disposition', 'x-amz-meta-sha256'];
const SKEW_MAX_MS = 15 * 60_000;
const PART_BYTES_MIN = 5 * 2 ** 20;

export async function startFakeS3(options: FakeS3Options = {}): Promise<FakeS3> {
  const { isPublic = true, cors = true, hashOnly = false, roomBytes = Number.POSITIVE_INFINITY } = options;
  const bucket = 'files';
  const keys = {
    accessKeyId: 'AKIAFAKE0000000000',
    secretAccessKey: 'fake/secret+of/the+suite/0123456789abcdef',
  };
  const requests: S3Request[] = [];
  const objects = new Map<string, S3Object>();
  const uploads = new Map<string, Upload>();
  const planted: { operation: S3Operation; fault: S3Fault; left: number; fits: (r: S3Request) => boolean }[] =
    [];
  const sockets = new Set<Socket>();
  const state = { skewMs: 0, underWay: 0, mostAtOnce: 0, uploads: 0 };

  const faultOf = (request: S3Request): S3Fault | undefined => {
    const found = planted.find(
      ({ operation, left, fits }) => left > 0 && operation === request.operation && fits(request),
    );
    if (found) found.left--;
    return found?.fault;
  };
  const refusal = (request: IncomingMessage, logged: S3Request): Refusal | undefined => {
    const { headers } = request;
    if (!logged.isSigned)
      return isPublic && /^(?:Get|Head)Object$/.test(logged.operation) ? undefined : [403, 'AccessDenied'];
    const code = signatureFault(request, keys);
    if (code !== undefined) return [403, code];
    if (Math.abs(signedAt(headers['x-amz-date']) - Date.now() - state.skewMs) > SKEW_MAX_MS)
      return [403, 'RequestTimeTooSkewed'];
    if (headers['content-encoding'] === 'aws-chunked' || headers['x-amz-trailer'] || headers['if-none-match'])
      return [501, 'NotImplemented'];
    if (headers['x-amz-acl']) return [400, 'AccessControlListNotSupported'];
    if (logged.operation === 'Other') return [501, 'NotImplemented'];
    return undefined;
  };
  const store = (key: string, part: Part, headers: S3Object['headers']): Refusal | undefined => {
    const used = [...objects].reduce((sum, [name, { bytes }]) => sum + (name === key ? 0 : bytes), 0);
    if (used + part.bytes > roomBytes) return [507, 'XMinioStorageFull'];
    objects.set(key, { ...part, headers });
    return undefined;
  };

  const act = (logged: S3Request, query: URLSearchParams, part: Part, request: IncomingMessage): Result => {
    const { operation, key } = logged;
    const uploadId = query.get('uploadId') ?? '';
    const upload = uploads.get(uploadId);
    if (uploadId && upload?.key !== key) return refused(404, 'NoSuchUpload');
    const object = objects.get(key);
    switch (operation) {
      case 'PutObject': {
        const full = store(key, part, kept(request));
        return full ? refused(...full) : { status: 200, headers: { etag: `"${part.sha256.slice(0, 32)}"` } };
      }
      case 'DeleteObject':
        objects.delete(key);
        return { status: 204 };
      case 'CreateMultipartUpload': {
        const id = `upload-${++state.uploads}`;
        uploads.set(id, { key, headers: kept(request), parts: new Map() });
        return {
          status: 200,
          body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        };
      }
      case 'UploadPart':
        upload?.parts.set(logged.part ?? 0, part);
        return { status: 200, headers: { etag: `"${part.sha256.slice(0, 32)}"` } };
      case 'AbortMultipartUpload':
        uploads.delete(uploadId);
        return { status: 204 };
      case 'CompleteMultipartUpload': {
        const whole = joined(upload as Upload, part.body?.toString() ?? '');
        if (typeof whole === 'string') return refused(400, whole);
        const full = store(key, whole, (upload as Upload).headers);
        if (full) return refused(...full);
        uploads.delete(uploadId);
        return {
          status: 200,
          body: '<CompleteMultipartUploadResult><ETag>"x-2"</ETag></CompleteMultipartUploadResult>',
        };
      }
      default:
        return object ? got(object, request) : refused(404, 'NoSuchKey');
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
    const [, name = '', ...path] = pathname.split('/');
    const logged: S3Request = {
      operation: operationOf(request.method ?? '', searchParams),
      key: decodeURIComponent(path.join('/')),
      part: searchParams.has('partNumber') ? Number(searchParams.get('partNumber')) : undefined,
      isSigned: request.headers.authorization !== undefined,
      headers: request.headers,
      bytes: 0,
      status: 0,
    };
    requests.push(logged);
    const date = new Date(Date.now() + state.skewMs).toUTCString();
    const send = ({ status, headers = {}, body = '' }: Result): void => {
      logged.status = status;
      const all = {
        'content-length': Buffer.byteLength(body),
        'content-type': 'application/xml',
        ...headers,
      };
      const origin = !logged.isSigned && cors ? { 'access-control-allow-origin': '*' } : {};
      response.writeHead(status, { date, 'x-amz-request-id': 'FAKE', ...origin, ...all });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const fault = faultOf(logged);
    if (fault === 'cut') return void request.socket.destroy();
    if (fault === 'hang') return;
    const keepsBody = !hashOnly || logged.operation === 'CompleteMultipartUpload';
    const part = await received(request, keepsBody);
    logged.bytes = part.bytes;
    if (typeof fault === 'object') {
      const { status, code, message, body, headers = {} } = fault;
      const error = refused(status, code, message);
      return send({ ...error, headers, body: body ?? error.body ?? '' });
    }
    if (fault === 'errorIn200') return send({ ...refused(200, 'InternalError'), status: 200 });
    const why = name === bucket ? refusal(request, logged) : ([404, 'NoSuchBucket'] as const);
    const stated = request.headers['x-amz-content-sha256'] ?? '';
    const isOther = /^[0-9a-f]{64}$/.test(String(stated)) && stated !== part.sha256;
    const result = why
      ? refused(...why)
      : isOther
        ? refused(400, 'XAmzContentSHA256Mismatch')
        : act(logged, searchParams, part, request);
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'cutBody') {
      response.writeHead(result.status, { date, ...result.headers });
      const body = Buffer.from(result.body ?? '');
      response.write(body.subarray(0, body.length >> 1));
      return void setTimeout(() => request.socket.destroy(), 10);
    }
    send(result);
  };

  const server = createServer((request, response) => {
    state.mostAtOnce = Math.max(state.mostAtOnce, ++state.underWay);
    response.on('close', () => state.underWay--);
    answer(request, response).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    bucket,
    publicUrl: `${endpoint}/${bucket}`,
    keys,
    requests,
    objects,
    uploads,
    get skewMs() {
      return state.skewMs;
    },
    set skewMs(ms: number) {
      state.skewMs = ms;
    },
    get mostAtOnce() {
      return state.mostAtOnce;
    },
    plant: (operation, fault, times = 1, fits = () => true) =>
      void planted.push({ operation, fault, left: times, fits }),
    pardon: () => void planted.splice(0),
    count: (operation) => requests.filter((request) => request.operation === operation).length,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Refusal = readonly [status: number, code: string];
type Result = {
  readonly status: number;
  readonly headers?: Record<string, string | number>;
  readonly body?: string | Buffer;
};

const refused = (status: number, code: string, message = `this is ${code}`): Result => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

function operationOf(method: string, query: URLSearchParams): S3Operation {
  if (query.has('uploads')) return method === 'POST' ? 'CreateMultipartUpload' : 'Other';
  const isUpload = query.has('uploadId');
  const operations: Readonly<Record<string, S3Operation>> = isUpload
    ? { PUT: 'UploadPart', POST: 'CompleteMultipartUpload', DELETE: 'AbortMultipartUpload' }
    : { PUT: 'PutObject', GET: 'GetObject', HEAD: 'HeadObject', DELETE: 'DeleteObject' };
  return operations[method] ?? 'Other';
}

/** The headers of a request that are those of its object. */
const kept = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(KEPT.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));

async function received(request: IncomingMessage, keepsBody: boolean): Promise<Part> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    hash.update(chunk);
    if (keepsBody) chunks.push(chunk);
  }
  return { bytes, sha256: hash.digest('hex'), body: keepsBody ? Buffer.concat(chunks) : undefined };
}

/** The object of an upload; or the code of what is wrong with it. */
function joined({ parts }: Upload, list: string): Part | string {
  const named = [...list.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, text = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(text)?.[1]),
    etag: /<ETag>(?:"|&quot;|&#34;)?([0-9a-f]+)/.exec(text)?.[1],
  }));
  const found = named.map(({ number }) => parts.get(number));
  if (found.some((part, index) => part?.sha256.slice(0, 32) !== named[index]?.etag)) return 'InvalidPart';
  const all = found as Part[];
  if (named.some(({ number }, index) => number <= (named[index - 1]?.number ?? 0))) return 'InvalidPartOrder';
  if (all.slice(0, -1).some((part) => part.bytes < PART_BYTES_MIN)) return 'EntityTooSmall';
  const bytes = all.reduce((sum, part) => sum + part.bytes, 0);
  const bodies = all.flatMap(({ body }) => (body ? [body] : []));
  const body = bodies.length === all.length ? Buffer.concat(bodies) : undefined;
  const sha256 = createHash('sha256')
    .update(body ?? all.map((part) => part.sha256).join(''))
    .digest('hex');
  return { bytes, sha256, body };
}

function got(
  { bytes, body, headers }: S3Object,
  { headers: { range = '' }, method }: IncomingMessage,
): Result {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  if (first === undefined)
    return {
      status: 200,
      headers: { ...headers, 'content-length': bytes },
      ...(method === 'HEAD' ? {} : { body: body ?? Buffer.alloc(bytes) }),
    };
  const [from, to] = [Number(first), Math.min(last ? Number(last) : bytes - 1, bytes - 1)];
  if (from >= bytes) return refused(416, 'InvalidRange');
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${from}-${to}/${bytes}`, 'content-length': to - from + 1 },
    body: body?.subarray(from, to + 1) ?? Buffer.alloc(to - from + 1),
  };
}

const signedAt = (text: unknown): number =>
  Date.parse(String(text).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
