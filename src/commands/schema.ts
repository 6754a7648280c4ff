import type { CommandContext } from '../command.ts';
import { pipelineJsonSchema } from '../pipeline-schema.ts';

/** Prints the JSON Schema of pipeline files, for editors. */
export async function schema(context: CommandContext): Promise<number> {
  context.out(`${JSON.stringify(pipelineJsonSchema(), null, 2)}\n`);
  return 0;
}
