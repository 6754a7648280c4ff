/** Kinds of differences of copied files, in words after their number. */
export const fileDifferences = {
  missing: 'copies are not in the storage',
  differs: 'copies in the storage have other bytes than the file that was copied',
  unread: 'copies could not be read',
  notCopied: 'addresses in rows have no copy yet',
  unknown: 'addresses in rows are no copy that this pipeline has made',
  noRoom: 'files are not in their message with the address of their copy, which has no room',
  notPublic: 'copies are not what their public address answers with',
} as const;

export type FileDifferenceKind = keyof typeof fileDifferences;

/** A copy or an address that is not as it should be. */
export type FileDifference = {
  readonly what: FileDifferenceKind;
  readonly key: string;
  readonly message: string;
};

/** The result of comparing copied files with the storage, as a part of `verify`. */
export type FilesVerification = {
  /** Objects of the storage with the copies of this pipeline: `same` of those that were checked are as they were put. */
  readonly objects: { readonly of: number; readonly checked: number; readonly same: number };
  /** Bytes that were read back and hashed; absent without `--bytes`. */
  readonly bytesRead?: number;
  /** Addresses of files in the rows: `same` of them lead to a copy, or stay as they are. */
  readonly addresses: { readonly of: number; readonly same: number };
  /** Public addresses that were asked without a key. */
  readonly public: { readonly asked: number; readonly same: number };
  /** The command that puts copies there again; absent if none is lost. */
  readonly next?: string;
  readonly differences: readonly {
    readonly what: FileDifferenceKind;
    readonly count: number;
    readonly samples: readonly Omit<FileDifference, 'what'>[];
  }[];
};

const SAMPLES_MAX = 3;

/** Counts differences of files; memory does not grow with their number. */
export class FileDifferences {
  readonly #found = new Map<FileDifferenceKind, { count: number; samples: Omit<FileDifference, 'what'>[] }>();
  readonly #onDifference: (one: FileDifference) => Promise<void>;

  /** @param onDifference gets each of them */
  constructor(onDifference: (one: FileDifference) => Promise<void>) {
    this.#onDifference = onDifference;
  }

  async add(what: FileDifferenceKind, key: string, message: string): Promise<void> {
    const group = this.#found.get(what) ?? { count: 0, samples: [] };
    this.#found.set(what, group);
    group.count++;
    if (group.samples.length < SAMPLES_MAX) group.samples.push({ key, message });
    await this.#onDifference({ what, key, message });
  }

  all(): FilesVerification['differences'] {
    return (Object.keys(fileDifferences) as FileDifferenceKind[]).flatMap((what) => {
      const group = this.#found.get(what);
      return group ? [{ what, ...group }] : [];
    });
  }
}
