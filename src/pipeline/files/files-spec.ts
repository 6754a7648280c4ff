import { resolve } from 'node:path';
import type { OnFailure } from '../../input/rows/forms/copied-address.ts';
import type { KeyPlaceSpec } from '../schema/api-schema.ts';
import { type FileKind, type FilesSchema, fileKinds, sizeBytes } from '../schema/files-schema.ts';

/** A bucket of an S3-compatible store. */
export type BucketSpec = {
  readonly kind: 's3';
  readonly bucket: string;
  /** Beginning of the keys; empty, or without slashes around it. */
  readonly prefix: string;
  /** Address of the store; undefined for AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly pathStyle: boolean;
  readonly credentials:
    | 'ambient'
    | {
        readonly accessKeyId: KeyPlaceSpec;
        readonly secretAccessKey: KeyPlaceSpec;
        readonly sessionToken?: KeyPlaceSpec | undefined;
      };
};

/** A folder that a web server publishes. */
export type FolderSpec = { readonly kind: 'folder' /** Absolute. */; readonly folder: string };

/** A host that files come from, and what it needs. */
export type HostRule = {
  /** As in the pipeline, in lower case: `files.slack.com`, `*.example.com`, `10.0.0.7:8080`. */
  readonly host: string;
  readonly headers: Readonly<Record<string, KeyPlaceSpec>>;
  readonly allowPrivate: boolean;
};

/** The part `files` of a pipeline, with every default. */
export type FilesSpec = {
  readonly store: BucketSpec | FolderSpec;
  /** The store as the pipeline names it, for messages. */
  readonly shown: string;
  /** Without a slash at its end; the address of a copy is this, a slash, and its key without the prefix. */
  readonly publicUrl: string;
  readonly from: readonly HostRule[];
  /** Hosts whose addresses stay as they are, in lower case. */
  readonly keep: readonly string[];
  readonly what: ReadonlySet<FileKind>;
  readonly maxBytes: number;
  readonly types: {
    readonly allow?: readonly string[] | undefined;
    readonly deny?: readonly string[] | undefined;
  };
  readonly onFailure: OnFailure;
  readonly maxFailed: number | string;
  readonly concurrency: number;
  readonly bytesPerSecond: number | undefined;
  readonly cacheControl: string;
  readonly recheck: 'avatars' | 'none' | 'all';
};

const MAX_BYTES = '100MB';
const CONCURRENCY = 8;
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/**
 * Makes the part of a pipeline of what its file says.
 * @param folder relative paths are relative to this folder
 */
export function filesSpecOf(files: FilesSchema, folder: string): FilesSpec {
  const { to, publicUrl, from = [], keep = [], what = fileKinds, maxBytes = MAX_BYTES } = files;
  return {
    store: storeSpecOf(files, folder),
    shown: to,
    publicUrl: withoutSlashes(publicUrl),
    from: from.map(({ host, header = {}, allowPrivate = false }) => ({
      host: host.toLowerCase(),
      headers: header,
      allowPrivate,
    })),
    keep: keep.map((host) => host.toLowerCase()),
    what: new Set(what),
    maxBytes: sizeBytes(maxBytes),
    types: files.types ?? {},
    onFailure: files.onFailure ?? 'link',
    maxFailed: files.maxFailed ?? '5%',
    concurrency: files.concurrency ?? CONCURRENCY,
    bytesPerSecond: files.bytesPerSecond === undefined ? undefined : sizeBytes(files.bytesPerSecond),
    cacheControl: files.cacheControl ?? CACHE_CONTROL,
    recheck: files.recheck ?? 'avatars',
  };
}

/** A text without the slashes at its end. */
export function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}

function storeSpecOf(
  { to, endpoint, region = 'auto', pathStyle, credentials = 'ambient' }: FilesSchema,
  folder: string,
): FilesSpec['store'] {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(to) ?? [];
  if (bucket === undefined) return { kind: 'folder', folder: resolve(folder, to) };
  return {
    kind: 's3',
    bucket,
    prefix: prefix.split('/').filter(Boolean).join('/'),
    endpoint,
    region,
    pathStyle: pathStyle ?? endpoint !== undefined,
    credentials,
  };
}
