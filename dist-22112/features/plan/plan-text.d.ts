import type { Style } from '../../terminal/style.ts';
import type { PlanDocument } from './plan-document.ts';
/** Choice of what is shown of a plan. */
export type ShownPlan = Pick<PlanDocument, 'entities' | 'cost' | 'notCarried' | 'warnings'> & Partial<PlanDocument>;
/**
 * A plan as text: what a run would do, what it costs, what will not arrive, and the next command.
 * @param next undefined if something else follows
 * @param columns width of a line in terminal cells; undefined if lines are not cut
 */
export declare function planText(plan: ShownPlan, next: string | undefined, { style, columns }: {
    readonly style: Style;
    readonly columns: number | undefined;
}): string;
