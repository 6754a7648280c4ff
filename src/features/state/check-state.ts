import { exitCodes } from '../../errors/run-error.ts';
import { lockKept } from '../../files/lock.ts';
import { openKept } from '../../state/open-kept.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { printableJson } from '../../terminal/printable.ts';
import { examineState, isBad } from './examine-state.ts';
import { findingsText } from './plan-repairs.ts';

/**
 * Lists every kept file of a pipeline with what is wrong with it. Sends nothing and changes nothing.
 * @returns the exit code: 9 if a run would not go on with the state
 * @throws RunError `STATE.LOCKED` while a run is under way
 */
export async function checkState(
  options: { readonly pipeline: string },
  outside: Runtime & Stdout & Stderr,
): Promise<number> {
  await using kept = await openKept(options.pipeline, outside);
  const { pipeline, state, context } = kept;
  const { paths } = state;
  await using _lock = await lockKept(paths, context.commandLine, context.system);
  const { findings } = await examineState(state, context.system, context.signal);
  const exitCode = findings.some(isBad) ? exitCodes.state : exitCodes.ok;
  const next = `chatferry ${exitCode === exitCodes.ok ? 'run' : 'state repair'} ${options.pipeline}`;
  const body = { version: 1, command: 'state check', pipeline: pipeline.name, exitCode };
  if (context.json) context.out(printableJson({ ...body, folder: paths.folder, findings, next }));
  else if (!context.quiet || exitCode !== 0)
    context.out(findingsText(findings, { style: context.style, folder: paths.folder, next }));
  return exitCode;
}
