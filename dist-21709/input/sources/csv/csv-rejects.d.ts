import type { RejectsWriter, Source } from '../source.ts';
/**
 * Writes rejects as CSV: first the columns of all sources in order of appearance, then the reasons.
 * @param begun as in a SourceFormat: all lines have the columns of the first
 */
export declare function csvRejects(sources: readonly Source[], begun?: string): RejectsWriter;
