import { RunError } from '../../../errors/run-error.ts';
import { checkedUrl } from '../../../service/api/base-url.ts';
import type { Secret } from '../../../service/transport/secret.ts';
import { readSecret } from '../../target.ts';
import type { BucketSpec } from '../files-spec.ts';
import type { StoreRequests } from './file-store.ts';
import type { BodyPart } from './s3-body.ts';
import { faultOf, type StoreAsked, StoreFault, storeRefusal } from './s3-faults.ts';
import { storeHttp } from './s3-http.ts';
import type { StoreAccess } from './store-access.ts';

type Library = typeof import('@aws-sdk/client-s3');
type Client = InstanceType<Library['S3']>;
/** A call of the library; a `part` of its input is the body. */
type Call<O> = (client: Client, options: { readonly abortSignal: AbortSignal }) => Promise<O>;

/** Requests to a bucket: they are made again while what fails may pass. */
export type S3Calls = AsyncDisposable & {
  readonly requests: StoreRequests;
  readonly skewS: number | undefined;
  /**
   * Makes one request.
   * @throws StoreFault; RunError `FILES.CONFIG`, `FILES.STORE_DENIED`, `SERVICE.PROXY`
   */
  once<O>(operation: string, call: Call<O>, signal: AbortSignal): Promise<O>;
  /**
   * Does something until it works: a fault that may pass is waited for.
   * @param operation for messages
   * @throws what stays: a StoreFault that will not pass, or RunError `FILES.STORE_SILENT`
   */
  repeat<T>(operation: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** The error that ends a command; what is no fault of the store stays as it is. */
  ended(operation: string, thrown: unknown): unknown;
};

/** The version that is tested. */
const PACKAGE = '@aws-sdk/client-s3@3.1175.0';
const SILENT_MS = 60_000;
const TRIES = 8;
/** As long as the store has never answered, its address may be wrong. */
const TRIES_FIRST = 4;
const [WAIT_MS, WAIT_MAX_MS] = [250, 20_000];
/** AWS knows no region `auto`; this one says where a bucket is. */
const AWS_REGION = 'us-east-1';

/** @throws RunError `FILES.LIBRARY_MISSING`, `FILES.CONFIG`, `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN` */
export async function openS3Calls(spec: BucketSpec, access: StoreAccess): Promise<S3Calls> {
  const { system, silentMs = SILENT_MS } = access;
  const library = await loadLibrary();
  const { secrets, credentials } = await keysOf(spec, access);
  const endpoint = spec.endpoint === undefined ? undefined : endpointOf(spec.endpoint);
  const requests: StoreRequests = { put: 0, head: 0, parts: 0, get: 0 };
  let skewS: number | undefined;
  let isKnown = false;
  const http = storeHttp(system, silentMs, ({ date = '' }) => {
    isKnown = true;
    const ahead = (Date.parse(date) - system.clock.now()) / 1_000;
    if (!Number.isNaN(ahead)) skewS = Math.round(ahead);
  });
  const client = new library.S3({
    ...(endpoint === undefined ? {} : { endpoint }),
    region: regionOf(spec, access),
    forcePathStyle: spec.pathStyle,
    ...(credentials === undefined ? {} : { credentials }),
    // Not every store knows the checksums that the library would add, and one stored them as a part of the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    maxAttempts: 1,
    requestHandler: http,
    // Without one, it warns on the screen of requests that we make again.
    logger: SILENT_LOGGER,
  });
  // The library would read a body as a stream, and tell the store to compare no hash with it.
  client.middlewareStack.add(
    (next) => (args) => {
      const { part } = args.input as { readonly part?: BodyPart };
      const request = args.request as { headers: Record<string, string>; body: unknown };
      if (part) {
        request.body = part;
        request.headers['x-amz-content-sha256'] = part.sha256;
      }
      return next(args);
    },
    { step: 'build', name: 'part' },
  );
  const asked = (operation: string): StoreAsked => ({
    operation,
    bucket: spec.bucket,
    store: endpoint === undefined ? 'AWS S3' : new URL(endpoint).origin,
    skewS,
    scrub: (text) => secrets.reduce((clean, secret) => secret.scrub(clean), text),
  });
  return {
    requests,
    get skewS() {
      return skewS;
    },
    async once<O>(operation: string, call: Call<O>, signal: AbortSignal) {
      signal.throwIfAborted();
      const kind = KINDS[operation];
      if (kind !== undefined) requests[kind]++;
      try {
        return await call(client, { abortSignal: signal });
      } catch (error) {
        signal.throwIfAborted();
        throw faultOf(error, asked(operation));
      }
    },
    async repeat(operation, work, signal) {
      for (let tries = 1; ; tries++) {
        try {
          return await work();
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof StoreFault && error.isPassing)) throw error;
          if (tries === (isKnown ? TRIES : TRIES_FIRST)) throw silent(asked(operation), error, tries);
          const waitMs = Math.min(WAIT_MS * 2 ** (tries - 1), WAIT_MAX_MS) * (0.5 + system.random.next());
          await system.clock.sleep(Math.max(waitMs, error.busyMs ?? 0), signal);
        }
      }
    },
    ended: (operation, thrown) =>
      thrown instanceof StoreFault ? storeRefusal(thrown, asked(operation)) : thrown,
    async [Symbol.asyncDispose]() {
      client.destroy();
    },
  };
}

const ignore = (): void => {};
const SILENT_LOGGER = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** As what a request is counted; the others cost nothing. */
const KINDS: Readonly<Record<string, keyof StoreRequests>> = {
  PutObject: 'put',
  CreateMultipartUpload: 'put',
  CompleteMultipartUpload: 'put',
  UploadPart: 'parts',
  HeadObject: 'head',
  GetObject: 'get',
};

const silent = ({ store, operation, bucket }: StoreAsked, { message }: StoreFault, tries: number): RunError =>
  new RunError(
    'FILES.STORE_SILENT',
    `${store} does not do ${operation} in the bucket ${bucket}: ${message} (${tries} tries)`,
  );

/** @throws RunError `FILES.LIBRARY_MISSING` */
async function loadLibrary(): Promise<Library> {
  try {
    return await import('@aws-sdk/client-s3');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new RunError(
      'FILES.LIBRARY_MISSING',
      'files: { to: s3://… } needs a package that is not installed',
      {
        hint: `npm install -g ${PACKAGE}  or, where a project has chatferry,  npm install ${PACKAGE}`,
        cause: error,
      },
    );
  }
}

function endpointOf(endpoint: string): string {
  try {
    return checkedUrl(endpoint);
  } catch (error) {
    throw new RunError('FILES.CONFIG', `files.endpoint: ${(error as Error).message}`);
  }
}

function regionOf({ region, endpoint }: BucketSpec, { access: { env } }: StoreAccess): string {
  if (region !== 'auto' || endpoint !== undefined) return region;
  return env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || AWS_REGION;
}

/** The keys that the pipeline names; none where the library finds those of the machine. */
async function keysOf(
  { credentials }: BucketSpec,
  { place, access }: StoreAccess,
): Promise<{
  readonly secrets: readonly Secret[];
  readonly credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
}> {
  if (credentials === 'ambient') return { secrets: [] };
  const read = (name: keyof typeof credentials): Promise<Secret> | undefined => {
    const where = credentials[name];
    return where && readSecret(where, place, access, `files.credentials.${name}`);
  };
  const [id, key, token] = [
    (await read('accessKeyId')) as Secret,
    (await read('secretAccessKey')) as Secret,
    await read('sessionToken'),
  ];
  return {
    secrets: token ? [key, token, id] : [key, id],
    credentials: {
      accessKeyId: id.reveal(),
      secretAccessKey: key.reveal(),
      ...(token ? { sessionToken: token.reveal() } : {}),
    },
  };
}
