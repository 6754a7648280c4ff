import { defineCommand } from '../command.ts';
import { MAX_DURATION, milliseconds, onePipeline, optional, STRICT, text, YES } from '../values.ts';

export const run = defineCommand({
  command: 'run <pipeline>',
  describe: 'write the rows into the target; resumes by itself',
  builder: (y) =>
    onePipeline(y)
      .example('$0 run pipeline.yaml', 'start, or go on')
      .option('yes', YES)
      .option('fresh', {
        type: 'boolean',
        default: false,
        describe: 'forget what was done and start over',
      })
      .option('strict', STRICT)
      .option('max-duration', MAX_DURATION)
      .option('plan', { type: 'string', describe: 'do exactly what this plan says, or say that it is stale' })
      .option('confirm', {
        type: 'string',
        describe: 'go on with a night that a guard has stopped, by the name it printed',
      }),
  handler: async (args, context) => {
    const options = {
      pipeline: text(args, 'pipeline'),
      yes: args.yes,
      fresh: args.fresh,
      strict: args.strict,
      maxDurationMs: milliseconds(args, 'max-duration'),
      confirm: optional(args, 'confirm'),
      plan: optional(args, 'plan'),
    };
    return (await import('./run.ts')).run(options, context);
  },
});

export const rejects = defineCommand({
  command: '$0 <pipeline>',
  describe: 'show the rejected rows by code, from the state alone',
  builder: (y) =>
    onePipeline(y)
      .example('$0 rejects pipeline.yaml', 'what is wrong, where, and what to do')
      .example('$0 rejects retry pipeline.yaml', 'write the corrected rows')
      .option('code', { type: 'string', describe: 'list every row of this code' }),
  handler: async (args, context) => {
    const options = { pipeline: text(args, 'pipeline'), code: optional(args, 'code') };
    return (await import('./rejects.ts')).rejects(options, context);
  },
});

export const retry = defineCommand({
  command: 'retry <pipeline>',
  describe: 'write the rows of the rejects files again; resumes by itself',
  builder: (y) =>
    onePipeline(y)
      .example('$0 rejects retry pipeline.yaml', 'after the rows were corrected')
      .option('yes', YES)
      .option('fresh', { type: 'boolean', default: false, describe: 'forget an unfinished retry' })
      .option('max-duration', MAX_DURATION),
  handler: async (args, context) => {
    const options = {
      pipeline: text(args, 'pipeline'),
      yes: args.yes,
      fresh: args.fresh,
      maxDurationMs: milliseconds(args, 'max-duration'),
    };
    return (await import('./retry.ts')).retry(options, context);
  },
});

export const status = defineCommand({
  command: 'status <pipeline>',
  describe: 'say how far a pipeline is, also while it runs',
  builder: (y) => onePipeline(y).example('$0 status pipeline.yaml', 'from the state alone, no network'),
  handler: async (args, context) =>
    (await import('./status.ts')).status({ pipeline: text(args, 'pipeline') }, context),
});
