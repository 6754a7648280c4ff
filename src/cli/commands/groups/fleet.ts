import { usageError } from '../../../errors/run-error.ts';
import type { SubmitOptions } from '../../../features/fleet/change-queue.ts';
import type { WorkOptions } from '../../../features/fleet/work.ts';
import { referenceText } from '../../../pipeline/reference.ts';
import { type CommandGroup, defineCommand } from '../../command.ts';
import {
  ALLOW_NOTIFICATIONS,
  flag,
  listenHost,
  onePipeline,
  optional,
  pipelineOf,
  STRICT,
  textOption,
  whole,
  word,
  wordOr,
  words,
  yes,
} from '../../values.ts';

type FleetCommand = SubmitOptions['command'];

/** Options that fleet commands share. */
const FLEET = {
  queue: word('redis://… or postgres://…; default: CHATFERRY_QUEUE'),
  command: {
    type: 'string',
    default: 'run',
    choices: ['run', 'validate', 'plan', 'verify', 'live'] as const satisfies readonly FleetCommand[],
    describe: 'what to do with it',
  },
  to: word('one of the targets of the pipeline file'),
  strict: STRICT,
  yes: yes('accepted, but workers never ask'),
  allowNotifications: ALLOW_NOTIFICATIONS,
} as const;

/** Returns what is asked of a pipeline, as the options say. */
const askedOf = (args: {
  readonly command: unknown;
  readonly strict: boolean;
  readonly 'allow-notifications': boolean;
}): { readonly command: FleetCommand; readonly strict: boolean; readonly allowNotifications: boolean } => ({
  command: args.command as FleetCommand,
  strict: args.strict,
  allowNotifications: args['allow-notifications'],
});

/** The pipelines of a command line, each with the target that is named for all. */
const referencesOf = (files: unknown, to: string | undefined): readonly string[] =>
  [files].flat().map((file) => referenceText({ file: String(file), to }));

const CONCURRENCY_MAX = 64;

/** Each command as the library calls it; a worker loads those that it does. */
const COMMANDS: WorkOptions['commands'] = {
  run: async ({ listener, ...options }, context) =>
    (await import('../../../features/run/run-pipeline.ts')).runPipeline(
      { ...options, yes: true, fresh: false, events: false, listeners: [listener] },
      context,
    ),
  validate: async ({ pipeline, strict }, context) =>
    (await import('../../../features/validate/validate.ts')).validate(
      { pipeline, strict, format: 'json' },
      context,
    ),
  plan: async ({ pipeline, strict }, context) =>
    (await import('../../../features/plan/plan.ts')).plan(
      { pipeline, strict, conversations: false, online: false },
      context,
    ),
  verify: async ({ pipeline }, context) =>
    (await import('../../../features/verify/verify-pipeline.ts')).verifyPipeline(
      { pipeline, quick: false, oneWay: false },
      context,
    ),
  // It ends with the switch and the stop that somebody asks for, and works beside the others until then.
  live: async ({ pipeline, allowNotifications, listener }, context) =>
    (await import('../../../features/live/run-live.ts')).runLive(
      { pipeline, allowNotifications, yes: true, unproven: false, events: false, listeners: [listener] },
      context,
    ),
};

export const fleet: CommandGroup = {
  command: 'fleet',
  describe: 'run many pipelines on many machines',
  example: ['$0 fleet submit apps/*.yaml', 'put pipelines into the queue'],
  commands: [
    defineCommand({
      command: 'submit <pipelines..>',
      describe: 'put pipelines into the queue',
      builder: (y) =>
        y
          .positional('pipelines', words('pipeline files (YAML or JSON)'))
          .example('$0 fleet submit apps/*.yaml', 'any worker runs them; safe to repeat')
          .example('$0 fleet submit app.yaml --command verify', 'read back and compare')
          .option('queue', FLEET.queue)
          .option('command', FLEET.command)
          .option('to', FLEET.to)
          .option('strict', FLEET.strict)
          .option('yes', FLEET.yes)
          .option('allow-notifications', FLEET.allowNotifications),
      handler: async (args, context) => {
        const options = {
          queue: optional(args, 'queue'),
          pipelines: referencesOf(args.pipelines, optional(args, 'to')),
          ...askedOf(args),
        };
        return (await import('../../../features/fleet/change-queue.ts')).submit(options, context);
      },
    }),
    defineCommand({
      command: 'work',
      describe: 'take pipelines from the queue and run them',
      builder: (y) =>
        y
          .example('$0 fleet work --config worker.yaml', 'stop with Ctrl-C: the work returns to the queue')
          .option('queue', FLEET.queue)
          .option('config', word('the variables and keys that pipelines may use'))
          .option('concurrency', word('pipelines at a time; default: as in the file, or 4')),
      handler: async (args, context) => {
        const concurrency =
          args.concurrency === undefined ? undefined : whole(args, 'concurrency', CONCURRENCY_MAX);
        if (concurrency === 0) throw usageError('--concurrency expects a number from 1');
        const options = {
          queue: optional(args, 'queue'),
          config: optional(args, 'config'),
          concurrency,
          commands: COMMANDS,
        };
        return (await import('../../../features/fleet/work.ts')).work(options, context);
      },
    }),
    defineCommand({
      command: 'status',
      describe: 'show every pipeline, its worker and its last result',
      builder: (y) =>
        y
          .example('$0 fleet status', 'from the queue alone')
          .example('$0 fleet status --watch', 'refresh until Ctrl-C')
          .option('queue', FLEET.queue)
          .option('watch', flag('refresh until Ctrl-C')),
      handler: async (args, context) => {
        const options = { queue: optional(args, 'queue'), watch: args.watch };
        const { showFleetStatus } = await import('../../../features/fleet/show-fleet.ts');
        return showFleetStatus(options, context);
      },
    }),
    defineCommand({
      command: 'dashboard',
      describe: 'show the fleet in a browser, read-only',
      builder: (y) =>
        y
          .example('$0 fleet dashboard', 'print the address; only for this machine')
          .option('queue', FLEET.queue)
          .option('port', wordOr('0', '0 picks a free port'))
          .option('host', wordOr('127.0.0.1', 'the address to listen on; plain http for other machines')),
      handler: async (args, context) => {
        const options = {
          queue: optional(args, 'queue'),
          host: listenHost(args, 'host'),
          port: whole(args, 'port', 65_535),
        };
        return (await import('../../../features/fleet/show-fleet.ts')).showDashboard(options, context);
      },
    }),
    defineCommand({
      command: 'cancel <pipelines..>',
      describe: 'cancel waiting or running pipelines; keep their states',
      builder: (y) =>
        y
          .positional('pipelines', words('pipeline files, or their names'))
          .example('$0 fleet cancel app.yaml', 'submit it again to continue')
          .option('queue', FLEET.queue)
          .option('to', FLEET.to),
      handler: async (args, context) => {
        const pipelines = referencesOf(args.pipelines, optional(args, 'to'));
        const options = { queue: optional(args, 'queue'), pipelines };
        return (await import('../../../features/fleet/change-queue.ts')).cancel(options, context);
      },
    }),
    defineCommand({
      command: 'schedule [pipeline]',
      describe: 'run a pipeline at given times',
      builder: (y) =>
        onePipeline(y)
          .example(
            '$0 fleet schedule sync.yaml --at "15 4 * * *" --zone Europe/Berlin',
            'every night at 4:15',
          )
          .option('queue', FLEET.queue)
          .option('at', { type: 'string', demandOption: true, describe: 'a cron expression' })
          .option('zone', wordOr('UTC', 'the time zone of --at'))
          .option('command', FLEET.command)
          .option('strict', FLEET.strict)
          .option('yes', FLEET.yes)
          .option('allow-notifications', FLEET.allowNotifications),
      handler: async (args, context) => {
        const options = {
          queue: optional(args, 'queue'),
          pipeline: pipelineOf(args),
          at: textOption(args, 'at'),
          zone: textOption(args, 'zone'),
          ...askedOf(args),
        };
        return (await import('../../../features/fleet/change-queue.ts')).schedule(options, context);
      },
    }),
    defineCommand({
      command: 'unschedule [pipeline]',
      describe: 'end a schedule; active runs continue',
      builder: (y) =>
        onePipeline(y)
          .example('$0 fleet unschedule sync.yaml', 'or the name of the pipeline')
          .option('queue', FLEET.queue),
      handler: async (args, context) => {
        const options = { queue: optional(args, 'queue'), pipeline: pipelineOf(args) };
        return (await import('../../../features/fleet/change-queue.ts')).unschedule(options, context);
      },
    }),
  ],
};
