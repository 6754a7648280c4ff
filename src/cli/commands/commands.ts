import type { Command, CommandGroup } from '../command.ts';
import { completion } from './completion.ts';
import { configShow } from './config/config-show.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { forget } from './forget.ts';
import { init } from './init.ts';
import { inspect } from './inspect.ts';
import { plan } from './plan.ts';
import { rejects } from './rejects.ts';
import { report } from './report.ts';
import { retry } from './retry.ts';
import { run } from './run.ts';
import { diff } from './runs/diff.ts';
import { runs } from './runs/runs.ts';
import { sandbox } from './sandbox.ts';
import { schema } from './schema.ts';
import { stateCheck } from './state/state-check.ts';
import { statePurge } from './state/state-purge.ts';
import { stateRepair } from './state/state-repair.ts';
import { status } from './status.ts';
import { undo } from './undo.ts';
import { unlock } from './unlock.ts';
import { validate } from './validate.ts';
import { verify } from './verify.ts';

/** Every command, in the order of the help. */
export const commands: readonly (Command | CommandGroup)[] = [
  validate,
  plan,
  run,
  verify,
  undo,
  {
    command: 'rejects',
    describe: 'show the rejected rows, or write them again after a correction',
    example: ['$0 rejects pipeline.yaml', 'every problem, and what to do'],
    commands: [rejects, retry],
  },
  status,
  runs,
  diff,
  {
    command: 'state',
    describe: 'check what is kept for a pipeline, repair it, or remove it',
    example: ['$0 state check pipeline.yaml', 'is everything whole?'],
    commands: [stateCheck, stateRepair, statePurge],
  },
  forget,
  report,
  unlock,
  doctor,
  sandbox,
  init,
  inspect,
  explain,
  {
    command: 'config',
    describe: 'show the effective settings of a pipeline',
    example: ['$0 config show pipeline.yaml', 'values, and where each is from'],
    commands: [configShow],
  },
  schema,
  completion,
];
