import { type CodeAccess } from '../files/own-folder.ts';
import { type TargetName } from '../service/targets/targets.ts';
import { Secret } from '../service/transport/secret.ts';
import type { ApiKeySpec, PipelineFile, ServiceSpec } from './pipeline-schema.ts';
/** A hosted service with its complete address. */
export type ServiceTarget = ServiceSpec & {
    readonly baseUrl: string;
    readonly api: TargetName;
    readonly region: string;
};
/**
 * The target that is meant: the one of this name among `targets`, without a name `target`. Undefined if the pipeline
 * declares none.
 * @param folder relative paths in it are relative to this folder
 * @throws RunError `CONFIG.TARGET_CHOICE` with the names that there are; `CONFIG.INVALID` for an address that is none
 */
export declare function targetOf({ target, targets }: Pick<PipelineFile, 'target' | 'targets'>, to: string | undefined, { file, folder }: {
    readonly file: string;
    readonly folder: string;
}): 'sandbox' | ServiceTarget | undefined;
/** The place of a pipeline: its file as given, the folder that relative paths start from, and the variables of its secrets. */
type KeyPlace = {
    readonly file: string;
    readonly folder: string;
    readonly secrets: readonly string[];
};
/** Things that reading a key may use. */
export type KeyAccess = CodeAccess & {
    readonly env: Readonly<Record<string, string | undefined>>;
    /** As in a command's context. */
    readonly hideVariables?: ((names: readonly string[]) => void) | undefined;
    /** The text of the pipeline file, where that is not read. */
    readonly pipelineText?: string | undefined;
};
/**
 * Reads the API key from the place that the pipeline names, by default from `CHATFERRY_API_KEY`. A command runs in the
 * folder of the pipeline, and only if nobody else may change what it is.
 * @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN`
 */
export declare function readApiKey(spec: ApiKeySpec | undefined, place: KeyPlace, access: KeyAccess): Promise<Secret>;
export {};
