import { State } from '../../../state/state.ts';
import type { System } from '../../../system/system.ts';
import { examineSegments, type InboxFinding, type SegmentsKept } from './examine-segments.ts';
import type { InboxPlace } from './inbox-place.ts';
import { lockSegments } from './lock-segments.ts';
import { type EventTest, removeFromSegments, repairSegments } from './rewrite-segments.ts';
import { SEGMENTS } from './segment.ts';

/** The events that are kept of a pipeline, for commands that look at its state or mend it: nobody takes events out meanwhile. */
export class KeptInbox {
  readonly #place: InboxPlace;
  readonly #system: System;
  readonly #kept: SegmentsKept;
  /** The command line, for whoever finds a lock. */
  readonly #command: string;

  constructor(place: InboxPlace, command: string, system: System) {
    const state = new State(place.folder, system.files);
    this.#place = place;
    this.#system = system;
    this.#command = command;
    this.#kept = { folder: place.folder, state: state.kept, files: system.files };
  }

  get #hasSegments(): boolean {
    return this.#system.files.existsSync(this.#kept.state.pathOf(SEGMENTS));
  }

  /** Checks every event on files; a server checks its own. */
  async examine(): Promise<readonly InboxFinding[]> {
    return await examineSegments(this.#kept);
  }

  /**
   * Does without what is damaged.
   * @returns the number of events that are known to be lost
   * @throws RunError `STATE.LOCKED` while events come in, `STATE.UNWRITABLE`
   */
  async repair(): Promise<number> {
    await using _lock = await lockSegments(this.#place.folder, this.#command, this.#system);
    return await repairSegments(this.#kept);
  }

  /**
   * The number of events that pass a test.
   * @throws RunError `STATE.LOCKED` while events come in, `STATE.CORRUPT`, `STATE.SERVER_*`
   */
  async count(isWanted: EventTest): Promise<number> {
    return await this.#each(isWanted, true);
  }

  /** Removes them. @throws the same */
  async remove(isWanted: EventTest): Promise<void> {
    await this.#each(isWanted, false);
  }

  async #each(isWanted: EventTest, isCounted: boolean): Promise<number> {
    const { folder, server } = this.#place;
    let count = 0;
    if (this.#hasSegments) {
      await using _lock = await lockSegments(folder, this.#command, this.#system);
      count += await removeFromSegments(this.#kept, isWanted, isCounted);
    }
    if (!server) return count;
    const { removeFromServer } = await import('./server/kept-on-server.ts');
    return count + (await removeFromServer(server, isWanted, isCounted, this.#system.clock));
  }

  /**
   * The bytes of events on a server; 0 if there is none.
   * @throws RunError `STATE.LOCKED` while events come in on files, which are to be removed; `STATE.SERVER_*`
   */
  async bytesElsewhere(): Promise<number> {
    const { folder, server } = this.#place;
    if (this.#hasSegments) {
      await using _lock = await lockSegments(folder, this.#command, this.#system);
    }
    if (!server) return 0;
    const { bytesOnServer } = await import('./server/kept-on-server.ts');
    return await bytesOnServer(server, this.#system.clock);
  }

  /** Removes what a server has. @throws RunError `STATE.SERVER_*` */
  async removeElsewhere(): Promise<void> {
    const { server } = this.#place;
    if (!server) return;
    const { purgeServer } = await import('./server/kept-on-server.ts');
    await purgeServer(server, this.#system.clock);
  }
}
