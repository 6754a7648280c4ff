import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { eachOf } from '../../../service/each-of.ts';
import { hashOfPart } from './file-pieces.ts';
import type { FileBody, StoredObject, Upload, UploadLog } from './file-store.ts';
import { BodyPart, isCopyOf, requireWhole } from './s3-body.ts';
import type { S3Calls } from './s3-calls.ts';
import { StoreFault } from './s3-faults.ts';

/** A file on its way into a bucket. */
type LargeObject = {
  readonly calls: S3Calls;
  /** The bucket, the key and the headers. */
  readonly object: PutObjectCommandInput;
  readonly body: FileBody;
  readonly look: () => Promise<StoredObject | undefined>;
  /** Gives an upload up. */
  readonly abandon: (uploadId: string) => Promise<void>;
  readonly log: UploadLog;
};

const PART_BYTES_MIN = 8 * 2 ** 20;
/** Stores take 10,000. */
const PARTS_MAX = 9_000;
const MEBIBYTE = 2 ** 20;
const PARTS_AT_ONCE = 3;
/** So often a store may lose an upload. */
const UPLOADS_MAX = 3;

/** The size of all parts but the last one. */
const partBytesOf = (bytes: number): number =>
  Math.max(PART_BYTES_MIN, Math.ceil(bytes / PARTS_MAX / MEBIBYTE) * MEBIBYTE);

/**
 * Writes a file as an upload in parts. Parts that the log has are not sent again; an upload that the store has lost, or
 * whose parts are others, begins anew, unless its object is there.
 * @throws StoreFault, RunError `FILES.STORE_SILENT`
 */
export async function putInParts(file: LargeObject, signal: AbortSignal): Promise<void> {
  const { log, body, calls, look, abandon } = file;
  let upload = isUsable(log.begun, body) ? log.begun : undefined;
  for (let number = 1; ; number++) {
    upload ??= await begun(file, signal);
    try {
      await complete(file, upload.id, await sentParts(file, upload, signal), signal);
      return await log.drop();
    } catch (error) {
      if (!(error instanceof StoreFault && error.isLostUpload)) throw error;
      const isThere = await calls.repeat('HeadObject', async () => isCopyOf(await look(), body), signal);
      if (!isThere) await abandon(upload.id);
      await log.drop();
      if (isThere) return;
      if (number === UPLOADS_MAX) throw error;
      upload = undefined;
    }
  }
}

const isUsable = (upload: Upload | undefined, { bytes }: FileBody): boolean =>
  upload !== undefined &&
  upload.partBytes >= PART_BYTES_MIN &&
  upload.etags.length <= Math.ceil(bytes / upload.partBytes);

async function begun({ calls, object, body, log }: LargeObject, signal: AbortSignal): Promise<Upload> {
  const { once, repeat } = calls;
  const create = async (): Promise<string> => {
    const { UploadId } = await once(
      'CreateMultipartUpload',
      (store, options) => store.createMultipartUpload(object, options),
      signal,
    );
    if (!UploadId) throw new StoreFault('its answer is not that of an S3 store');
    return UploadId;
  };
  const id = await repeat('CreateMultipartUpload', create, signal);
  const partBytes = partBytesOf(body.bytes);
  await log.begin(id, partBytes);
  return { id, partBytes, etags: [] };
}

/** Sends the parts whose tags are not known. */
async function sentParts(
  { calls, object, body, log }: LargeObject,
  { id, partBytes, etags: known }: Upload,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { once, repeat } = calls;
  const { Bucket, Key } = object;
  const etags: (string | undefined)[] = Array.from(
    { length: Math.ceil(body.bytes / partBytes) },
    (_, index) => known[index],
  );
  const send = async (index: number): Promise<string> => {
    const from = index * partBytes;
    const until = Math.min(from + partBytes, body.bytes);
    const sha256 = await hashOfPart(body, from, until);
    const attempt = async (): Promise<string> => {
      const part = new BodyPart(body, from, until, sha256);
      const input = { Bucket, Key, UploadId: id, PartNumber: index + 1, ContentLength: until - from, part };
      const { ETag } = await once('UploadPart', (store, options) => store.uploadPart(input, options), signal);
      if (!ETag) throw new StoreFault('its answer has no ETag');
      return ETag;
    };
    return repeat('UploadPart', attempt, signal);
  };
  const missing = etags.flatMap((etag, index) => (etag === undefined ? [index] : []));
  await eachOf(
    missing,
    PARTS_AT_ONCE,
    async (index) => {
      const etag = await send(index);
      await log.part(index + 1, etag);
      etags[index] = etag;
    },
    signal,
  );
  return etags as string[];
}

/** Makes the parts an object. A lost answer, or an error in an answer of success, is decided by what is there. */
async function complete(
  { calls, object, body, look }: LargeObject,
  id: string,
  etags: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { once, repeat } = calls;
  const { Bucket, Key } = object;
  const parts = etags.map((ETag, index) => ({ PartNumber: index + 1, ETag }));
  let isDoubtful = false;
  const attempt = async (): Promise<void> => {
    if (isDoubtful && isCopyOf(await look(), body)) return;
    isDoubtful = true;
    const input = { Bucket, Key, UploadId: id, MultipartUpload: { Parts: parts } };
    await once(
      'CompleteMultipartUpload',
      (store, options) => store.completeMultipartUpload(input, options),
      signal,
    );
    requireWhole(await look(), body);
  };
  await repeat('CompleteMultipartUpload', attempt, signal);
}
