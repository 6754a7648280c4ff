import { type Plan, type Step } from '../delivery/plan.ts';
import { type EntityName } from '../input/entities/entity.ts';
import type { Route } from '../service/targets/target.ts';
import type { Files } from '../system/files.ts';
import { type Forgotten } from './forgotten.ts';
import { type Opening, type Workplace } from './open/opening.ts';
import { type PlanNotes } from './open/plan-notes.ts';
import type { Pipeline } from './pipeline.ts';
export type { Workplace };
export type OpenPlanOptions = {
    readonly routes: Readonly<Record<EntityName, Route>>;
    /** The current time for ages, milliseconds since 1970. */
    readonly nowMs: number;
    /** A column that no field uses is an error. */
    readonly strict: boolean;
    /**
     * Examples kept for each code.
     * @default SAMPLES_MAX
     */
    readonly samplesMax?: number | undefined;
    /** Files that have the sources. */
    readonly files: Files;
    /**
     * Place where sources are prepared that are not rows one after the other in a file.
     * @default none: a pipeline with such a source is refused
     */
    readonly workplace?: Workplace | undefined;
};
/**
 * Finds and opens every source of a pipeline, reads the headers and resolves the map. Rows of people who were forgotten are
 * left out.
 * @throws RunError `SOURCE.*` naming the file, `LOOKUP.*`, `WHERE.COLUMN_MISSING`, `MAP.PATTERN_NEVER`, `STATE.FORGETTING`
 */
export declare function openPlan(pipeline: Pipeline, options: OpenPlanOptions): Promise<Plan>;
/** The same with other people left out, or nobody. */
export declare function openPlanWithout(forgotten: Forgotten | undefined, pipeline: Pipeline, options: OpenPlanOptions): Promise<Plan>;
/** Facts that are known of the inputs of a pipeline. */
type KnownInputs = Pick<Opening, 'copies'> & {
    readonly names: ReadonlyMap<string, string>;
    /** @default nothing is spooled */
    readonly spooled?: Opening['spooled'];
};
/**
 * Gathers what is known before the first source is opened.
 * @param names the short names of the files
 * @throws RunError `SOURCE.*`, `LOOKUP.*` of the file with an app's own ids
 */
export declare function openingOf(pipeline: Pipeline, { names, copies, spooled }: KnownInputs, { files, workplace }: Pick<OpenPlanOptions, 'files' | 'workplace'>, notes: PlanNotes): Promise<Opening>;
/** A plan of these steps, with the rules of a pipeline. */
export declare function planOf(pipeline: Pipeline, steps: readonly Step[], { warnings, unknownColumns }: PlanNotes, { nowMs, samplesMax }: Pick<OpenPlanOptions, 'nowMs' | 'samplesMax'>): Plan;
