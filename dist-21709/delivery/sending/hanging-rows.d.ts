import type { Data } from '../../input/entities/entity.ts';
import { type JudgeDeps, type Judged } from '../../input/rows/judge.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Row } from '../../input/rows/row.ts';
import { KeyIndex, type Stamp } from '../../keys/key-index.ts';
import type { Facts } from '../../prefilter/facts.ts';
import type { MessageFates } from './message-fates.ts';
/**
 * The rows of a step that hang on messages: live replies, reactions and pins. Of messages, it notes what becomes of them.
 * Without fates, no row lacks its message.
 */
export declare class HangingRows implements Disposable {
    #private;
    constructor({ entity, policies, mappings }: Pick<JudgeDeps, 'entity' | 'policies' | 'mappings'>, fates: MessageFates | undefined, 
    /** Has no keys yet. */
    lackingKeys?: KeyIndex);
    /** Creator of a message, as `judge` asks: there is none if the message does not land. */
    get messageOf(): JudgeDeps['messageOf'];
    /** True if a row before has the key of a message, as far as that is noted. */
    isRepeated(lo: number, hi: number): boolean;
    /** Takes a message that is written. */
    land(facts: Facts): void;
    /** A reply to a message that no file has is an ordinary message; one that is repeated is not counted again. */
    withoutRoot(judged: Judged): Judged;
    /** The outcome of a row that is not valid; what hangs on a message that is left out is left out with it. */
    unwritten(row: Row, { claim, key, outcome, hostMuid }: Judged & {
        readonly data?: undefined;
    }): Outcome;
    /**
     * The outcome of a valid row whose message does not land; undefined for any other row, and for one whose key a valid row
     * before it has: the end finds that it is a repeat.
     */
    lacking(data: Data, key: string, place: Omit<Stamp, 'lo' | 'hi'>): Outcome | undefined;
    /** True if a row is the first with its key among those that were asked about. */
    isFirst(key: string, place: Omit<Stamp, 'lo' | 'hi'>): boolean;
    /** The outcome of a valid row whose message does not land; undefined for any other row. */
    outcomeOf(data: Data): Outcome | undefined;
    [Symbol.dispose](): void;
}
/** True if a reply becomes an ordinary message only when it is sent: nobody knows before that its root is not in the service. */
export declare const isSentAlone: ({ data, notCarried }: Judged & {
    readonly data: Data;
}) => boolean;
/**
 * Judges rows with what is known of the messages that they hang on, and takes note of messages. What is left out with its
 * message has no key.
 */
export declare function judgeHanging(deps: JudgeDeps, fates: MessageFates | undefined): (row: Row) => Judged;
