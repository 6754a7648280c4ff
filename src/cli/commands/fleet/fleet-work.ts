import { RunError } from '../../../errors/run-error.ts';
import type { WorkOptions } from '../../../features/fleet/work.ts';
import { defineCommand } from '../../command.ts';
import { optional, whole } from '../../values.ts';
import { FLEET } from './fleet-values.ts';

const CONCURRENCY_MAX = 64;

/** Each command as the library calls it; a worker loads those that it does. */
const COMMANDS: WorkOptions['commands'] = {
  run: async ({ listener, ...options }, context) =>
    (await import('../../../features/run/run-pipeline.ts')).runPipeline(
      {
        ...options,
        yes: true,
        fresh: false,
        events: false,
        listeners: [listener],
        maxDurationMs: undefined,
        confirm: undefined,
        plan: undefined,
        metrics: undefined,
        dashboard: undefined,
        selection: undefined,
      },
      context,
    ),
  validate: async ({ pipeline, strict }, context) =>
    (await import('../../../features/validate/validate.ts')).validate(
      {
        pipeline,
        strict,
        format: 'json',
        report: undefined,
        rejects: undefined,
        maxErrors: undefined,
        threads: undefined,
      },
      context,
    ),
  plan: async ({ pipeline, strict }, context) =>
    (await import('../../../features/plan/plan.ts')).plan(
      { pipeline, strict, out: undefined, conversations: false, online: false, selection: undefined },
      context,
    ),
  verify: async ({ pipeline }, context) =>
    (await import('../../../features/verify/verify-pipeline.ts')).verifyPipeline(
      { pipeline, quick: false, sample: undefined, oneWay: false },
      context,
    ),
};

export const fleetWork = defineCommand({
  command: 'work',
  describe: 'take pipelines from the queue and run them',
  builder: (y) =>
    y
      .example('$0 fleet work --config worker.yaml', 'until Ctrl-C or SIGTERM, which give work back')
      .option('queue', FLEET.queue)
      .option('config', { type: 'string', describe: 'which variables and keys pipelines may use, and where' })
      .option('concurrency', { type: 'string', describe: 'pipelines at once; default: of the file, or 4' }),
  handler: async (args, context) => {
    const concurrency =
      args.concurrency === undefined ? undefined : whole(args, 'concurrency', CONCURRENCY_MAX);
    if (concurrency === 0) throw new RunError('USAGE.INVALID', '--concurrency expects a number from 1');
    const options = {
      queue: optional(args, 'queue'),
      config: optional(args, 'config'),
      concurrency,
      commands: COMMANDS,
    };
    return (await import('../../../features/fleet/work.ts')).work(options, context);
  },
});
