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
      .example('$0 validate pipeline.yaml --report report.html', 'the same as a page, with charts')
      .option('report', word('write an HTML report to this file'))
      .example(
        '$0 validate pipeline.yaml --rejects rejects',
        'the rejected rows with their reasons, to mend them',
      )
      .option('rejects', word('write the rejects files that a run would leave into this folder'))
      .option('format', {
        type: 'string',
        default: 'text',
        choices: FORMATS,
        describe: `output format; ${reportFormatNames.map((name) => `${name}: ${reportFormats[name].label}`).join(', ')}`,
      })
      .option('max-errors', word('samples shown for each code; default: as many as fit on a screen'))
      .option('threads', word('threads that check the records of large files; default: 2, with one core 1'))
      .option('strict', flag('notices and columns that no field uses are failures')),
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
