import { exitCodes } from '../errors/run-error.ts';
import type { Lock } from '../files/lock.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { requireJoined } from '../state/joined.ts';
import { type State, statePaths } from '../state/state-folder.ts';
import type { CommandContext } from '../terminal/context.ts';
import { openSession, type Session } from './open-session.ts';
import { type RunTrace, traced } from './runs/run-trace.ts';
import { clearWorkplace } from './workplace/workplace.ts';

/** What `inTracedSession` opens. */
type Opening = {
  readonly pipeline: Pipeline;
  readonly state: State;
  /** The lock of the pipeline, if the caller has taken it; it then stays the caller's. */
  readonly lock?: Lock | undefined;
  readonly command: 'run' | 'rejects retry';
  /** The pipeline file as typed. */
  readonly file: string;
};

/**
 * Does the work of a command that writes rows, in a session on a state and with a trace; if it ends with 0, what was prepared
 * for it is removed. Returns the exit code.
 * @throws RunError those of `openSession` and `traced`, `STATE.SHARDED`
 */
export async function inTracedSession(
  { pipeline, state, lock, command, file }: Opening,
  context: CommandContext,
  work: (session: Session, trace: RunTrace) => Promise<number>,
): Promise<number> {
  await using session = await openSession(pipeline, state, context, lock);
  // With the lock: another process may have divided the rows since this one has looked.
  requireJoined(statePaths(pipeline.stateFolder), session.system.files);
  // Awaited here: resources disposed on return must outlive the report.
  const exitCode = await traced(session, { command, file }, context, (trace) => work(session, trace));
  if (exitCode === exitCodes.ok) await clearWorkplace(pipeline, session.system.files);
  return exitCode;
}
