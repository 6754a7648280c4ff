import type { OpenedPipeline, PipelineOptions } from './opened-pipeline.ts';
/**
 * Opens a pipeline for a program. Opening locks nothing and sends nothing. Each call reads the pipeline file and its
 * sources again, as a command does.
 * @param file path of the pipeline file: YAML, JSON or code; paths in it are relative to its folder
 * @throws RunError `CONFIG.*` if the file is missing or invalid
 */
export declare function openPipeline(file: string, options?: PipelineOptions): Promise<OpenedPipeline>;
