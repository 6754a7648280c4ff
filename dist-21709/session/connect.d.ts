import { type EntityName } from '../input/entities/entity.ts';
import type { OpenPlanOptions, Workplace } from '../pipeline/open-plan.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { type KeyAccess } from '../pipeline/target.ts';
import type { Pace } from '../report/result/plan-basis.ts';
import type { Route, Target, TargetApi } from '../service/targets/target.ts';
import { ClockSkew } from '../service/transport/exchange/clock-skew.ts';
import type { Secret } from '../service/transport/secret.ts';
import type { Stderr } from '../terminal/context.ts';
/** A target that is ready to be written to. */
export type Connection = AsyncDisposable & {
    readonly target: Target;
    readonly baseUrl: string;
    readonly caFile?: string;
    readonly apiKey: Secret;
    /** The difference of its clock from ours. */
    readonly skew: ClockSkew;
    /** Facts about the target that the report shows. */
    readonly shown: Readonly<Record<string, string>>;
    /** Aborts if the target has ended and does not come back. */
    readonly lost?: AbortSignal;
    /** Facts that must be equal on resume. */
    readonly identity: Readonly<Record<string, string>>;
    /** With whom its rate limits are shared; undefined if nobody else can send to it. */
    readonly sharedAs?: SharedAs;
};
type SharedAs = {
    /** The folder of the states. */
    readonly folder: string;
    /** Host and id of the app. */
    readonly app: readonly string[];
    readonly warn: (message: string) => void;
};
/** The parts of a command's context that a connection is made with. */
type Access = KeyAccess & Pick<Stderr, 'err' | 'quiet'>;
/** The routes of the target's API, without a connection; those of a sync can also change rows of others. */
export declare function routesOf(pipeline: Pipeline): Readonly<Record<EntityName, Route>>;
/** Options that commands open a plan with: the routes of its target, and the place where its sources are prepared. */
export declare const planOptions: (pipeline: Pipeline, workplace: Workplace, nowMs: number, strict?: boolean) => OpenPlanOptions;
/** The rates that the target of a pipeline allows. */
export declare function paceOf(pipeline: Pipeline): Pace;
/**
 * Prepares the pipeline's target: reads the API key, or starts the embedded sandbox.
 * @param sandboxData the data file of the embedded sandbox
 * @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN`, `SANDBOX.FAILED`
 */
export declare function connect(pipeline: Pipeline, sandboxData: string, access: Access): Promise<Connection>;
/** The API through which a pipeline writes, and what it can do. */
export declare const apiOf: ({ target }: Pipeline) => TargetApi;
export {};
