import { RunError } from '../../errors/run-error.ts';
import type { Keeper, KeptBelow, KeptHolder, Lease } from '../../system/keeper.ts';
import type { System } from '../../system/system.ts';
import type { ContentPart, FolderChanges, Image, Long } from './changes.ts';
import type { Database, DatabaseRow } from './database.ts';
import type { LocalCopy } from './local-copy.ts';
import type { StateServer } from './state-server.ts';
import * as sql from './tables.ts';

/** The least time between two sendings of changes that nobody waits for. */
const SEND_MS = 5_000;
/** Bytes of a long content in one statement. */
const UPLOAD_BYTES = 64 * sql.CHUNK_BYTES;

/** A state on a server, with its name there and the copy of it here. */
export type ServerState = {
  readonly server: StateServer;
  readonly name: string;
  readonly database: Database;
  readonly copy: LocalCopy;
  readonly changes: FolderChanges;
  /** The path of the lock file of the copy. */
  readonly lock: string;
  readonly system: System;
};

/**
 * Takes a state from its server, sends changes of it, and gives it back. Each send is one transaction with an image of one
 * moment, which the server takes only from the holder of the present epoch: what it has is always what a machine that lost its
 * power would have on its disk.
 */
export class ServerKeeper implements Keeper {
  readonly lock: string;
  readonly #state: ServerState;
  #held: HeldState | undefined;
  #isLost = false;

  constructor(state: ServerState) {
    this.#state = state;
    this.lock = state.lock;
  }

  /** Resolves once every change so far is on the server; at once while the state is not ours. */
  send = async (): Promise<void> => this.#held?.send();

  async take(record: string, gone: string | undefined): Promise<Lease | undefined> {
    const { name, server, database, system, copy, changes } = this.#state;
    const before = await this.holder();
    const [from, wallFrom] = [system.clock.elapsed(), system.clock.now()];
    const [taken] = await database.rows(sql.TAKE, [name, record, server.leaseMs, gone ?? null]);
    if (!taken) return undefined;
    const held = new HeldState(this.#state, taken, [from, wallFrom], (isLost) => {
      this.#held = undefined;
      this.#isLost = isLost;
    });
    try {
      const { contents, corrected } = await copy.begin();
      changes.begin(contents);
      for (const path of corrected) changes.replaced(path);
      if (before) await held.dropLeft();
    } catch (error) {
      await held[Symbol.asyncDispose]();
      throw error;
    }
    held.begin();
    this.#held = held;
    return held;
  }

  /** Sends what was changed while the state was not ours, if nobody has it: such as a report that was written again. */
  async settle(record: string): Promise<void> {
    if (this.#isLost || this.#state.changes.isEmpty) return;
    const lease = await this.take(record, undefined);
    await lease?.[Symbol.asyncDispose]();
  }

  async holder(): Promise<KeptHolder | undefined> {
    const { database, name } = this.#state;
    const [found] = await database.rows(sql.HOLDER, [name]);
    return found && holderIn(found);
  }

  async below(document: string): Promise<readonly KeptBelow[]> {
    const { database, name } = this.#state;
    const found = await database.rows(sql.BELOW, [`${name}/`, document]);
    return found.map((each) => ({
      text: each['data'] === null ? undefined : String(each['data']),
      holder: each['holder'] === null ? undefined : holderIn(each),
    }));
  }

  async free(record: string): Promise<boolean> {
    const { database, name } = this.#state;
    return (await database.rows(sql.FREE, [name, record])).length > 0;
  }
}

function holderIn({ holder, silent, lease_ms: leaseMs }: DatabaseRow): KeptHolder {
  const silentMs = Number(silent);
  return { record: String(holder), silentMs, hasEnded: silentMs > Number(leaseMs) };
}

class HeldState implements Lease {
  readonly #state: ServerState;
  readonly #epoch: unknown;
  readonly #onEnd: (isLost: boolean) => void;
  #version: number;
  /** When our time is over, elapsed and by the clock on the wall: the one may stop while the machine sleeps. */
  #ends: readonly [number, number] = [0, 0];
  #isLost: RunError | undefined;
  readonly #heart: Disposable;
  #hasBegun = false;
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(
    state: ServerState,
    taken: DatabaseRow,
    from: readonly [number, number],
    onEnd: (isLost: boolean) => void,
  ) {
    const { server, system } = state;
    this.#state = state;
    this.#epoch = taken['epoch'];
    this.#version = Number(taken['version']);
    this.#onEnd = onEnd;
    this.#renewed(from);
    this.#heart = system.clock.every(Math.min(SEND_MS, server.leaseMs / 3), () => {
      // Who works on finds out at the next request or change.
      this.#beat().catch(() => {});
    });
  }

  /** The copy is complete: from now on, what changes in it is sent. */
  begin(): void {
    this.#hasBegun = true;
  }

  assertHeld(): void {
    if (this.#isLost) throw this.#isLost;
    const { clock } = this.#state.system;
    const [elapsed, wall] = this.#ends;
    if (clock.elapsed() < elapsed && clock.now() < wall) return;
    const seconds = this.#state.server.leaseMs / 1_000;
    throw this.#lose(
      `this process could not renew its lease on the server for ${seconds} s: it was stopped or disconnected`,
    );
  }

  send(): Promise<void> {
    if (this.#next) return this.#next;
    const next = this.#last.then(() => {
      this.#next = undefined;
      return this.#send();
    });
    this.#next = next;
    this.#last = next.catch(() => {});
    return next;
  }

  async #send(): Promise<void> {
    this.assertHeld();
    const image = this.#hasBegun ? this.#state.changes.image() : undefined;
    if (!image) return;
    try {
      for (const long of image.long) await this.#upload(long);
      const { name } = this.#state;
      const [done] = await this.#rows(sql.COMMIT, [name, this.#epoch, ...valuesOf(image)]);
      if (!done) throw this.#taken();
      this.#version = Number(done['version']);
      if (image.left.length > 0) await this.#rows(sql.DROP, [name, image.left]);
    } finally {
      for (const { file } of image.long) this.#state.system.files.closeSync(file);
    }
  }

  async #upload({ content, file, bytes }: Long): Promise<void> {
    const { system, name } = this.#state;
    for (let at = 0; at < bytes; at += UPLOAD_BYTES) {
      const into = Buffer.allocUnsafe(Math.min(UPLOAD_BYTES, bytes - at));
      const read = into.subarray(0, system.files.readSync(file, into, 0, into.length, at));
      const parts: ContentPart[] = [];
      for (let start = 0; start < read.length; start += sql.CHUNK_BYTES)
        parts.push({ content, at: at + start, bytes: read.subarray(start, start + sql.CHUNK_BYTES) });
      await this.#rows(sql.UPLOAD, [name, this.#epoch, content, ...placesOf(parts)]);
      this.assertHeld();
    }
  }

  async #beat(): Promise<void> {
    if (this.#hasBegun && !this.#state.changes.isEmpty) return await this.send();
    const [held] = await this.#rows(sql.RENEW, [this.#state.name, this.#epoch]);
    if (!held) throw this.#taken();
  }

  /** Asks while our time lasts; only what renews it or belongs to something that does. */
  async #rows(text: string, values: readonly unknown[]): Promise<readonly DatabaseRow[]> {
    const { database, system } = this.#state;
    const from = [system.clock.elapsed(), system.clock.now()] as const;
    // As it is now: heartbeats may be taken by a server that does not take this.
    const [untilMs] = this.#ends;
    try {
      const rows = await database.rows(text, values, untilMs);
      if (text === sql.COMMIT || text === sql.RENEW) this.#renewed(rows.length > 0 ? from : [0, 0]);
      return rows;
    } catch (error) {
      // What was to be sent is not noted any more.
      throw this.#lose((error as Error).message, error);
    }
  }

  #renewed([elapsed, wall]: readonly [number, number]): void {
    const { leaseMs } = this.#state.server;
    this.#ends = [Math.max(this.#ends[0], elapsed + leaseMs), Math.max(this.#ends[1], wall + leaseMs)];
  }

  #taken(): RunError {
    return this.#lose('it was removed, or another process has it');
  }

  #lose(why: string, cause?: unknown): RunError {
    const message = `the state in ${this.#state.server.shown} is no longer ours: ${why}`;
    const isFull = cause instanceof RunError && cause.code === 'STATE.UNWRITABLE';
    this.#isLost ??= isFull
      ? cause
      : new RunError('STATE.LOCK_LOST', message, cause === undefined ? {} : { cause });
    return this.#isLost;
  }

  /** Removes contents that a process which was killed has begun to send. */
  async dropLeft(): Promise<void> {
    await this.#rows(sql.DROP_LEFT, [this.#state.name, this.#epoch]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { copy, changes, name } = this.#state;
    try {
      // What has lost it has said so, and changes nothing more.
      if (this.#isLost) return;
      await this.send();
      await this.#rows(sql.GIVE_BACK, [name, this.#epoch]);
      if (this.#hasBegun) await copy.end(this.#version, changes.known);
    } finally {
      this.#heart[Symbol.dispose]();
      this.#onEnd(this.#isLost !== undefined);
    }
  }
}

/** The values $3 to $11 of a commit. */
const valuesOf = ({ gone, named, parts }: Image): readonly unknown[] => [
  gone,
  named.map(({ path }) => path),
  named.map(({ content }) => content),
  named.map(({ bytes }) => bytes),
  parts.map(({ content }) => content),
  ...placesOf(parts),
];

/** The places where parts belong, where they are in what is sent, how long they are, and their bytes. */
function placesOf(parts: readonly ContentPart[]): readonly unknown[] {
  let end = 1;
  const starts = parts.map(({ bytes }) => {
    end += bytes.length;
    return end - bytes.length;
  });
  const lengths = parts.map(({ bytes }) => bytes.length);
  return [parts.map(({ at }) => at), starts, lengths, Buffer.concat(parts.map(({ bytes }) => bytes))];
}
