import type { Step } from '../delivery/plan.ts';
import type { EntityName } from '../input/entities/entity.ts';
import type { Policies } from '../input/entities/policies.ts';
import type { Route } from '../service/targets/target.ts';
import type { OpenEntity, Opening } from './open/opening.ts';
import type { PlanNotes } from './open/plan-notes.ts';
/** Things that a step needs besides its sources. */
export type StepOptions = {
    readonly routes: Readonly<Record<EntityName, Route>>;
    /** A column that no field uses is an error. */
    readonly strict: boolean;
    readonly policies: Policies;
    readonly spooled?: Opening['spooled'];
    /** As in a Step. */
    readonly pathOf?: Step['pathOf'];
    /**
     * Columns that sources of other entities take.
     * @default none
     */
    readonly taken?: ReadonlySet<string>;
};
/** A step of a plan over open sources. */
export declare function openStep(name: EntityName, { sources: opened, paths }: OpenEntity, { routes, strict, policies: given, spooled, pathOf, taken }: StepOptions, { ofFile, unknownColumns }: PlanNotes): Step;
