import { usageError } from '../../errors/run-error.ts';
import { reportFormatNames, reportFormats } from '../../report/formats/formats.ts';
import { defineCommand } from '../command.ts';
import { flag, onePipeline, optional, pipelineOf, textOption, whole, word } from '../values.ts';

/** More threads only wait: the rows are put together by one. */
const THREADS_MAX = 16;
const FORMATS = ['text', ...reportFormatNames] as const;

export const validate = defineCommand({
  command: 'validate [pipeline]',
  describe: 'check everything, send nothing',
  builder: (y) =>
    onePipeline(y)
      .example('$0 validate pipeline.yaml', 'all errors in one pass')
      .example('$0 validate pipeline.yaml --report report.html', 'also write a page with charts')
      .option('report', word('write an HTML report to this file'))
      .example('$0 validate pipeline.yaml --rejects rejects', 'write the rejected rows with their reasons')
      .option('rejects', word('write the rejects files into this folder'))
      .option('format', {
        type: 'string',
        default: 'text',
        choices: FORMATS,
        describe: `output format; ${reportFormatNames.map((name) => `${name}: ${reportFormats[name].label}`).join(', ')}`,
      })
      .option('max-errors', word('samples to show of each code; default: as many as fit on the screen'))
      .option('threads', word('threads for large files; default: 2, or 1 on a single core'))
      .option('strict', flag('notices and unused columns are errors')),
  handler: async (args, context) => {
    const options = {
      pipeline: pipelineOf(args),
      strict: args.strict,
      format: formatOf(textOption(args, 'format') as (typeof FORMATS)[number], args['json'] === true),
      report: optional(args, 'report'),
      rejects: optional(args, 'rejects'),
      maxErrors: args.maxErrors === undefined ? undefined : whole(args, 'max-errors', 10_000),
      threads: args.threads === undefined ? undefined : whole(args, 'threads', THREADS_MAX),
    };
    return (await import('../../features/validate/validate.ts')).validate(options, context);
  },
});

/** `--json` means `--format json`; another `--format` contradicts it. */
function formatOf(format: (typeof FORMATS)[number], json: boolean): (typeof FORMATS)[number] {
  if (json && format !== 'text' && format !== 'json')
    throw usageError(`--json and --format ${format} contradict each other`);
  return json ? 'json' : format;
}
