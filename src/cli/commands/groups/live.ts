import { usageError } from '../../../errors/run-error.ts';
import { type CommandGroup, defineCommand } from '../../command.ts';
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
} from '../../values.ts';

/** A time as RFC 3339 in milliseconds since 1970. */
function timeOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(written)
    ? Date.parse(written)
    : Number.NaN;
  if (Number.isNaN(time))
    throw usageError(
      `--exported-at expects a time with its zone such as 2026-01-02T03:04:05Z, got "${written}"`,
    );
  return time;
}

export const live: CommandGroup = {
  command: 'live',
  describe: 'keep two systems alike while people move',
  example: ['$0 live pipeline.yaml', 'from the first event to the switch'],
  commands: [
    defineCommand({
      command: '$0 [pipeline]',
      describe: 'keep the old system and the service alike; continue in the phase it was in',
      builder: (y) =>
        onePipeline(y)
          .example('$0 live pipeline.yaml', 'receive events, import everything, then write what happens')
          .example('$0 live pipeline.yaml --until live', 'end once both systems are alike')
          .option('yes', YES)
          .option('allow-notifications', ALLOW_NOTIFICATIONS)
          .option('unproven', flag('do not wait for a first event of each side'))
          .option('exported-at', word('when the export was made, such as 2026-01-02T03:04:05Z'))
          .option('until', {
            type: 'string',
            choices: ['live', 'switched'] as const,
            describe: 'end once this phase is entered',
          })
          .option('max-duration', MAX_DURATION)
          .option('events', flag('print every event as a line of JSON'))
          .option('metrics', word('write metrics for Prometheus into this file'))
          .option('dashboard', word('open a live dashboard; default: any free port')),
      handler: async (args, context) => {
        const options = {
          pipeline: pipelineOf(args),
          yes: args.yes,
          allowNotifications: args['allow-notifications'],
          unproven: args.unproven,
          exportedAt: timeOf(optional(args, 'exported-at')),
          until: args.until as 'live' | 'switched' | undefined,
          maxDurationMs: milliseconds(args, 'max-duration'),
          events: args.events,
          metrics: optional(args, 'metrics'),
          dashboard: args.dashboard === undefined ? undefined : whole(args, 'dashboard', 65_535),
        };
        return (await import('../../../features/live/run-live.ts')).runLive(options, context);
      },
    }),
    defineCommand({
      command: 'status [pipeline]',
      describe: 'show the phase, the numbers and the gaps, from the state alone',
      builder: (y) => onePipeline(y).example('$0 live status pipeline.yaml', 'also while a process delivers'),
      handler: async (args, context) =>
        (await import('../../../features/live/show-live.ts')).liveStatus(
          { pipeline: pipelineOf(args) },
          context,
        ),
    }),
    defineCommand({
      command: 'switch [pipeline]',
      describe: 'move people over once the old system is silent; compares what they touched',
      builder: (y) =>
        onePipeline(y)
          .example('$0 live switch pipeline.yaml --freeze', 'people cannot write there meanwhile')
          .option('freeze', flag('keep people from writing in the old system, where it can do that'))
          .option('within', word('give up after a time such as 90s, 30m or 6h; default: 10m'))
          .option('back', flag('turn round after a switch'))
          .option('allow-notifications', ALLOW_NOTIFICATIONS),
      handler: async (args, context) => {
        const options = {
          pipeline: pipelineOf(args),
          freeze: args.freeze,
          back: args.back,
          withinMs: milliseconds(args, 'within'),
          allowNotifications: args['allow-notifications'],
        };
        return (await import('../../../features/live/change-live.ts')).liveSwitch(options, context);
      },
    }),
    defineCommand({
      command: 'stop [pipeline]',
      describe: 'take no more events, write those that wait, and remove our webhooks',
      builder: (y) => onePipeline(y).example('$0 live stop pipeline.yaml', 'exit code 4 if events are left'),
      handler: async (args, context) =>
        (await import('../../../features/live/change-live.ts')).liveStop(
          { pipeline: pipelineOf(args) },
          context,
        ),
    }),
    defineCommand({
      command: 'retry [pipeline]',
      describe: 'read events again that could not be written',
      builder: (y) =>
        onePipeline(y)
          .example('$0 live retry pipeline.yaml --code LIVE.PARENT_MISSING', 'only these')
          .option('code', word('only events with this code'))
          .option('allow-notifications', ALLOW_NOTIFICATIONS),
      handler: async (args, context) => {
        const options = {
          pipeline: pipelineOf(args),
          code: optional(args, 'code'),
          allowNotifications: args['allow-notifications'],
        };
        return (await import('../../../features/live/change-live.ts')).liveRetry(options, context);
      },
    }),
    defineCommand({
      command: 'receive [pipeline]',
      describe: 'receive events, and nothing else: another process delivers them',
      builder: (y) =>
        onePipeline(y).example('$0 live receive pipeline.yaml', 'stays when the deliverer ends'),
      handler: async (args, context) =>
        (await import('../../../features/live/receive.ts')).receive({ pipeline: pipelineOf(args) }, context),
    }),
    defineCommand({
      command: 'hooks [pipeline]',
      describe: 'show the webhooks of both systems, or remove ours',
      builder: (y) =>
        onePipeline(y)
          .example('$0 live hooks pipeline.yaml', 'ours and others')
          .option('remove', flag('remove ours')),
      handler: async (args, context) =>
        (await import('../../../features/live/live-hooks.ts')).liveHooks(
          { pipeline: pipelineOf(args), remove: args.remove },
          context,
        ),
    }),
  ],
};
