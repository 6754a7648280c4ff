import { type JudgeDeps, type Judged } from '../../input/rows/judge.ts';
import type { Row } from '../../input/rows/row.ts';
import type { Plan, Step } from '../plan.ts';
/**
 * Reads all rows of steps again, after they were run, and says what becomes of each by itself: what it refers to was checked
 * then.
 */
export declare function eachJudgedAlone(steps: readonly Step[], plan: Plan, keys: JudgeDeps['keys'], signal: AbortSignal, each: (judged: Judged, row: Row, step: Step) => void): Promise<void>;
