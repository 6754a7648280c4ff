import { createHash } from 'node:crypto';
import { RunError } from '../../errors/run-error.ts';
import { archiveKind } from '../../input/sources/bytes/archive-list.ts';
import { storedBytes } from '../../input/sources/bytes/bytes.ts';
import type { Compression } from '../../input/sources/bytes/decompress.ts';
import { type StoredDigest, tarDigests } from '../../input/sources/bytes/tar-digests.ts';
import { archivePathOf } from '../../input/sources/bytes/zip-member.ts';
import type { Files } from '../../system/files.ts';

/** The files of a compressed tar archive that are asked for, and their digests once it was read. */
type Packed = {
  readonly compression: Compression;
  readonly members: Set<string>;
  digests: ReadonlyMap<string, StoredDigest> | undefined;
};

/**
 * The digests of the files of an export. Each is read when it is asked for; those of a compressed tar archive all at once,
 * because that can only be read from its beginning.
 */
export class SourceDigests {
  readonly #files: Files;
  readonly #signal: AbortSignal;
  /** By the path of the archive. */
  readonly #packed = new Map<string, Packed>();

  constructor(files: Files, signal: AbortSignal) {
    this.#files = files;
    this.#signal = signal;
  }

  /** Says that the digest of a file will be asked for; of all of them, before the first one is. */
  async want(path: string): Promise<void> {
    const parts = await archivePathOf(path, this.#files);
    if (!parts) return;
    const packed = await this.#packedAt(parts.archive);
    packed?.members.add(parts.member);
  }

  /** The digest of a file; undefined if it cannot be read. */
  async of(path: string): Promise<StoredDigest | undefined> {
    const parts = await archivePathOf(path, this.#files);
    const packed = parts && this.#packed.get(parts.archive);
    if (!parts || !packed) return await this.#readable(this.#ofOne(path));
    const { archive, member } = parts;
    packed.digests ??=
      (await this.#readable(tarDigests({ archive, ...packed }, packed.members, this.#files, this.#signal))) ??
      new Map();
    return packed.digests.get(member);
  }

  async #readable<T>(reading: Promise<T>): Promise<T | undefined> {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof RunError) || this.#signal.aborted) throw error;
      return undefined;
    }
  }

  async #packedAt(archive: string): Promise<Packed | undefined> {
    const known = this.#packed.get(archive);
    if (known) return known;
    const kind = await archiveKind(this.#files, archive).catch(() => undefined);
    if (typeof kind !== 'object' || kind.tar === undefined) return undefined;
    const packed = { compression: kind.tar, members: new Set<string>(), digests: undefined };
    this.#packed.set(archive, packed);
    return packed;
  }

  async #ofOne(path: string): Promise<StoredDigest> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const piece of storedBytes(path, this.#files, this.#signal)) {
      size += piece.length;
      hash.update(piece);
    }
    return { size, sha256: hash.digest('hex') };
  }
}
