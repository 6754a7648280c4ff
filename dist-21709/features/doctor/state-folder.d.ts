import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import { type Finding } from './finding.ts';
/** Checks that the state can be written and that others cannot read it. Writes nothing. */
export declare function stateFolder(folder: string, files: Files): Promise<Finding>;
/** Checks that no other run has locked the state. */
export declare function lock(path: string, pipeline: string, system: System): Promise<Finding & {
    readonly isLocked: boolean;
}>;
