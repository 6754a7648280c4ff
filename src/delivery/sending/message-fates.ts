import type { Entity } from '../../input/entities/entity.ts';
import { IN_NO_FILE, lacksMessage, whyNotLanded } from '../../input/rows/broken-ref.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import type { KeyIndex, Stamp } from '../../keys/key-index.ts';
import type { Plan } from '../plan.ts';
import { LEFT_OUT } from './left-out.ts';

type Place = Pick<Stamp, 'line' | 'file'>;

/** The states of messages in an index of keys. */
const REJECTED = 'invalid';
const IS_LEFT_OUT = 'refused';

/**
 * Outcome of each message, for the rows that hang on one: replies that are written live, reactions and pins, as
 * far as the files say it.
 */
export class MessageFates implements Disposable {
  readonly #keys: KeyIndex;
  readonly #placeOf: Plan['placesOf']['messages'];
  readonly #mayBeThere: boolean;

  /**
   * @param keys has no keys of this run yet
   * @param mayBeThere whether messages that are in no file may be in the service, from an earlier run
   */
  constructor(keys: KeyIndex, { placesOf }: Pick<Plan, 'placesOf'>, mayBeThere: boolean) {
    this.#keys = keys;
    this.#placeOf = placesOf.messages;
    this.#mayBeThere = mayBeThere;
  }

  /** Takes a message that is written; it counts, whatever other rows have its key. */
  land(lo: number, hi: number, { line, file }: Place): void {
    this.#keys.land(lo, hi, 0, line, file);
  }

  /** The same by its key. */
  landKey(key: string, place: Place): void {
    const { lo, hi } = fingerprint64(key);
    this.land(lo, hi, place);
  }

  /** Takes a message that is rejected or blocked. */
  reject(key: string, { line, file }: Place): void {
    if (!this.lands(key) && !this.isLeftOut(key)) this.#keys.add(key, REJECTED, { content: 0, line, file });
  }

  /** Takes a message that a rule leaves out. */
  leaveOut(key: string, { line, file }: Place): void {
    if (!this.lands(key)) this.#keys.add(key, IS_LEFT_OUT, { content: 0, line, file });
  }

  /** Takes a message that its source says was deleted, in a sync: what was read of it before counts no more. */
  takeBack(key: string, { line, file }: Place): void {
    const { lo, hi } = fingerprint64(key);
    this.#keys.set({ lo, hi, content: 0, line, file }, IS_LEFT_OUT);
  }

  lands(key: string): boolean {
    return this.#keys.state(key) === 'landed';
  }

  /** The same by the fingerprint of its key, of messages of this run. */
  hasLanded(lo: number, hi: number): boolean {
    return this.#keys.hasLanded(lo, hi);
  }

  isLeftOut(key: string): boolean {
    return this.#keys.state(key) === IS_LEFT_OUT;
  }

  /** True if no row has the key of a message, or a rule leaves it out: then a reply to it is an ordinary message. */
  isNowhere(key: string): boolean {
    return this.#keys.state(key) === undefined || this.isLeftOut(key);
  }

  /** The outcome of a row that hangs on a message, if that keeps it from being written. */
  outcomeOn(key: string, field: string): Outcome | undefined {
    if (this.lands(key)) return undefined;
    if (this.isLeftOut(key)) return LEFT_OUT;
    const why = whyNotLanded(key, this.#keys, this.#placeOf);
    if (why === undefined && this.#mayBeThere) return undefined;
    return lacksMessage(field, key, why ?? IN_NO_FILE);
  }

  [Symbol.dispose](): void {
    this.#keys[Symbol.dispose]();
  }
}

/** The entities whose rows hang on messages, or on when a conversation has its first one. */
const NEED_MESSAGES: ReadonlySet<Entity['goesWith']> = new Set(['message', 'side']);

/** True if rows of a plan hang on messages, and all messages are read. */
export const readsHosts = ({ steps, referred }: Plan): boolean =>
  referred === undefined &&
  steps.every(({ whole }) => whole === undefined) &&
  steps.some(({ entity, route }) => NEED_MESSAGES.has(entity.goesWith) || route.hanging !== undefined);
