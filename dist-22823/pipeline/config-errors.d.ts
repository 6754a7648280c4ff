import { type Document, type LineCounter } from 'yaml';
import type { z } from 'zod';
import { RunError } from '../errors/run-error.ts';
type ConfigIssue = z.core.$ZodIssue;
/** The text of a pipeline file, parsed, for the places of errors. */
export type PipelineText = {
    readonly document: Document.Parsed;
    readonly lines: LineCounter;
};
/**
 * Turns the schema issues of a pipeline file into one error with the likely meaning, and file, line and column if there
 * is a text.
 */
export declare function configError(file: string, issues: readonly ConfigIssue[], schema: Record<string, unknown>, source?: PipelineText): RunError;
export {};
