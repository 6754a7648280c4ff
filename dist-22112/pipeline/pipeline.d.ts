import { type AllPolicies } from '../exports/export-rules.ts';
import { type EntityName } from '../input/entities/entity.ts';
import type { RetentionPolicy } from '../input/rows/retention.ts';
import { type PipelineFile } from './pipeline-schema.ts';
import { type Remotes } from './remote/remote-names.ts';
import type { Notifier } from './schema/notify-schema.ts';
import { isFiles, type SourceSpec } from './schema/source-schema.ts';
import { type StateOnServer } from './state-place.ts';
import { type ServiceTarget } from './target.ts';
import type { Thresholds } from './threshold.ts';
import { yamlFault, yamlText } from './yaml-document.ts';
export { isFiles, yamlFault, yamlText };
/** A complete pipeline: every default is filled in, every path is absolute. */
export type Pipeline = {
    /** Its name in the file; with one of its `targets` followed by `@` and the name of that. */
    readonly name: string;
    /** The path of its file, as given. */
    readonly file: string;
    readonly folder: string;
    readonly target: 'sandbox' | ServiceTarget | undefined;
    /** The name of the target among `targets`; undefined if it is `target`. */
    readonly to: string | undefined;
    /** The pipeline's own state folder. */
    readonly stateFolder: string;
    /** The server that keeps the state; undefined if the folder is not a copy. */
    readonly stateServer?: StateOnServer | undefined;
    readonly sources: Readonly<Partial<Record<EntityName, readonly SourceSpec[]>>>;
    /** Path of the file with an app's own ids. */
    readonly idMap: string | undefined;
    /** The addresses that stand among its paths, by what they are called there; absent if there are none. */
    readonly remotes?: Remotes;
    readonly limits: {
        readonly requestsPerMinute?: number;
        readonly concurrency: number;
        /** The most requests under way where the rate needs more than `concurrency`. */
        readonly concurrencyMax: number;
        readonly batch: number;
        readonly maxRejects?: number | string;
        readonly timeoutSeconds: number;
    };
    /** Which messages are too old for the service; undefined if the target gives messages a new time. */
    readonly retention: PipelineRetention | undefined;
    /** Treatment of parts of a history that the import calls cannot carry. */
    readonly policies: AllPolicies;
    /** The conditions at the end of a run or a check. */
    readonly thresholds: Thresholds;
    readonly references: 'closed' | 'open' | undefined;
    readonly sync: PipelineFile['sync'];
    /** Parts that its messages are divided into, from 1 to 64; undefined if they are not. */
    readonly shards: number | undefined;
    /** People and services that are told about a run. */
    readonly notify: readonly Notifier[];
    /** The names of variables that no program gets which the pipeline starts. */
    readonly secrets: readonly string[];
    /** The digests of its code by file, as `openPipeline` finds them; absent if it was made in a program. */
    readonly code?: Readonly<Record<string, string>>;
};
/** The variables of the environment. */
type Env = Readonly<Record<string, string | undefined>>;
/** Age that messages may have, and what to do with older ones. */
type PipelineRetention = {
    /** Days, whole and positive. */
    readonly messagesOlderThanDays: number;
    readonly policy: RetentionPolicy;
    /** True if the target is a service on another machine. */
    readonly hosted: boolean;
};
/**
 * Reads and checks a pipeline file (YAML or JSON).
 * @param to the name of one of its `targets`; without it `target` is used
 * @throws RunError `CONFIG.*` with file, line and column
 */
export declare function loadPipeline(file: string, env: Env, to?: string): Pipeline;
/** @throws RunError `CONFIG.FILE_MISSING` */
export declare function readPipelineText(file: string): string;
/** The same for the text of a pipeline file; relative paths are relative to the folder of `file`. */
export declare function parsePipeline(text: string, file: string, env: Env, to?: string): Pipeline;
/**
 * Checks a pipeline that code has made, like a file; paths in it are relative to the folder of `file`.
 * @throws RunError `CONFIG.*` naming the field
 */
export declare function checkPipeline(pipeline: unknown, file: string, env: Env, to?: string): Pipeline;
