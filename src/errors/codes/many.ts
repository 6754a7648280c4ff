import type { RunCodeText } from './code.ts';

/** Codes of several processes at one pipeline, or at one app. */
export const manyCodes = {
  'RUN.BUDGET_LOST': {
    exit: 'temporary',
    cause:
      'Pipelines of one app share its rate limits, and where these are kept could not be reached: the server of the queue, or a file beside the states. Nothing more was sent, because the limit might be exceeded; what was accepted is recorded.',
    fix: 'see that the server of the queue runs (without a queue: that the disk of the state folder works), then run the same command again',
    example: 'chatferry fleet work, and the server of the queue is down for a minute',
  },
  'CONFIG.SHARDS': {
    exit: 'precondition',
    cause: 'The messages of this pipeline cannot be divided among several processes.',
    fix: 'leave shards: out, and run it in one process:  chatferry run <pipeline>',
    example: 'shards: 4 in a pipeline with target: sandbox',
  },
  'STATE.SHARDED': {
    exit: 'state',
    cause:
      'The messages of this pipeline were divided among several processes, and what these have written is not joined yet. Until then, the state of the pipeline does not know of all that was sent.',
    fix: 'finish it first:  chatferry run <pipeline>',
    example: 'chatferry undo pipeline.yaml, while two of four shards are written',
  },
} as const satisfies Record<string, RunCodeText>;
