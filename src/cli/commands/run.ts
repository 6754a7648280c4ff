import { defineCommand } from '../command.ts';
import { SELECTION, selectionOf } from '../selection-options.ts';
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
  describe: 'write the rows; resume a stopped run',
  builder: (y) =>
    onePipeline(y)
      .example('$0 run pipeline.yaml', 'start or resume')
      .example('$0 run pipeline.yaml --limit 10', 'a pilot: ten rows of each entity')
      .option('yes', YES)
      .option('allow-notifications', ALLOW_NOTIFICATIONS)
      .option('fresh', flag('discard progress'))
      .option('strict', flag('a column that no field uses is an error; skipped equal rows are exit code 4'))
      .option('max-duration', MAX_DURATION)
      .option('events', flag('events as JSON lines'))
      .options(SELECTION)
      .option('plan', word('do exactly this plan; fail if out of date'))
      .option('metrics', word('write metrics for Prometheus into this file'))
      .option('dashboard', word('show it in a browser; port or a free one'))
      .option('confirm', word('continue past a guard, by its printed id')),
  handler: async (args, context) => {
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
      selection: selectionOf(args),
    };
    return (await import('../../features/run/run-pipeline.ts')).runPipeline(options, context);
  },
});
