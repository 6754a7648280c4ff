import type { Command, CommandGroup } from '../command.ts';
import { completion } from './completion.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { forget } from './forget.ts';
import { configShow } from './groups/config.ts';
import {
  fleetCancel,
  fleetDashboard,
  fleetSchedule,
  fleetStatus,
  fleetSubmit,
  fleetUnschedule,
  fleetWork,
} from './groups/fleet.ts';
import { rejects, retry } from './groups/rejects.ts';
import { stateCheck, statePurge, stateRepair } from './groups/state.ts';
import { init } from './init.ts';
import { inspect } from './inspect.ts';
import { plan } from './plan.ts';
import { report } from './report.ts';
import { run } from './run.ts';
import { runs, runsDiff } from './runs.ts';
import { sandbox } from './sandbox.ts';
import { schema } from './schema.ts';
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
    describe: 'show rejected rows, or retry them',
    example: ['$0 rejects pipeline.yaml', 'every problem, and what to do'],
    commands: [rejects, retry],
  },
  status,
  runs,
  runsDiff,
  {
    command: 'state',
    describe: 'check, repair, remove the state',
    example: ['$0 state check pipeline.yaml', 'is everything whole?'],
    commands: [stateCheck, stateRepair, statePurge],
  },
  {
    command: 'fleet',
    describe: 'run many pipelines on many machines',
    example: ['$0 fleet submit apps/*.yaml', 'any worker takes them'],
    commands: [
      fleetSubmit,
      fleetWork,
      fleetStatus,
      fleetDashboard,
      fleetCancel,
      fleetSchedule,
      fleetUnschedule,
    ],
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
    describe: 'show the effective settings',
    example: ['$0 config show pipeline.yaml', 'values, and where each is from'],
    commands: [configShow],
  },
  schema,
  completion,
];
