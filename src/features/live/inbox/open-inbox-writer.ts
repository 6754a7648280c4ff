import { join } from 'node:path';
import { cannotWrite } from '../../../errors/run-error.ts';
import type { Lock } from '../../../files/lock.ts';
import { fileState } from '../../../files/state/file-state.ts';
import type { System } from '../../../system/system.ts';
import { type Side, sides } from '../side.ts';
import { GroupCommit } from './group-commit.ts';
import type { InboxWriter, ReceivedEvent, Waiting } from './inbox.ts';
import type { InboxPlace } from './inbox-place.ts';
import { lockSegments } from './lock-segments.ts';
import { SEGMENTS } from './segment.ts';
import { SegmentWriter } from './segment-writer.ts';

/** The most bytes of events that share a sync. */
const BATCH_BYTES = 8 << 20;
/** For so long what waits is not counted again. */
const COUNTED_MS = 1_000;

type Batches = GroupCommit<readonly ReceivedEvent[]>;

/**
 * Opens the end of an inbox where events come in; also in a thread, which passes the system that it has.
 * @throws RunError `STATE.LOCKED` while another process has that end of an inbox on files, `STATE.*`
 */
export async function openInboxWriter({ folder, server }: InboxPlace, system: System): Promise<InboxWriter> {
  if (!server) return await FileInboxWriter.open(folder, system);
  // Loaded here: no other pipeline needs it.
  const { ServerInboxWriter } = await import('./server/server-inbox-writer.ts');
  return await ServerInboxWriter.open(server, system);
}

/** Writes events into segments in the state folder. */
class FileInboxWriter implements InboxWriter {
  readonly #writers: Readonly<Record<Side, SegmentWriter>>;
  readonly #batches: Readonly<Record<Side, Batches>>;
  readonly #system: System;
  readonly #lock: Lock;
  #counted: Waiting = { events: 0, bytes: 0 };
  #countedAt = Number.NEGATIVE_INFINITY;

  private constructor(writers: Readonly<Record<Side, SegmentWriter>>, lock: Lock, system: System) {
    this.#writers = writers;
    this.#lock = lock;
    this.#system = system;
    const batches = (side: Side): Batches =>
      new GroupCommit(
        (items) => this.#commit(side, items.flat()),
        (events) => events.reduce((sum, { body }) => sum + body.length, 0),
        BATCH_BYTES,
      );
    this.#batches = { old: batches('old'), new: batches('new') };
  }

  /**
   * Opens the segments of both sides.
   * @throws RunError `STATE.LOCKED` while another process writes them, `STATE.CORRUPT`, `STATE.UNWRITABLE`
   */
  static async open(folder: string, system: System): Promise<FileInboxWriter> {
    const place = { folder, state: fileState(folder, system.files), system };
    await using opening = new AsyncDisposableStack();
    try {
      const lock = opening.use(await lockSegments(folder, 'chatferry live', system));
      const [old, now] = [
        opening.use(await SegmentWriter.open('old', place)),
        opening.use(await SegmentWriter.open('new', place)),
      ];
      opening.move();
      return new FileInboxWriter({ old, new: now }, lock, system);
    } catch (error) {
      throw cannotWrite(error, `the inbox in ${join(folder, SEGMENTS)}`, 'opened');
    }
  }

  async add(events: readonly ReceivedEvent[]): Promise<void> {
    const parts = sides.map((side) => ({ side, own: events.filter((event) => event.side === side) }));
    const adding = parts.filter(({ own }) => own.length > 0);
    const ended = await Promise.allSettled(adding.map(({ side, own }) => this.#batches[side].add(own)));
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  }

  async #commit(side: Side, events: readonly ReceivedEvent[]): Promise<void> {
    try {
      this.#lock.assertHeld();
      await this.#writers[side].commit(events);
    } catch (error) {
      throw cannotWrite(error, 'the inbox');
    }
  }

  waiting(): Waiting {
    const now = this.#system.clock.elapsed();
    if (now - this.#countedAt < COUNTED_MS) return this.#counted;
    this.#countedAt = now;
    try {
      const [a, b] = [this.#writers.old.waiting(), this.#writers.new.waiting()];
      this.#counted = { events: a.events + b.events, bytes: a.bytes + b.bytes };
    } catch {
      // What cannot be read now may be read in a second; whoever takes events says what is wrong.
    }
    return this.#counted;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const side of sides) await this.#batches[side].idle();
    for (const side of sides) this.#writers[side][Symbol.dispose]();
    await this.#lock[Symbol.asyncDispose]();
  }
}
