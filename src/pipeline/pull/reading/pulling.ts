import { join } from 'node:path';
import type { OpenOrigin } from '../../../origin/origin.ts';
import type { System } from '../../../system/system.ts';
import type { PullEvent, PulledCounts } from '../../pull-event.ts';
import type { PullSpec } from '../../pull-spec.ts';
import {
  type Counted,
  type HeldList,
  type Journal,
  type JournalEntry,
  type ListKey,
  NO_RECORDS,
  summed,
} from '../records/journal.ts';
import { recordPath, removeOthers } from '../records/record-file.ts';
import type { Redact } from '../records/without-people.ts';

/** An old system that is asked, and how much that was. */
export type OpenAsking = {
  readonly origin: OpenOrigin;
  /** Requests and bytes of answers so far. */
  readonly counts: () => { readonly requests: number; readonly bytes: number };
  /** An error of the origin without any key in its texts. */
  readonly scrubbed?: (error: unknown) => unknown;
  /** So far the clock of the old system is ahead of ours, milliseconds, once it has answered; absent if that cannot be known. */
  readonly aheadMs?: () => number;
};

/** Surroundings of a pull. */
export type PullPlace = {
  /** The name of the old system. */
  readonly system: string;
  /** The address of its API, as it is shown. */
  readonly shown: string;
  /** True if its lists tell what changed. */
  readonly tellsChanges: boolean;
  readonly again: PullSpec['again'];
  /** The folder of records. */
  readonly folder: string;
  readonly outside: Pick<System, 'files' | 'clock' | 'random' | 'connect'>;
  readonly signal: AbortSignal;
  readonly pulling: (event: PullEvent) => void;
  readonly say: (sentence: string) => void;
  /** Leaves people who were forgotten out of records. */
  readonly redact?: Redact | undefined;
  /** @throws RunError `STATE.LOCK_LOST` */
  readonly assertHeld: () => void;
};

/** A pull under way: its log, its files, its old system, and how far it is. */
export class Pulling {
  readonly place: PullPlace;
  readonly journal: Journal;
  readonly asking: OpenAsking;
  /** Conversations that were listed and are not wanted. */
  leftOut = 0;
  #told = { requests: 0, bytes: 0 };
  #done = 0;
  #beganAt: number;
  readonly #stopping = new AbortController();
  readonly #signal: AbortSignal;

  constructor(place: PullPlace, journal: Journal, asking: OpenAsking) {
    this.place = place;
    this.journal = journal;
    this.asking = asking;
    this.#signal = AbortSignal.any([place.signal, this.#stopping.signal]);
    this.#beganAt = place.outside.clock.elapsed();
  }

  get system(): string {
    return this.place.system;
  }

  get origin(): OpenOrigin {
    return this.asking.origin;
  }

  get folder(): string {
    return this.place.folder;
  }

  get files(): System['files'] {
    return this.place.outside.files;
  }

  get clock(): System['clock'] {
    return this.place.outside.clock;
  }

  /** Aborted with that of the place, or if a part of the pull has failed. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** Asks the old system. What an origin quotes of an answer may have the key in it: errors are without. */
  async asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      this.signal.throwIfAborted();
      throw this.asking.scrubbed?.(error) ?? error;
    }
  }

  /** Ends what is under way. */
  stop(reason: unknown): void {
    this.#stopping.abort(reason);
  }

  /** The pull, as the log has it. */
  get pull(): NonNullable<Journal['pull']> {
    if (!this.journal.pull) throw new Error('no pull was begun');
    return this.journal.pull;
  }

  /** Path of the records of a list; undefined if it has none. */
  pathOf(held: HeldList & ListKey): string | undefined {
    return held.bytes === 0 ? undefined : join(this.folder, recordPath(held, held.generation));
  }

  /** Removes a file that another has replaced. */
  async removeFormer(held: HeldList & ListKey): Promise<void> {
    const path = this.pathOf(held);
    if (path !== undefined) await this.files.rm(path, { force: true });
  }

  /** A list at the top whose end was reached. */
  writtenTop(list: string): HeldList {
    const written = this.journal.writing({ list });
    const { bytes = 0, counted = NO_RECORDS, files } = written ?? {};
    return { list, generation: this.pull.generation, bytes, counted, ...(files ? { files } : {}) };
  }

  /** The line about what was fetched since the last one. */
  fetched(before: Counted = NO_RECORDS, now: Counted = NO_RECORDS): JournalEntry {
    const { requests, bytes } = this.asking.counts();
    const counts = {
      requests: requests - this.#told.requests,
      bytes: bytes - this.#told.bytes,
      users: now.users - before.users,
      conversations: now.conversations - before.conversations,
      messages: now.messages - before.messages,
    };
    this.#told = { requests, bytes };
    return { is: 'fetched', counts };
  }

  /** Begins to count the conversations. */
  beginConversations(): void {
    this.#beganAt = this.clock.elapsed();
  }

  conversationDone(): void {
    this.#done++;
    this.progress();
  }

  /** Conversations that the account has, of which records are wanted. */
  get conversations(): number {
    return this.held.conversations;
  }

  /** Records that are there, at the top. */
  get held(): Counted {
    let counts: Counted = { users: 0, conversations: 0, messages: 0 };
    for (const { counted } of this.journal.tops.values()) counts = summed(counts, counted);
    return counts;
  }

  /** Tells how far it is. */
  readonly progress = (): void => {
    this.place.assertHeld();
    const spentMs = this.clock.elapsed() - this.#beganAt;
    const left = this.conversations - this.#done;
    const leftMs = this.#done === 0 ? {} : { leftMs: Math.round((spentMs / this.#done) * Math.max(0, left)) };
    const counts: PulledCounts = this.journal.counts;
    this.place.pulling({ type: 'pull.progress', conversationsDone: this.#done, ...leftMs, ...counts });
  };
}

/** Records, and the log that names them. */
type PulledFiles = Pick<Pulling, 'journal' | 'folder' | 'files'>;

/** Ends a pull that has replaced nothing: what was there is complete again. */
export async function giveUp(pulled: PulledFiles): Promise<void> {
  await sweepFiles(pulled);
  await pulled.journal.add([{ is: 'stopped' }]);
}

/** Removes the files that the log does not name: readers take all that is in the folder. */
export async function sweepFiles({ journal, folder, files }: PulledFiles): Promise<void> {
  const named = new Set<string>();
  for (const held of journal.lists()) {
    // A list without records has no file: one of its name was left by a pull that was killed.
    if (held.bytes > 0) named.add(recordPath(held, held.generation));
    for (const file of held.files ?? []) named.add(file);
  }
  await removeOthers(folder, named, files);
}
