import type { z } from 'zod';
import { RunError } from '../errors/run-error.ts';
import type { YamlText } from './yaml-document.ts';
type ConfigIssue = z.core.$ZodIssue;
/**
 * Turns the schema issues of a pipeline file into one error with the likely meaning, and file, line and column if there
 * is a text.
 */
export declare function configError(file: string, issues: readonly ConfigIssue[], schema: Record<string, unknown>, source?: YamlText): RunError;
export {};
