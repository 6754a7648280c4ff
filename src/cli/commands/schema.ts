import { defineCommand } from '../command.ts';

export const schema = defineCommand({
  command: 'schema',
  describe: 'print the JSON Schema of pipeline files',
  builder: (y) => y.example('$0 schema > pipeline.schema.json', 'for editors that check YAML'),
  handler: async (_args, { out }) => {
    const { pipelineJsonSchema } = await import('../../pipeline/pipeline-schema.ts');
    out(`${JSON.stringify(pipelineJsonSchema(), null, 2)}\n`);
    return 0;
  },
});
