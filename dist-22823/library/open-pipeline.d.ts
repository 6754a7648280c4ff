import type { OpenedPipeline, PipelineOptions } from './opened-pipeline.ts';
/**
 * Opens a pipeline for a program. Nothing is locked and nothing is sent before a method is called; each call reads the
 * pipeline file and its sources again, as a command does.
 * @param file the pipeline file: YAML, JSON or code; paths in it are relative to its folder
 * @throws RunError `CONFIG.*` if the file is missing or wrong
 */
export declare function openPipeline(file: string, options?: PipelineOptions): Promise<OpenedPipeline>;
