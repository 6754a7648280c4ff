import { type FileFailure, fileFailures } from '../../input/rows/forms/copied-address.ts';

/** A number of objects in a store, and their bytes. */
export type ObjectCounts = { objects: number; bytes: number };

/** Outcomes of addresses, besides the reasons of failures. */
export const fileOutcomes = ['copied', 'alreadyThere', 'sameContent', 'known', 'kept'] as const;
export type FileOutcome = (typeof fileOutcomes)[number];

/** A number for every outcome of an address. */
export type ByOutcome = Record<FileOutcome, number> & { failed: Record<FileFailure, number> };

/** Counts of the copying of files. `distinct` is the sum of all outcomes, if `balanced`. */
export type FileCounts = ByOutcome & {
  /** References in rows. */
  found: number;
  /** Addresses. */
  distinct: number;
  /** References whose message has no room for the address of their copy; they have the outcome of their address as well. */
  noRoom: number;
  /** Bytes of all copies that rows name. */
  bytes: number;
  /** Bytes that were copied now. */
  bytesCopied: number;
  requests: { get: number; put: number; head: number; parts: number };
  /** References by the outcome of their address; their sum is `found`. */
  references: ByOutcome;
  balanced: boolean;
};

const byOutcome = (): ByOutcome => ({
  copied: 0,
  alreadyThere: 0,
  sameContent: 0,
  known: 0,
  kept: 0,
  failed: Object.fromEntries(fileFailures.map((why) => [why, 0])) as Record<FileFailure, number>,
});

export const zeroFileCounts = (): FileCounts => ({
  found: 0,
  distinct: 0,
  noRoom: 0,
  bytes: 0,
  ...byOutcome(),
  bytesCopied: 0,
  requests: { get: 0, put: 0, head: 0, parts: 0 },
  references: byOutcome(),
  balanced: true,
});

const sumOf = ({ failed, ...counts }: ByOutcome): number =>
  [...fileOutcomes.map((outcome) => counts[outcome]), ...Object.values(failed)].reduce((a, b) => a + b, 0);

/** True if every address and every reference has exactly one outcome. */
export const isBalanced = (counts: FileCounts): boolean =>
  sumOf(counts) === counts.distinct && sumOf(counts.references) === counts.found;

/** The number of addresses that were not copied. */
export const failedFiles = ({ failed }: Pick<ByOutcome, 'failed'>): number =>
  Object.values(failed).reduce((sum, count) => sum + count, 0);

/** Event of the copying of files. Addresses are shown without what opens them. */
export type FilesEvent =
  | { readonly type: 'files.started'; readonly to: string; readonly distinct: number; readonly todo: number }
  | {
      readonly type: 'files.progress';
      readonly counts: FileCounts;
      /** Addresses that are done, of `todo`. */
      readonly done: number;
      readonly todo: number;
      /** Milliseconds until the end, as far as it can be told. */
      readonly leftMs?: number | undefined;
    }
  | {
      readonly type: 'files.failed';
      readonly address: string;
      readonly why: FileFailure;
      readonly message: string;
    }
  | { readonly type: 'files.finished'; readonly ms: number; readonly counts: FileCounts };

/** Addresses of a host by what their text says of them. */
export type AddressCounts = {
  addresses: number;
  /** Those that no rule lets be asked. */
  refused: number;
  /** Those whose time is over. */
  expired: number;
  /** Those that need a login, while the pipeline names no header for their host. */
  needsHeader: number;
};

/** The addresses of files in rows, as far as their text and the state tell what will become of them. */
export type FileAddresses = Readonly<AddressCounts> & {
  /** References in rows. */
  readonly found: number;
  /** Addresses that the state has a copy of. */
  readonly known: number;
  /** Addresses that could not be copied before. */
  readonly failedBefore: number;
  /** Addresses that stay as they are. */
  readonly kept: number;
  /** Addresses that will be asked or read: all others that nothing is against. */
  readonly todo: number;
  /** Those with the most addresses first; `others` are the rest. */
  readonly hosts: readonly (Readonly<AddressCounts> & { readonly host: string })[];
  /** Number of refused addresses, by the rule that refuses them. */
  readonly refusedBy: Readonly<Record<string, number>>;
};
