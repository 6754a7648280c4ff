import type { Outcome } from '../../input/rows/outcome.ts';
import type { KeyIndex, Stamp } from '../../keys/key-index.ts';
import type { Plan } from '../plan.ts';
type Place = Pick<Stamp, 'line' | 'file'>;
/**
 * Outcome of each message, for the rows that hang on one: replies that are written live, reactions and pins, as
 * far as the files say it.
 */
export declare class MessageFates implements Disposable {
    #private;
    /**
     * @param keys has no keys of this run yet
     * @param mayBeThere whether messages that are in no file may be in the service, from an earlier run
     */
    constructor(keys: KeyIndex, { placesOf }: Pick<Plan, 'placesOf'>, mayBeThere: boolean);
    /** Takes a message that is written; it counts, whatever other rows have its key. */
    land(lo: number, hi: number, { line, file }: Place): void;
    /** The same by its key. */
    landKey(key: string, place: Place): void;
    /** Takes a message that is rejected or blocked. */
    reject(key: string, { line, file }: Place): void;
    /** Takes a message that a rule leaves out. */
    leaveOut(key: string, { line, file }: Place): void;
    /** Takes a message that its source says was deleted, in a sync: what was read of it before counts no more. */
    takeBack(key: string, { line, file }: Place): void;
    lands(key: string): boolean;
    /** The same by the fingerprint of its key, of messages of this run. */
    hasLanded(lo: number, hi: number): boolean;
    isLeftOut(key: string): boolean;
    /** True if no row has the key of a message, or a rule leaves it out: then a reply to it is an ordinary message. */
    isNowhere(key: string): boolean;
    /** The outcome of a row that hangs on a message, if that keeps it from being written. */
    outcomeOn(key: string, field: string): Outcome | undefined;
    [Symbol.dispose](): void;
}
/** True if rows of a plan hang on messages, and all messages are read. */
export declare const readsHosts: ({ steps, referred }: Plan) => boolean;
export {};
