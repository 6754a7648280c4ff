import { type Pipeline } from '../pipeline.ts';
import type { KeyAccess } from '../target.ts';
/**
 * Reads and checks a pipeline file: YAML or JSON, or code (`.ts`, `.mts`, `.js`, `.mjs`) whose default export is the
 * pipeline. Code is run only if nobody else may change it.
 * @param reference the path of the file; with ` --to NAME` after it, one of its `targets` is used
 * @throws RunError `CONFIG.*`
 */
export declare function openPipelineFile(reference: string, access: KeyAccess): Promise<Pipeline>;
