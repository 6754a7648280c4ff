import { pipelineJsonSchema } from '../../pipeline/pipeline-schema.ts';
import type { CommandContext } from '../../terminal/context.ts';

/** Prints the JSON Schema of pipeline files, for editors. */
export async function schema(context: CommandContext): Promise<number> {
  context.out(`${JSON.stringify(pipelineJsonSchema(), null, 2)}\n`);
  return 0;
}
