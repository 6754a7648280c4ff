import { createHash } from 'node:crypto';
import type { FilesSpec } from '../../../../src/pipeline/files/files-spec.ts';
import type {
  FileBody,
  FileStore,
  ObjectHeaders,
  Upload,
  UploadLog,
} from '../../../../src/pipeline/files/stores/file-store.ts';
import type { StoreAccess } from '../../../../src/pipeline/files/stores/store-access.ts';
import { openStore } from '../../../../src/pipeline/files/stores/stores.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { skippingClock } from '../../../support/skipping-clock.ts';
import type { BucketKeys } from '../s3-signature.ts';

export const PNG: ObjectHeaders = {
  type: 'image/png',
  cacheControl: 'public, max-age=60',
  isDownload: false,
};

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The key of content. */
export const keyOf = (content: Uint8Array | string, extension = 'png'): string => {
  const hash = sha256(content);
  return `${hash.slice(0, 2)}/${hash}.${extension}`;
};

export function fileBody(content: Buffer | string): FileBody {
  const bytes = Buffer.from(content);
  return {
    bytes: bytes.length,
    sha256: sha256(bytes),
    read: async (from, until) => bytes.subarray(from, until),
    readInto: async (into, from) => bytes.copy(into, 0, from),
  };
}

/** A log of uploads in memory; `entries` says what was recorded, in words. */
export function uploadLog(
  begun?: Upload,
): UploadLog & { readonly entries: string[]; readonly upload: Upload | undefined } {
  const entries: string[] = [];
  let upload = begun;
  return {
    entries,
    begun,
    get upload() {
      return upload;
    },
    async begin(id, partBytes) {
      entries.push(`begin ${id}`);
      upload = { id, partBytes, etags: [] };
    },
    async part(number, etag) {
      entries.push(`part ${number}`);
      const etags = [...(upload?.etags ?? [])];
      etags[number - 1] = etag;
      upload = { ...(upload as Upload), etags };
    },
    async drop() {
      entries.push('drop');
      upload = undefined;
    },
  };
}

type Bucket = { readonly endpoint: string; readonly bucket: string; readonly keys: BucketKeys };

/** The part of a pipeline that names a bucket, whose keys are those of `S3_ID` and `S3_SECRET`. */
export const bucketSpec = ({ endpoint, bucket }: Bucket): Extract<FilesSpec['store'], { kind: 's3' }> => ({
  kind: 's3',
  bucket,
  prefix: 'chat/files',
  endpoint,
  region: 'auto',
  pathStyle: true,
  credentials: { accessKeyId: { env: 'S3_ID' }, secretAccessKey: { env: 'S3_SECRET' } },
});

/** What opening a store may use here: no wait takes any time. */
export function storeAccess(
  keys: BucketKeys = { accessKeyId: 'none', secretAccessKey: 'none' },
): StoreAccess {
  return {
    system: { ...realSystem, clock: skippingClock() },
    place: { file: 'pipeline.yaml', folder: '/', secrets: ['S3_SECRET'] },
    access: {
      env: { S3_ID: keys.accessKeyId, S3_SECRET: keys.secretAccessKey },
      allowCode: false,
    },
  };
}

export const openBucket = (bucket: Bucket, more: Partial<StoreAccess> = {}): Promise<FileStore> =>
  openStore({ store: bucketSpec(bucket) }, { ...storeAccess(bucket.keys), ...more });

/** All bytes of an object. */
export async function bytesOf(store: FileStore, key: string, signal: AbortSignal): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of store.read(key, signal)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
