import { cannotWrite } from '../../../errors/run-error.ts';
import { State } from '../../../state/state.ts';
import type { System } from '../../../system/system.ts';
import { type Side, sides } from '../side.ts';
import type { InboxEvent, InboxReader, Waiting } from './inbox.ts';
import type { InboxPlace } from './inbox-place.ts';
import { SideReader } from './side-reader.ts';

/**
 * Opens the end of an inbox where events are taken out. Events on files move to a server that keeps the state since.
 * @throws RunError `STATE.CORRUPT`, `STATE.SERVER_*`
 */
export async function openInboxReader(
  { folder, server, keepMs }: InboxPlace,
  system: System,
): Promise<InboxReader> {
  if (!server) return await FileInboxReader.open(folder, keepMs, system);
  const { moveToServer } = await import('./server/move-to-server.ts');
  const reader = (): Promise<InboxReader> => FileInboxReader.open(folder, keepMs, system);
  await moveToServer({ folder, state: new State(folder, system.files).kept, reader }, server, system);
  const { ServerInboxReader } = await import('./server/server-inbox-reader.ts');
  return await ServerInboxReader.open(server, keepMs, system);
}

/** Takes events out of segments in the state folder. */
class FileInboxReader implements InboxReader {
  readonly #readers: Readonly<Record<Side, SideReader>>;
  readonly #keepMs: number;
  readonly #system: System;

  private constructor(readers: Readonly<Record<Side, SideReader>>, keepMs: number, system: System) {
    this.#readers = readers;
    this.#keepMs = keepMs;
    this.#system = system;
  }

  /**
   * Opens the segments of both sides and reads what waits.
   * @throws RunError `STATE.CORRUPT`
   */
  static async open(folder: string, keepMs: number, system: System): Promise<FileInboxReader> {
    const place = { folder, state: new State(folder, system.files).kept, system };
    const reader = new FileInboxReader(
      { old: new SideReader('old', place), new: new SideReader('new', place) },
      keepMs,
      system,
    );
    for (const side of sides) await reader.#readers[side].readOn();
    return reader;
  }

  take(side: Side, most: number, taken: ReadonlySet<number>): Promise<readonly InboxEvent[]> {
    return this.#readers[side].take(most, taken);
  }

  find(side: Side, seq: number): Promise<InboxEvent | undefined> {
    return this.#readers[side].find(seq);
  }

  async done(side: Side, seqs: readonly number[]): Promise<void> {
    try {
      await this.#readers[side].done(seqs);
    } catch (error) {
      throw cannotWrite(error, 'what is done of the inbox');
    }
  }

  waiting(side: Side): Waiting {
    return this.#readers[side].waiting;
  }

  oldest(side: Side): number | undefined {
    return this.#readers[side].oldest;
  }

  async clean(): Promise<void> {
    const before = this.#system.clock.now() - this.#keepMs;
    for (const side of sides) await this.#readers[side].clean(before);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const side of sides) await this.#readers[side].idle();
    for (const side of sides) this.#readers[side][Symbol.dispose]();
  }
}
