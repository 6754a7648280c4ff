import { jsonText } from '../../terminal/printable.ts';
import { defineCommand } from '../command.ts';

export const schema = defineCommand({
  command: 'schema',
  describe: 'print the JSON Schema of pipeline files',
  builder: (y) =>
    y
      .option('types', {
        type: 'boolean',
        default: false,
        describe: 'print TypeScript declarations, for pipelines and transforms in TypeScript',
      })
      .example('$0 schema > pipeline.schema.json', 'for editors that check YAML')
      .example('$0 schema --types > chatferry.d.ts', 'for editors that complete TypeScript'),
  handler: async ({ types }, { out }) => {
    const { pipelineJsonSchema } = await import('../../pipeline/pipeline-schema.ts');
    const { pipelineTypes } = await import('../../pipeline/code/pipeline-types.ts');
    const found = pipelineJsonSchema();
    out(types ? pipelineTypes(found) : jsonText(found));
    return 0;
  },
});
