import type { Stats } from 'node:fs';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import { byNumber } from '../../system/by-number.ts';
import { type Files, type OpenFile, readAllSync } from '../../system/files.ts';

/** A larger file is read piece by piece. */
const SMALL_BYTES = 1_048_576;
/** Bytes of small files that stay in memory. */
const KEPT_BYTES = 8 * SMALL_BYTES;

/**
 * The same files, of which a small one is read at once, and for a while comes from memory. Each thing that is detected
 * opens a file again, and in a tree of small files this would cost more than their rows.
 */
export function readOnce(files: Files): Files {
  const kept = new Map<string, { readonly stats: Stats; readonly bytes: Buffer }>();
  let sum = 0;
  const keep = (path: string, stats: Stats): void => {
    const bytes = beginningAt(path, stats.size, files)?.bytes;
    // What is wrong with it is said where it is opened.
    if (bytes?.length !== stats.size) return;
    kept.set(path, { stats, bytes });
    sum += stats.size;
    for (const [oldest, { bytes: freed }] of kept) {
      if (sum <= KEPT_BYTES) break;
      kept.delete(oldest);
      sum -= freed.length;
    }
  };
  return {
    ...files,
    async stat(path) {
      const known = kept.get(path);
      if (known) return known.stats;
      const stats = await files.stat(path);
      if (stats.isFile() && stats.size <= SMALL_BYTES) keep(path, stats);
      return stats;
    },
    async open(path, flags, mode) {
      const known = flags === 'r' ? kept.get(path) : undefined;
      return known ? openBytesOf(path, known) : await files.open(path, flags, mode);
    },
  };
}

function openBytesOf(
  path: string,
  { stats, bytes }: { readonly stats: Stats; readonly bytes: Buffer },
): OpenFile {
  const refuse = async (): Promise<never> => {
    throw new TypeError(`${path} is open for reading`);
  };
  const close = async (): Promise<void> => {};
  return {
    read: async (into, offset, length, position) => ({
      bytesRead: bytes.copy(into, offset, position, position + length),
    }),
    stat: async () => stats,
    write: refuse,
    datasync: refuse,
    sync: refuse,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The size and the first bytes of a file, at most so many; undefined if it cannot be read. */
export function beginningAt(
  path: string,
  most: number,
  files: Files,
): { readonly size: number; readonly bytes: Buffer } | undefined {
  try {
    const file = files.openSync(path, 'r');
    try {
      const bytes = Buffer.allocUnsafe(most);
      const { size } = files.fstatSync(file);
      return { size, bytes: bytes.subarray(0, readAllSync(files, file, bytes, 0)) };
    } finally {
      files.closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** Files that are not read, because others with the same beginning are. */
export type UnreadLike = { readonly like: readonly string[]; readonly paths: readonly string[] };

/** Which of many files to read. */
export type ChosenFiles = {
  readonly read: readonly string[];
  readonly unread: readonly UnreadLike[];
  /** Files without any byte; of a few files, they are among those to read. */
  readonly empty: readonly string[];
  /** Bytes of the files that are not read. */
  readonly bytes: number;
};

/** Up to so many files are all read; of more, about so many. */
const ALL_MAX = 1_200;
const READ_MAX = 1_000;
/** Files of each form that are read if there are as many, and how many of them are the largest. */
const OF_FORM_MIN = 12;
const LARGEST = 3;
/** More forms than this are no forms: the first lines are rows. */
const FORMS_MAX = 60;
const HEAD_BYTES = 1_024;

/** The size of a file, a fingerprint of how it begins, and the delimiters of its first line. */
type Head = {
  readonly path: string;
  readonly size: number | undefined;
  readonly begins: number;
  readonly delimiters: string;
};

/**
 * Chooses the files to read: all, or of thousands some of each form, from all folders, and the largest. The form is told
 * by the ending of the name and the first bytes, which are read of every file.
 */
export function chosenFiles(paths: readonly string[], files: Files): ChosenFiles {
  if (paths.length <= ALL_MAX) return { read: paths, unread: [], empty: [], bytes: 0 };
  const all = paths.map((path) => headOf(path, files));
  const empty = all.filter(({ size }) => size === 0).map(({ path }) => path);
  const heads = all.filter(({ size }) => size !== 0);
  const forms = [...Map.groupBy(heads, ({ path }) => endingOf(path)).values()].flatMap(sameForms);
  const read: string[] = [];
  const unread: UnreadLike[] = [];
  let bytes = 0;
  for (const form of forms) {
    const share = Math.floor((READ_MAX * form.length) / paths.length);
    const chosen = spread(form, Math.max(OF_FORM_MIN, share));
    const like = form.filter((head) => chosen.has(head)).map(({ path }) => path);
    const rest = form.filter((head) => !chosen.has(head));
    read.push(...like);
    bytes += rest.reduce((sum, { size = 0 }) => sum + size, 0);
    if (rest.length > 0) unread.push({ like, paths: rest.map(({ path }) => path) });
  }
  return { read: read.sort(byNumber), unread, empty, bytes };
}

/** Some files from everywhere in a list, and the largest ones. */
function spread(form: readonly Head[], count: number): Set<Head> {
  if (form.length <= count) return new Set(form);
  const largest = [...form].sort((a, b) => (b.size ?? 0) - (a.size ?? 0)).slice(0, LARGEST);
  const every = form.length / (count - LARGEST);
  return new Set([
    ...largest,
    ...Array.from({ length: count - LARGEST }, (_, at) => form[Math.floor(at * every)] as Head),
  ]);
}

/** The size and the beginning of a file on the disk; one in an archive is told by its name alone. */
function headOf(path: string, files: Files): Head {
  const stats = path.includes('!/') ? undefined : beginningAt(path, HEAD_BYTES, files);
  const text = stats?.bytes.toString('latin1') ?? '';
  const { hi, lo } = fingerprint64(beginning(text));
  const delimiters = firstLine(text).replaceAll(/[^,;\t|]+/g, '');
  return { path, size: stats?.size, begins: (hi >>> 12) * 2 ** 32 + lo, delimiters };
}

const endingOf = (path: string): string =>
  /\.[a-z]+(?:\.(?:gz|zstd?))?$/i.exec(path)?.[0].toLowerCase() ?? '';

/** Files whose first lines are the same; if these are rows, by the number of cells, and else all together. */
function sameForms(heads: readonly Head[]): (readonly Head[])[] {
  for (const part of ['begins', 'delimiters'] as const) {
    const forms = Map.groupBy(heads, (head) => head[part]);
    if (forms.size <= FORMS_MAX) return [...forms.values()];
  }
  return [heads];
}

/** The first line; of JSON, how it begins and its first names; of what is no text, nothing. */
function beginning(text: string): string {
  if (text.includes('\u0000') || text.startsWith('\u001f\u008b') || text.startsWith('(µ/')) return '';
  const [open = ''] = /[^\s\u00bb\u00bf\u00ef]/.exec(text) ?? [];
  if (open !== '{' && open !== '[') return firstLine(text);
  const names = [...text.matchAll(/"([^"\\]{1,60})"\s*:/g)].slice(0, 3).map(([, name]) => name);
  return JSON.stringify([open, ...names]);
}

const firstLine = (text: string): string => text.split(/[\r\n]/, 1)[0] ?? '';
