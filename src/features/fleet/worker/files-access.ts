import { RunError } from '../../../errors/run-error.ts';
import type { BucketSpec } from '../../../pipeline/files/files-spec.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { ServiceSpec } from '../../../pipeline/pipeline-schema.ts';

/** A key that a pipeline names, and where it would be sent. */
export type KeyUse = {
  readonly spec: NonNullable<ServiceSpec['apiKey']>;
  readonly address: string;
  /** The id of the app, or of the account of an old system. */
  readonly app: string | undefined;
};

/** The copying of files in a job: what it reaches, and with which keys. */
type WithFiles = Pick<Pipeline, 'files'>;

/**
 * A job has no keys but those that its pipeline names: the machine of the worker may have others, for other buckets. The file
 * of the worker names each host.
 * @throws RunError `FILES.CONFIG`
 */
export function refuseUnnamed({ files }: WithFiles): void {
  if (files?.store.kind === 's3' && files.store.credentials === 'ambient')
    throw new RunError('FILES.CONFIG', 'files.credentials: ambient would be the keys of the worker', {
      hint: 'name the keys of the bucket:  credentials: { accessKeyId: { env: … }, secretAccessKey: { env: … } }',
    });
  const wide = files?.from.find(({ host }) => host.startsWith('*'));
  if (wide)
    throw new RunError(
      'FILES.CONFIG',
      `files.from: ${wide.host} is no single host, as a job of a fleet needs`,
      {
        hint: 'name each host of files.from in full',
      },
    );
}

/** The keys of the bucket, and the values of headers that hosts of files get. */
export function filesKeys({ files }: WithFiles): readonly KeyUse[] {
  if (!files) return [];
  const { store, from } = files;
  const bucket = store.kind === 's3' && store.credentials !== 'ambient' ? store : undefined;
  const keys = bucket ? Object.values(bucket.credentials).filter((spec) => spec !== undefined) : [];
  return [
    ...keys.map((spec) => ({ spec, address: bucketAddress(bucket as BucketSpec), app: undefined })),
    ...from.flatMap(({ host, headers }) =>
      Object.values(headers).map((spec) => ({ spec, address: `https://${host}`, app: undefined })),
    ),
  ];
}

/** Every address that the copying of files needs, and what names it. */
export function filesAddresses({ files }: WithFiles): readonly (readonly [what: string, address: string])[] {
  if (!files) return [];
  const { store, publicUrl, from } = files;
  return [
    ...(store.kind === 's3' ? [['files.to', bucketAddress(store)] as const] : []),
    ['files.publicUrl', publicUrl],
    ...from.map(({ host }) => ['files.from', `https://${host}`] as const),
  ];
}

/** The folder that a job writes copies to. */
export const filesFolder = ({ files }: WithFiles): string | undefined =>
  files?.store.kind === 'folder' ? files.store.folder : undefined;

/** The address of a bucket: without an endpoint that of AWS. */
function bucketAddress({ endpoint, bucket, region, pathStyle }: BucketSpec): string {
  if (endpoint === undefined) {
    const host = region === 'auto' ? 's3.amazonaws.com' : `s3.${region}.amazonaws.com`;
    return `https://${pathStyle ? '' : `${bucket}.`}${host}`;
  }
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}
