import { type FileFailure, fileFailures } from '../../input/rows/forms/copied-address.ts';
import { type FileCounts, failedFiles } from '../../pipeline/files/file-counts.ts';
import type { MapEntry } from '../../pipeline/files/file-map.ts';
import { amount, fromHere, grouped, printable, sizeText } from '../../terminal/printable.ts';

/** Files of a host or of a type. */
type FilesOf = { readonly files: number; readonly bytes: number; readonly failed: number };

/** Facts of the files that the state knows: of this run and of earlier ones. */
export type FileFacts = {
  /** Those with the most files first. */
  readonly hosts: readonly (FilesOf & { readonly host: string })[];
  readonly types: readonly (Omit<FilesOf, 'failed'> & { readonly type: string })[];
  readonly largest: readonly { readonly address: string; readonly type: string; readonly bytes: number }[];
  /** A few of each reason. */
  readonly failures: readonly {
    readonly why: FileFailure;
    readonly count: number;
    readonly samples: readonly { readonly address: string; readonly message: string }[];
  }[];
};

/** The part of a report that says what became of files. */
export type ReportedFiles = { readonly fileCopies: FileCounts; readonly fileFacts?: FileFacts };

const NAMES_HELD = 1_000;
const NAMES_SHOWN = 20;
const LARGEST_SHOWN = 10;
const SAMPLES_SHOWN = 5;
const OTHERS = 'others';

/** Collects the facts of all files of a map. Holds at most some thousand names. */
export async function fileFacts(
  entries: AsyncIterable<MapEntry> | Iterable<MapEntry>,
): Promise<FileFacts | undefined> {
  const hosts = new Map<string, { files: number; bytes: number; failed: number }>();
  const types = new Map<string, { files: number; bytes: number; failed: number }>();
  const failures = new Map<FileFailure, { count: number; samples: { address: string; message: string }[] }>();
  let largest: FileFacts['largest'] = [];
  for await (const entry of entries) {
    const { address } = entry;
    if (entry.outcome === 'kept') continue;
    const bytes = entry.outcome === 'failed' ? 0 : entry.bytes;
    count(hosts, hostOf(address), bytes, entry.outcome === 'failed');
    if (entry.outcome === 'failed') {
      const { why, message } = entry;
      const found = failures.get(why) ?? { count: 0, samples: [] };
      failures.set(why, found);
      found.count++;
      if (found.samples.length < SAMPLES_SHOWN) found.samples.push({ address, message });
      continue;
    }
    const { type } = entry;
    count(types, type, bytes, false);
    if (largest.length < LARGEST_SHOWN || bytes > (largest.at(-1)?.bytes ?? 0))
      largest = [...largest, { address, type, bytes }]
        .sort((a, b) => b.bytes - a.bytes)
        .slice(0, LARGEST_SHOWN);
  }
  if (hosts.size === 0) return undefined;
  return {
    hosts: mostOf(hosts).map(([host, found]) => ({ host, ...found })),
    types: mostOf(types).map(([type, { files, bytes }]) => ({ type, files, bytes })),
    largest,
    failures: fileFailures.flatMap((why) => {
      const found = failures.get(why);
      return found ? [{ why, ...found }] : [];
    }),
  };
}

function count(
  all: Map<string, { files: number; bytes: number; failed: number }>,
  name: string,
  bytes: number,
  isFailed: boolean,
): void {
  const key = all.has(name) || all.size < NAMES_HELD ? name : OTHERS;
  const found = all.get(key) ?? { files: 0, bytes: 0, failed: 0 };
  all.set(key, found);
  found.files++;
  found.bytes += bytes;
  if (isFailed) found.failed++;
}

const mostOf = <T extends FilesOf>(all: ReadonlyMap<string, T>): [string, T][] =>
  [...all].sort(([, a], [, b]) => b.files - a.files).slice(0, NAMES_SHOWN);

/** The host of the key of an address, or where else its file is. */
export function hostOf(address: string): string {
  if (address.startsWith('export:')) return 'in the export';
  if (address.startsWith('data:')) return 'in the rows';
  const { host = '' } = /^[a-z+]+:\/\/(?:[^/?#]*@)?(?<host>[^/?#]*)/i.exec(address)?.groups ?? {};
  return host === '' ? 'no address' : host.toLowerCase();
}

const FAILED: Readonly<Record<FileFailure, (count: number) => string>> = {
  gone: () => 'gone',
  login: (one) => (one === 1 ? 'needs a login' : 'need a login'),
  denied: () => 'denied',
  expired: () => 'expired',
  tooLarge: () => 'too large',
  type: () => 'of an excluded type',
  refused: () => 'refused',
  empty: () => 'empty',
  encoded: () => 'compressed',
  silent: () => 'without an answer',
};

/** A number of failures with their reason: `9 gone`, `3 need a login`. */
export const failureText = (why: FileFailure, files: number): string =>
  `${grouped(files)} ${FAILED[why](files)}`;

/** The result for files, in one line: `1 204 files (3.1 GB) copied, 12 not: 9 gone, 3 need a login`. */
export function fileCopiesText(counts: FileCounts): string {
  const { copied, sameContent, alreadyThere, known, kept, bytesCopied, failed, noRoom } = counts;
  const now = copied + sameContent;
  const bad = failedFiles(counts);
  const parts = [
    ...(now > 0 || alreadyThere + known + kept === 0
      ? [`${amount(now, 'file')}${bytesCopied > 0 ? ` (${sizeText(bytesCopied)})` : ''} copied`]
      : []),
    ...(alreadyThere + known > 0 ? [`${amount(alreadyThere + known, 'file')} copied before`] : []),
    ...(kept > 0 ? [`${grouped(kept)} left where they are`] : []),
  ];
  return [
    ...parts,
    ...(noRoom > 0 ? [`${grouped(noRoom)} without room in their message`] : []),
    ...(bad > 0 ? [`${grouped(bad)} not: ${reasonsText(failed)}`] : []),
  ].join(', ');
}

const reasonsText = (failed: FileCounts['failed']): string =>
  fileFailures.flatMap((why) => (failed[why] > 0 ? [failureText(why, failed[why])] : [])).join(', ');

/**
 * Sentence that says why files were not copied, and where they are listed; undefined if all were.
 * @param list path of the list of files
 */
export function failedFilesText(counts: FileCounts | undefined, list: string): string | undefined {
  const bad = counts === undefined ? 0 : failedFiles(counts);
  if (!counts || bad === 0) return undefined;
  const verb = bad === 1 ? 'was' : 'were';
  return `${amount(bad, 'file')} ${verb} not copied (${reasonsText(counts.failed)}): see ${printable(fromHere(list))}`;
}
