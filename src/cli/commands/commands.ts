import type { Command, CommandGroup } from '../command.ts';
import { completion } from './completion.ts';
import { conformance } from './conformance.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { forget } from './forget.ts';
import { config } from './groups/config.ts';
import { fleet } from './groups/fleet.ts';
import { live } from './groups/live.ts';
import { rejects } from './groups/rejects.ts';
import { state } from './groups/state.ts';
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
  live,
  verify,
  undo,
  rejects,
  status,
  runs,
  runsDiff,
  state,
  fleet,
  forget,
  report,
  unlock,
  doctor,
  conformance,
  sandbox,
  init,
  inspect,
  explain,
  config(() => commands),
  schema,
  completion,
];
