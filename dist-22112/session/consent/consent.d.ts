import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Questions, Runtime, Stderr } from '../../terminal/context.ts';
import type { reachFinding } from './silence.ts';
/**
 * Checks that the pipeline has a target.
 * @param purpose completes "no target to …" in the message
 * @throws RunError `CONFIG.TARGET_MISSING`
 */
export declare function requireTarget({ target, file }: Pipeline, purpose?: string): void;
/**
 * Asks for confirmation before a hosted service is written to, unless `yes` is set.
 * @param show says what would be written; only called if a person is asked
 * @throws RunError `USAGE.INVALID`, `RUN.DECLINED`
 */
export declare function consent({ target }: Pipeline, yes: boolean, { ask, err }: Pick<Stderr, 'err'> & Questions, show?: () => Promise<string>): Promise<void>;
/** A question before what a command cannot take back. */
type Confirmation = {
    readonly question: string;
    /** The answer that consents. */
    readonly answer: string;
    /** The message where nobody can be asked, and its hint. */
    readonly without: string;
    readonly hint: string;
    /** The message after any other answer. */
    readonly declined: string;
};
/**
 * Asks a person to type an answer.
 * @param ask undefined if nobody can be asked
 * @throws RunError `USAGE.INVALID`, `RUN.DECLINED`
 */
export declare function confirmed(ask: Questions['ask'], { question, answer, without, hint, declined }: Confirmation): Promise<void>;
/**
 * Reads whether the live calls of a pipeline may notify people, as a sentence; undefined if it makes none.
 * @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN`
 */
export declare function readReach(pipeline: Pipeline, context: Runtime & Stderr): Promise<ReturnType<typeof reachFinding> | undefined>;
/**
 * Before a run of live calls: checks that they notify nobody, unless that is allowed.
 * @throws RunError `NOTIFICATIONS.ON`
 */
export declare function consentToNotify(pipeline: Pipeline, isAllowed: boolean, context: Runtime & Stderr): Promise<void>;
export {};
