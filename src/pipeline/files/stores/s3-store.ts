import type { Readable } from 'node:stream';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { RunError } from '../../../errors/run-error.ts';
import { releaseChunk } from '../../../system/memory.ts';
import type { BucketSpec } from '../files-spec.ts';
import type { FileBody, FileStore, ObjectHeaders, StoredObject, UploadLog } from './file-store.ts';
import { BodyPart, isCopyOf, requireWhole } from './s3-body.ts';
import { openS3Calls, type S3Calls } from './s3-calls.ts';
import { StoreFault } from './s3-faults.ts';
import { putInParts } from './s3-parts.ts';
import type { StoreAccess } from './store-access.ts';

/** Up to here a file is one request. */
const ONE_REQUEST_BYTES = 16 * 2 ** 20;

/** @throws RunError `FILES.LIBRARY_MISSING`, `FILES.CONFIG`, `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN` */
export async function openS3Store(spec: BucketSpec, access: StoreAccess): Promise<FileStore> {
  return new S3Store(spec, await openS3Calls(spec, access));
}

/** A bucket of an S3-compatible store. It asks only what all of them have: no lists, no conditions, no access lists. */
class S3Store implements FileStore {
  readonly #spec: BucketSpec;
  readonly #calls: S3Calls;

  constructor(spec: BucketSpec, calls: S3Calls) {
    this.#spec = spec;
    this.#calls = calls;
  }

  get requests(): FileStore['requests'] {
    return this.#calls.requests;
  }

  get skewS(): number | undefined {
    return this.#calls.skewS;
  }

  async head(key: string, signal: AbortSignal): Promise<StoredObject | undefined> {
    const { repeat, ended } = this.#calls;
    try {
      return await repeat('HeadObject', () => this.#look(key, signal), signal);
    } catch (error) {
      throw ended('HeadObject', await this.#explained(error, key, signal));
    }
  }

  async put(
    key: string,
    body: FileBody,
    headers: ObjectHeaders,
    log: UploadLog,
    signal: AbortSignal,
  ): Promise<void> {
    const object = {
      ...this.#at(key),
      ContentType: headers.type,
      CacheControl: headers.cacheControl,
      ...(headers.isDownload ? { ContentDisposition: 'attachment' } : {}),
      Metadata: { sha256: body.sha256 },
    } satisfies PutObjectCommandInput;
    const look = (): Promise<StoredObject | undefined> => this.#look(key, signal);
    const { ended } = this.#calls;
    try {
      if (body.bytes > ONE_REQUEST_BYTES)
        await putInParts(
          { calls: this.#calls, object, body, look, log, abandon: (id) => this.abort(key, id, signal) },
          signal,
        );
      else await this.#putAtOnce(object, body, look, signal);
    } catch (error) {
      throw ended('PutObject', error);
    }
  }

  /** A lost answer is no reason to write again: what is there decides. */
  async #putAtOnce(
    object: PutObjectCommandInput,
    body: FileBody,
    look: () => Promise<StoredObject | undefined>,
    signal: AbortSignal,
  ): Promise<void> {
    const { once, repeat } = this.#calls;
    let isDoubtful = false;
    const attempt = async (): Promise<void> => {
      if (isDoubtful && isCopyOf(await look(), body)) return;
      const part = new BodyPart(body, 0, body.bytes, body.sha256);
      const input = { ...object, part, ContentLength: body.bytes };
      try {
        await once('PutObject', (store, options) => store.putObject(input, options), signal);
      } catch (error) {
        isDoubtful = !(error instanceof StoreFault) || error.busyMs === undefined;
        throw error;
      }
      isDoubtful = true;
      requireWhole(await look(), body);
    };
    await repeat('PutObject', attempt, signal);
  }

  async *read(key: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const { once, repeat, ended } = this.#calls;
    let at = 0;
    let [etag, bytes] = [undefined as string | undefined, Number.POSITIVE_INFINITY];
    const open = async (): Promise<AsyncIterable<Uint8Array>> => {
      const range = at === 0 ? {} : { Range: `bytes=${at}-`, ...(etag ? { IfMatch: etag } : {}) };
      const input = { ...this.#at(key), ...range };
      const answer = await once('GetObject', (store, options) => store.getObject(input, options), signal);
      if (at === 0) [etag, bytes] = [answer.ETag, answer.ContentLength ?? bytes];
      else if (!answer.ContentRange?.startsWith(`bytes ${at}-`))
        throw new StoreFault('it sends another part than requested', { status: 400 });
      return await begun(answer.Body as Readable, bytes > at, signal);
    };
    try {
      do {
        const chunks = await repeat('GetObject', open, signal);
        try {
          for await (const chunk of chunks) {
            at += chunk.length;
            yield chunk;
            releaseChunk(chunk);
          }
          if (bytes === Number.POSITIVE_INFINITY) break;
        } catch {
          // The rest is asked for.
          signal.throwIfAborted();
        }
      } while (at < bytes);
    } catch (error) {
      throw ended('GetObject', error);
    }
  }

  async remove(key: string, signal: AbortSignal): Promise<void> {
    const { once, repeat, ended } = this.#calls;
    const gone = (): Promise<unknown> =>
      once('DeleteObject', (store, options) => store.deleteObject(this.#at(key), options), signal);
    try {
      await repeat('DeleteObject', gone, signal);
    } catch (error) {
      if (!(error instanceof StoreFault && error.code === 'NoSuchKey')) throw ended('DeleteObject', error);
    }
  }

  async abort(key: string, uploadId: string, signal: AbortSignal): Promise<void> {
    const { once, repeat, ended } = this.#calls;
    const input = { ...this.#at(key), UploadId: uploadId };
    const given = (): Promise<unknown> =>
      once('AbortMultipartUpload', (store, options) => store.abortMultipartUpload(input, options), signal);
    try {
      await repeat('AbortMultipartUpload', given, signal);
    } catch (error) {
      const isGone = error instanceof StoreFault && error.status === 404 && error.code !== 'NoSuchBucket';
      if (!isGone) throw ended('AbortMultipartUpload', error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#calls[Symbol.asyncDispose]();
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    const { bucket, prefix } = this.#spec;
    return { Bucket: bucket, Key: prefix === '' ? key : `${prefix}/${key}` };
  }

  async #look(key: string, signal: AbortSignal): Promise<StoredObject | undefined> {
    const { once } = this.#calls;
    try {
      const input = this.#at(key);
      const answer = await once('HeadObject', (store, options) => store.headObject(input, options), signal);
      return { bytes: answer.ContentLength ?? -1, sha256: answer.Metadata?.['sha256'] };
    } catch (error) {
      if (error instanceof StoreFault && error.status === 404) return undefined;
      throw error;
    }
  }

  /** An answer to HEAD has no body: why it is refused says the answer to GET. */
  async #explained(error: unknown, key: string, signal: AbortSignal): Promise<unknown> {
    if (!(error instanceof StoreFault) || error.isPassing) return error;
    const { once } = this.#calls;
    try {
      const input = { ...this.#at(key), Range: 'bytes=0-0' };
      const answer = await once('GetObject', (store, options) => store.getObject(input, options), signal);
      (answer.Body as Readable).destroy();
      return error;
    } catch (why) {
      signal.throwIfAborted();
      const isMore = why instanceof StoreFault && why.status === error.status && why.code !== '';
      return isMore || why instanceof RunError ? why : error;
    }
  }
}

/**
 * A body whose first bytes are there: a store that answers and then sends nothing is asked again as if it had not answered.
 * @param hasBytes whether there must be some
 */
async function begun(
  body: Readable,
  hasBytes: boolean,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = body.iterator() as AsyncIterableIterator<Uint8Array>;
  const first = await chunks.next().catch((error: NodeJS.ErrnoException) => {
    signal.throwIfAborted();
    throw new StoreFault(error.code ?? 'its answer ends early');
  });
  if (first.done && hasBytes) throw new StoreFault('its answer ends early');
  return (async function* () {
    if (!first.done) yield first.value;
    yield* chunks;
  })();
}
