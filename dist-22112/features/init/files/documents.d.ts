import { type Examined, type InspectOptions } from './inspect-file.ts';
/**
 * Inspects the rows of a file: of a document, each table that looks like some entity.
 * @throws RunError `SOURCE.*`
 */
export declare function examineTables(path: string, options: InspectOptions, signal: AbortSignal): Promise<Examined[]>;
