import { cannotWrite } from '../../../../errors/run-error.ts';
import type { LiveEntity } from '../../../../origin/live/live-origin.ts';
import type { MapLog } from '../../../../pipeline/files/map/map-log.ts';
import type { Side } from '../../side.ts';
import type { MessagePlace, SentMessage, SideState } from './link.ts';
import type { LinksIndex } from './links-index.ts';
import type { LinksRecord } from './links-record.ts';

/** Records in one transaction of the index: after a kill, as many are read again. */
const TRANSACTION_MAX = 5_000;
/** Conversations of which the last message is remembered. */
const LAST_MAX = 1_000;
const AT_END: MessagePlace = { key: '', at: Number.MAX_SAFE_INTEGER, order: Number.MAX_SAFE_INTEGER };

/**
 * A record of what each side was last known to hold. Its log is the truth: what is noted survives a kill at once, and a power cut after
 * `sync`. Its index answers what is asked. Both directions share it.
 */
export class Links implements AsyncDisposable {
  readonly #log: MapLog<LinksRecord>;
  readonly #index: LinksIndex;
  #inTransaction = 0;
  /** The last message of a conversation of a side, or none: most new ones stand behind it. */
  readonly #last = new Map<string, SentMessage | undefined>();

  /** @param index with an open transaction */
  constructor(log: MapLog<LinksRecord>, index: LinksIndex) {
    this.#log = log;
    this.#index = index;
  }

  find(entity: LiveEntity, key: string, side: Side): SideState | undefined {
    return this.#index.find(entity, key, side);
  }

  /** @throws RunError `STATE.UNWRITABLE` */
  note(entity: LiveEntity, key: string, side: Side, state: SideState): void {
    const before = this.find(entity, key, side);
    const isSame =
      before?.version === state.version &&
      before.digest === state.digest &&
      (before.isOurs ?? false) === (state.isOurs ?? false);
    if (!isSame) this.#add({ is: 'side', entity, key, side, state });
  }

  /** Records that a side was last known to hold since capture began: by event, by list, or as we wrote them. */
  heldBy(side: Side): ReturnType<LinksIndex['heldBy']> {
    return this.#index.heldBy(side);
  }

  /** Finds a message of a conversation that was written to a side, if it is one of the newest. */
  sent(side: Side, conversation: string, key: string): SentMessage | undefined {
    return this.#index.sent(side, conversation, key);
  }

  /** The nearest message of a conversation that was written to a side and stands before a place, or after it. */
  near(
    side: Side,
    conversation: string,
    place: MessagePlace,
    where: 'before' | 'after',
  ): SentMessage | undefined {
    const last = this.#lastOf(side, conversation);
    if (!last || (last.key !== place.key && isAfter(place, last)))
      return where === 'before' ? last : undefined;
    return this.#index.near(side, conversation, place, where);
  }

  /** Records that a message of a conversation was written to a side. */
  noteSent(side: Side, conversation: string, sent: SentMessage): void {
    const { key, at, order, sentAt, isExact } = sent;
    const noted = { key, at: Math.floor(at), order, sentAt, isExact };
    this.#add({ is: 'sent', side, conversation, ...noted });
    const name = `${side} ${conversation}`;
    if (!this.#last.has(name)) return;
    const last = this.#last.get(name);
    if (last?.key === key) this.#last.delete(name);
    else if (!last || isAfter(noted, last)) this.#last.set(name, noted);
  }

  #lastOf(side: Side, conversation: string): SentMessage | undefined {
    const name = `${side} ${conversation}`;
    if (this.#last.has(name)) return this.#last.get(name);
    const last = this.#index.near(side, conversation, AT_END, 'before');
    this.#last.set(name, last);
    const [first] = this.#last.size > LAST_MAX ? this.#last.keys() : [];
    if (first !== undefined) this.#last.delete(first);
    return last;
  }

  /** The id of the message that has a key on a side; undefined if nobody knows. */
  idOf(side: Side, key: string): string | undefined {
    return this.#index.idOf(side, key);
  }

  noteId(side: Side, key: string, id: string): void {
    this.#add({ is: 'id', side, key, id });
  }

  /** Conversations in which something changed since capture began, as rows name them. */
  conversations(): readonly string[] {
    return this.#index.conversations();
  }

  /** The keys of the rows that a record of a side became; undefined if they are its own, or nobody knows. */
  partsOf(side: Side, entity: LiveEntity, record: string): readonly string[] | undefined {
    return this.#index.partsOf(side, entity, record);
  }

  noteParts(side: Side, entity: LiveEntity, record: string, keys: readonly string[]): void {
    const before = this.partsOf(side, entity, record);
    if (before?.join('\n') !== keys.join('\n')) this.#add({ is: 'parts', side, entity, record, keys });
  }

  /** Resolves once all that was noted survives a power cut. @throws RunError `STATE.UNWRITABLE` */
  sync(): Promise<void> {
    return this.#log.sync();
  }

  #add(record: LinksRecord): void {
    const place = this.#log.append(record);
    try {
      this.#index.apply(record, place);
      if (++this.#inTransaction < TRANSACTION_MAX) return;
      this.#inTransaction = 0;
      this.#index.save();
      this.#index.exec('COMMIT; BEGIN IMMEDIATE');
    } catch (error) {
      throw cannotWrite(error, 'the index of what both sides hold');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#index.save();
      this.#index.exec('COMMIT');
    } catch {
      // It is made anew from the log.
    } finally {
      this.#index[Symbol.dispose]();
      await this.#log.close();
    }
  }
}

const isAfter = (place: MessagePlace, other: MessagePlace): boolean =>
  place.at > other.at || (place.at === other.at && place.order > other.order);
