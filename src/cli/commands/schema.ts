import { usageError } from '../../errors/run-error.ts';
import { printableJson } from '../../terminal/printable.ts';
import { defineCommand } from '../command.ts';
import { flag, textOption } from '../values.ts';

/** Subject of each schema, and the place where it is made; loaded when it is asked for. */
const SCHEMAS = {
  pipeline: async () => (await import('../../pipeline/pipeline-schema.ts')).pipelineJsonSchema(),
  events: async () => (await import('../../report/events/event-schema.ts')).eventsJsonSchema(),
  result: async () => (await import('../../report/result/result-schema.ts')).resultJsonSchema(),
  doctor: async () => (await import('../../features/doctor/doctor-schema.ts')).doctorJsonSchema(),
};
const NAMES = Object.keys(SCHEMAS) as readonly (keyof typeof SCHEMAS)[];

export const schema = defineCommand({
  command: 'schema [of]',
  describe: 'print a JSON Schema',
  builder: (y) =>
    y
      .positional('of', {
        type: 'string',
        choices: NAMES,
        default: 'pipeline',
        describe: 'pipeline files; lines of run --events; the result of --json; doctor --json',
      })
      .option('types', flag('print TypeScript declarations, for pipelines and transforms in TypeScript'))
      .example('$0 schema > pipeline.schema.json', 'for editors that check YAML')
      .example('$0 schema --types > chatferry.d.ts', 'for editors that complete TypeScript')
      .example('$0 schema events', 'for programs that read run --events'),
  handler: async (args, { out, json }) => {
    const of = textOption(args, 'of') as keyof typeof SCHEMAS;
    const found = await SCHEMAS[of]();
    if (!args.types) out(printableJson(found));
    else if (of !== 'pipeline') throw usageError('--types is for pipelines alone');
    else {
      const types = await (await import('../../pipeline/pipeline-schema.ts')).pipelineDeclarations();
      out(json ? printableJson({ version: 1, command: 'schema', exitCode: 0, types }) : types);
    }
    return 0;
  },
});
