/**
 * Declarations of the module `chatferry` for editors and `tsc`: the type of a pipeline, made from its JSON Schema, and
 * those of a transform.
 */
export declare function pipelineTypes(schema: Record<string, unknown>): string;
