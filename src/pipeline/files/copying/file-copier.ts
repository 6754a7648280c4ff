import type { FileFailure } from '../../../input/rows/forms/copied-address.ts';
import type { System } from '../../../system/system.ts';
import type { FetchedFile, FileFetcher } from '../fetch/fetched-file.ts';
import type { FileOutcome } from '../file-counts.ts';
import { type CopyEntry, copyIn, type FileIntent } from '../file-map.ts';
import type { FilesSpec } from '../files-spec.ts';
import type { ListedAddress } from './address-list.ts';
import { type AskRules, decide, formOf, mayHaveChanged } from './decide.ts';
import { ObjectCopier, type ObjectDeps, type ObjectResult, objectKey } from './object-copier.ts';

/** Result of an address that was asked for: its copy, or why there is none. */
export type CopyResult =
  | { readonly outcome: FileOutcome; readonly copy: CopyEntry }
  | { readonly why: FileFailure; readonly message: string };

export type CopierDeps = ObjectDeps &
  AskRules & {
    readonly spec: Pick<FilesSpec, 'onFailure'>;
    readonly fetcher: FileFetcher;
    readonly clock: Pick<System['clock'], 'now'>;
    /** Gets a sentence for the user about a file. */
    readonly notice: (sentence: string) => void;
  };

/** Copies the file of one address after the other, some at once. What it resolves with survives a power cut. */
export class FileCopier {
  readonly #deps: CopierDeps;
  readonly #objects: ObjectCopier;

  constructor(deps: CopierDeps) {
    this.#deps = deps;
    this.#objects = new ObjectCopier(deps);
  }

  /**
   * Copies a file.
   * @throws RunError `FILE.KEY_TAKEN`, `FILES.STORE_*`, `STATE.UNWRITABLE`, `PULL.*`, the reason of the signal
   */
  async copy(listed: ListedAddress, signal: AbortSignal): Promise<CopyResult> {
    const { map, fetcher, retry } = this.#deps;
    const entry = map.find(listed.key);
    const before = copyIn(entry);
    const isFixed = decide(listed, entry, this.#deps) === 'look';
    const isLost = before !== undefined && retry && !(await this.isThere(before, signal));
    if (before && isFixed && !isLost) return { outcome: 'known', copy: before };
    // Of a file that may have changed since, only its bytes say whether they were put.
    const isRead = before !== undefined || mayHaveChanged(listed, this.#deps);
    const put = isRead ? undefined : await this.#putBefore(listed, signal);
    if (put) return put;
    const { key, address, type, name } = listed;
    const { etag, modified } = before ?? {};
    const known = before && !isLost ? { known: { etag, modified } } : {};
    const fetched = await fetcher.fetch({ key, address, type, name, ...known }, signal);
    if ('unchanged' in fetched) {
      if (before) return { outcome: 'known', copy: before };
      return { why: 'silent', message: 'its host says that it has not changed, and it is not known' };
    }
    if ('why' in fetched) {
      // A copy is worth more than the answer of a host that does not have the file any more.
      if (before) return isLost ? fetched : { outcome: 'known', copy: before };
      return await this.#failed(listed, entry?.outcome === 'failed' ? entry.tries : 0, fetched);
    }
    const { file } = fetched;
    if (file.notice !== undefined) this.#deps.notice(`${key}: ${file.notice}`);
    try {
      const result = isLost
        ? await this.#again(listed, file, { copy: before, isFixed }, signal)
        : await this.#stored(listed, file, before, signal);
      await file[Symbol.asyncDispose]();
      return result;
    } catch (error) {
      await file.leave();
      throw error;
    }
  }

  /** True if the store has a copy as it was put. */
  isThere(copy: CopyEntry, signal: AbortSignal): Promise<boolean> {
    return this.#objects.alone(copy.object, () => this.#objects.has(copy, signal));
  }

  /** Records that a host did not answer, for rows that are sent nevertheless. A copy that is lost stays known: rows name it. */
  async finish(listed: ListedAddress, message: string): Promise<void> {
    const entry = this.#deps.map.find(listed.key);
    if (copyIn(entry)) return;
    const tries = entry?.outcome === 'failed' ? entry.tries : 0;
    await this.#record(listed, { why: 'silent', message }, tries + 1);
  }

  /** The copy that a process has put that was killed before it could say so. */
  async #putBefore(listed: ListedAddress, signal: AbortSignal): Promise<CopyResult | undefined> {
    for (const intent of this.#deps.map.intentsOf(listed.key)) {
      const found = await this.#objects.alone(intent.object, async () => {
        if (!(await this.#objects.has(intent, signal))) return undefined;
        return await this.#copied(listed, intent, { outcome: 'alreadyThere', origin: 'created' });
      });
      if (found) return found;
    }
    return undefined;
  }

  /** Puts a file there again whose copy the store has lost. @param lost `isFixed`: no other bytes may take its place */
  async #again(
    listed: ListedAddress,
    file: FetchedFile,
    lost: { readonly copy: CopyEntry; readonly isFixed: boolean },
    signal: AbortSignal,
  ): Promise<CopyResult> {
    const { copy, isFixed } = lost;
    if (file.body.sha256 !== copy.sha256)
      return isFixed
        ? { why: 'gone', message: 'its copy is lost, and its address has other bytes now' }
        : await this.#stored(listed, file, copy, signal);
    return await this.#objects.alone(copy.object, async () => {
      if (!(await this.#objects.putAgain(file, copy, signal))) return { outcome: 'known', copy };
      return await this.#copied(listed, copy, { outcome: 'copied', origin: 'created' });
    });
  }

  async #stored(
    listed: ListedAddress,
    { body, type, extension, etag, modified, ...file }: FetchedFile,
    before: CopyEntry | undefined,
    signal: AbortSignal,
  ): Promise<CopyResult> {
    const { bytes, sha256 } = body;
    const headers = {
      ...(etag === undefined ? {} : { etag }),
      ...(modified === undefined ? {} : { modified }),
    };
    if (before?.sha256 === sha256) {
      const isSame = before.etag === etag && before.modified === modified;
      // The host says another word for the same bytes: the next time it is asked with that.
      if (!isSame) await this.#deps.map.record({ ...withoutHeaders(before), ...headers });
      return { outcome: 'known', copy: before };
    }
    const object = objectKey(sha256, extension);
    const intent = { sha256, bytes, object, address: listed.key, type, ...headers };
    return await this.#objects.alone(object, async () => {
      const whole = { ...file, body, type, extension };
      return await this.#copied(listed, intent, await this.#objects.put(whole, intent, signal));
    });
  }

  async #copied(listed: ListedAddress, intent: FileIntent, result: ObjectResult): Promise<CopyResult> {
    const copy: CopyEntry = { ...intent, ...result, address: listed.key, at: this.#deps.clock.now() };
    await this.#deps.map.record(copy);
    return { outcome: result.outcome, copy };
  }

  async #failed(
    listed: ListedAddress,
    tries: number,
    failure: { readonly why: FileFailure; readonly message: string },
  ): Promise<CopyResult> {
    // A host that does not answer is asked again by the next run, which need not know that it was asked.
    if (failure.why !== 'silent') await this.#record(listed, failure, tries + 1);
    return failure;
  }

  async #record(
    { key, address }: ListedAddress,
    { why, message }: { readonly why: FileFailure; readonly message: string },
    tries: number,
  ): Promise<void> {
    const form = formOf(address);
    const at = this.#deps.clock.now();
    const { onFailure: how } = this.#deps.spec;
    const entry = { address: key, outcome: 'failed', why, message, tries, how, at } as const;
    await this.#deps.map.record(form === undefined ? entry : { ...entry, form });
  }
}

const withoutHeaders = ({ etag, modified, ...copy }: CopyEntry): CopyEntry => copy;
