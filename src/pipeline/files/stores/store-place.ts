import { basename, dirname, isAbsolute, normalize } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { partsBelow, realPath } from '../../../system/confined-files.ts';
import { type BucketSpec, type FilesSpec, withoutSlashes } from '../files-spec.ts';

/** A store as a map of copies keeps it. */
export type StorePlace = {
  /** Of a folder its path as the pipeline says it, so that both can be moved; of a bucket all that makes it this one. */
  readonly store: string;
  /** Words for the user, as the pipeline has them. */
  readonly shown: string;
  /** The folder, absolute; absent for a bucket. */
  readonly folder?: string;
};

/** The part of a pipeline that says where copies go. */
export type StoreOfPipeline = Pick<FilesSpec, 'store' | 'shown'>;

/** The place of the store of a pipeline. */
export function storePlaceOf({ store, shown }: StoreOfPipeline): StorePlace {
  if (store.kind === 's3')
    return {
      store: bucketId(store),
      shown: store.endpoint === undefined ? shown : `${shown} at ${store.endpoint}`,
    };
  const { folder } = store;
  return { store: isAbsolute(shown) ? folder : normalize(`${shown}/`), shown, folder };
}

/** True if two places are one store, however they are spelled. */
export function isSameStore(one: StorePlace, other: StorePlace): boolean {
  const [a, b] = [one.folder, other.folder];
  return a !== undefined && b !== undefined ? realPath(a) === realPath(b) : one.store === other.store;
}

/**
 * Checks that the copies that are known are in the store of the pipeline. A relative folder may have been moved with it.
 * @param before the place of these; undefined if there are none
 * @throws RunError `FILES.CONFIG`
 */
export function requireSameStore(before: StorePlace | undefined, spec: StoreOfPipeline): void {
  const now = storePlaceOf(spec);
  if (!before || before.store === now.store || isSameStore(before, now)) return;
  throw new RunError(
    'FILES.CONFIG',
    `files.to was ${before.shown} and is ${now.shown}: the copies are in the first`,
    {
      hint: `set files.to back to ${before.shown}; or choose another state with  name:  to copy all files again`,
    },
  );
}

/** The name of the folder that states are in, if the pipeline names none. */
const STATES = '.chatferry';

/**
 * Checks the same, and that a folder is apart from the state: a state is removed as a whole, and is never published.
 * @throws RunError `FILES.CONFIG`
 */
export function requireStore(
  before: StorePlace | undefined,
  spec: StoreOfPipeline,
  stateFolder: string,
): void {
  requireSameStore(before, spec);
  if (spec.store.kind !== 'folder') return;
  const [folder, state] = [realPath(spec.store.folder), realPath(stateFolder)];
  const root = basename(dirname(state)) === STATES ? dirname(state) : state;
  const isInState = partsBelow(root, folder) !== undefined;
  if (!isInState && partsBelow(folder, state) === undefined) return;
  throw new RunError(
    'FILES.CONFIG',
    isInState
      ? `files.to: ${spec.shown} is in the folder of the state, which is removed as a whole`
      : `files.to: ${spec.shown} has the folder of the state in it, which is never published`,
    { hint: 'name a folder that has nothing but the copies:  files: { to: ./public, … }' },
  );
}

const AWS = /^s3[a-z0-9.-]{0,60}\.amazonaws\.com(\.cn)?$/;

/** Text that is the same for each way to name a bucket. */
function bucketId({ endpoint, region, bucket, prefix }: BucketSpec): string {
  return `s3://${hostOf(endpoint, region)}/${bucket}/${prefix}`;
}

/** The host of the service; of AWS the same one for all regions, because the name of a bucket is in one of them only. */
function hostOf(endpoint: string | undefined, region: string): string {
  if (endpoint === undefined) return region.startsWith('cn-') ? 'aws.cn' : 'aws';
  const { host, pathname } = new URL(endpoint);
  const found = AWS.exec(host);
  return found ? `aws${found[1] ?? ''}` : `${host}${withoutSlashes(pathname)}`;
}
