import { defineCommand } from '../command.ts';
import { SELECTION, selectionOf, takesFilesOnly } from '../selection-options.ts';
import {
  ALLOW_NOTIFICATIONS,
  flag,
  MAX_DURATION,
  milliseconds,
  onePipeline,
  optional,
  pipelineOf,
  whole,
  word,
  YES,
} from '../values.ts';

export const run = defineCommand({
  command: 'run [pipeline]',
  describe: 'import the rows; continue a stopped run',
  builder: (y) =>
    onePipeline(y)
      .example('$0 run pipeline.yaml', 'start or continue')
      .example('$0 run pipeline.yaml --limit 10', 'a pilot: ten rows of each entity')
      .option('yes', YES)
      .option('allow-notifications', ALLOW_NOTIFICATIONS)
      .option('fresh', flag('start over; ignore saved progress'))
      .option('strict', flag('unused columns are an error; skipped duplicates are exit code 4'))
      .option('max-duration', MAX_DURATION)
      .option('events', flag('print every event as a line of JSON'))
      .options({
        ...SELECTION,
        only: word('only these, such as users,groups; or files'),
      })
      .option('retry-files', flag('ask again for files that failed or were lost'))
      .option('finish-files', flag('silent hosts of files count as failed'))
      .option('plan', word('run exactly this plan; fail if out of date'))
      .option('metrics', word('write metrics for Prometheus into this file'))
      .option('dashboard', word('open a live dashboard; default: any free port'))
      .option('confirm', word('accept what a guard stopped, by its id')),
  handler: async (args, context) => {
    const isFilesOnly = takesFilesOnly(args);
    const options = {
      pipeline: pipelineOf(args),
      yes: args.yes,
      allowNotifications: args['allow-notifications'],
      fresh: args.fresh,
      strict: args.strict,
      events: args.events,
      maxDurationMs: milliseconds(args, 'max-duration'),
      confirm: optional(args, 'confirm'),
      plan: optional(args, 'plan'),
      metrics: optional(args, 'metrics'),
      dashboard: args.dashboard === undefined ? undefined : whole(args, 'dashboard', 65_535),
      selection: isFilesOnly ? undefined : selectionOf(args),
      filesOnly: isFilesOnly,
      retryFiles: args['retry-files'] === true,
      finishFiles: args['finish-files'] === true,
    };
    return (await import('../../features/run/run-pipeline.ts')).runPipeline(options, context);
  },
});
