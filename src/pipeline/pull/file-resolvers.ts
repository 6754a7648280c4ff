import { dirname } from 'node:path';
import { addressKey } from '../../input/rows/forms/address-key.ts';
import { openAsk } from '../../origin/ask/open-ask.ts';
import { type Origin, OriginError, type OriginFiles } from '../../origin/origin.ts';
import { originOf } from '../../origin/origins.ts';
import type { System } from '../../system/system.ts';
import type { FileResolver, ResolvedFile } from '../files/fetch/fetched-file.ts';
import type { Pipeline } from '../pipeline.ts';
import type { PullSpec } from '../pull-spec.ts';
import type { KeyAccess } from '../target.ts';
import { addressesIn, type RecordsOfFiles, recordsOfFiles } from './records-of-files.ts';

/** The folders of a pipeline that resolvers read. */
export type ResolverPlace = {
  readonly access: KeyAccess;
  readonly system: System;
  /** The folder of what is prepared, with the records of the old system. */
  readonly prepared: string;
};

/**
 * Opens what gives files of the old system whose API the pipeline names; none if it names none, or that has no files of its
 * own. Nothing is asked, and no key is read, before the first file is resolved.
 */
export function openResolvers(
  { pull, stateFolder }: Pick<Pipeline, 'pull' | 'stateFolder'>,
  place: ResolverPlace,
): FileResolver[] {
  if (!pull) return [];
  const { files, ...origin } = originOf(pull.system);
  if (!files) return [];
  const api = new URL(pull.shown);
  const isOwn = (address: string): boolean => {
    const url = URL.parse(address);
    return url !== null && files.isOwn(url, api);
  };
  let opening: Promise<OpenFiles> | undefined;
  return [
    {
      knows: isOwn,
      async resolve(key, signal) {
        opening ??= openFiles(pull, files, origin, { ...place, stateFolder, isOwn });
        const open = await opening;
        try {
          const address = await newest(key, open, signal);
          return address === undefined ? undefined : await open.own.open(new URL(address), signal);
        } catch (error) {
          return failure(open.scrubbed(error));
        }
      },
      async [Symbol.asyncDispose]() {
        await (await opening?.catch(() => undefined))?.[Symbol.asyncDispose]();
      },
    },
  ];
}

type OpenFiles = AsyncDisposable & {
  readonly own: OriginFiles & Partial<AsyncDisposable>;
  /** The records that name files, if addresses end. */
  readonly records: RecordsOfFiles | undefined;
  readonly scrubbed: (error: unknown) => unknown;
};

/** Reads the keys of the account, and opens the requests to it. */
async function openFiles(
  pull: PullSpec,
  files: NonNullable<Origin['files']>,
  origin: Origin,
  place: ResolverPlace & { readonly stateFolder: string; isOwn(address: string): boolean },
): Promise<OpenFiles> {
  const account = await pull.account(place.access);
  const { address = origin.address, headers = origin.headers } = files;
  const asking = openAsk({ ...origin, address, headers }, account, place.system, {
    sharedIn: dirname(place.stateFolder),
    answered: true,
  });
  const own = files.open(account, asking.ask, place.system);
  const records = own.records && recordsOfFiles({ ...place, ...own.records });
  return {
    own,
    records,
    scrubbed: asking.scrubbed,
    async [Symbol.asyncDispose]() {
      records?.[Symbol.dispose]();
      await own[Symbol.asyncDispose]?.();
      await asking[Symbol.asyncDispose]();
    },
  };
}

/** The address that the record of a file has now: the key itself if no record that was read names it, undefined if it is gone. */
async function newest(
  key: string,
  { own, records }: OpenFiles,
  signal: AbortSignal,
): Promise<string | undefined> {
  const record = await records?.recordOf(key, signal);
  if (!record || !own.records) return key;
  const row = await own.records.readAgain(record, signal);
  return addressesIn(row).find((address) => addressKey(address) === key);
}

/** A fault of one file; what concerns all of them is thrown. */
function failure(error: unknown): ResolvedFile {
  if (!(error instanceof OriginError)) throw error;
  return { why: error.fault === 'forbidden' ? 'denied' : 'silent', message: error.message };
}
