import { createHash, type Hash } from 'node:crypto';
import { RunError } from '../../../errors/run-error.ts';
import type { Files } from '../../../system/files.ts';
import type { Compression } from './decompress.ts';
import { type TarEntry, tarBytes, tarDirectory } from './tar-directory.ts';

/** The size and digest that identify the bytes of a file, wherever they are. */
export type StoredDigest = {
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
};

type Wanted = TarEntry & { readonly member: string };

/**
 * The digests of files of a compressed tar archive, in one pass over it: it can only be read from its beginning. A file that
 * is not there, or stands behind a damage, has none. Memory grows with the files that are asked for, not with their bytes.
 * @throws RunError `SOURCE.*` if the archive cannot be listed
 */
export async function tarDigests(
  { archive, compression }: { readonly archive: string; readonly compression: Compression },
  members: ReadonlySet<string>,
  files: Files,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, StoredDigest>> {
  const { entries } = await tarDirectory(files, archive, compression);
  const wanted = [...entries]
    .filter(([member]) => members.has(member))
    .map(([member, entry]) => ({ member, ...entry }))
    .sort((a, b) => a.offset - b.offset);
  const found = new Map<string, StoredDigest>();
  if (wanted.length === 0) return found;
  const reader = new DigestReader(wanted, found);
  try {
    for await (const piece of tarBytes(archive, compression, files, signal)) {
      reader.take(piece);
      if (reader.isDone) break;
    }
  } catch (error) {
    if (!(error instanceof RunError) || signal.aborted) throw error;
  }
  return found;
}

/** Hashes files that follow each other in a stream. */
class DigestReader {
  readonly #wanted: readonly Wanted[];
  readonly #found: Map<string, StoredDigest>;
  #next = 0;
  #hash: Hash = createHash('sha256');
  /** The place where the next piece begins. */
  #at = 0;

  constructor(wanted: readonly Wanted[], found: Map<string, StoredDigest>) {
    this.#wanted = wanted;
    this.#found = found;
    this.#endEmpty();
  }

  get isDone(): boolean {
    return this.#next >= this.#wanted.length;
  }

  take(piece: Buffer): void {
    const end = this.#at + piece.length;
    for (let wanted = this.#wanted[this.#next]; wanted; wanted = this.#wanted[this.#next]) {
      const until = wanted.offset + wanted.bytes;
      if (wanted.offset >= end) break;
      this.#hash.update(piece.subarray(Math.max(0, wanted.offset - this.#at), until - this.#at));
      if (until > end) break;
      this.#end(wanted);
      this.#endEmpty();
    }
    this.#at = end;
  }

  #end({ member, bytes }: Wanted): void {
    this.#found.set(member, { size: bytes, sha256: this.#hash.digest('hex') });
    this.#hash = createHash('sha256');
    this.#next++;
  }

  /** No byte tells of an empty file. */
  #endEmpty(): void {
    for (let next = this.#wanted[this.#next]; next?.bytes === 0; next = this.#wanted[this.#next])
      this.#end(next);
  }
}
