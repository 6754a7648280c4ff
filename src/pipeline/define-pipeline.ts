import { type Pipeline, parsePipeline } from './pipeline.ts';
import type { PipelineFile } from './pipeline-schema.ts';

/**
 * Makes a pipeline in a program; checked exactly as a file is.
 * @param file paths in the pipeline are relative to this file's folder; it need not exist
 * @throws RunError `CONFIG.*`
 */
export function definePipeline(
  pipeline: PipelineFile,
  file: string,
  env: Readonly<Record<string, string | undefined>> = {},
): Pipeline {
  return parsePipeline(JSON.stringify(pipeline), file, env);
}
