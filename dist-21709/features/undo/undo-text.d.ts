import type { RemovalResult } from '../../delivery/removal/removal-account.ts';
import type { Style } from '../../terminal/style.ts';
import { type PutBackResult } from './put-back-counts.ts';
import { type UndoPlan } from './undo-plan.ts';
/** Parts that the texts of an undo need. */
export type UndoTextOptions = {
    readonly style: Style;
    readonly next: string;
};
/** The plan of an undo, on one screen. */
export declare function undoPlanText(plan: UndoPlan, { style, next }: UndoTextOptions): string;
/** The result of an undo, on one screen. */
export declare function undoResultText(result: RemovalResult & {
    readonly putBack: PutBackResult;
}, { style, next }: UndoTextOptions): string;
/** Advice on the code of a row that was not removed. */
export declare const adviceOn: (code: string) => string;
