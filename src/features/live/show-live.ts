import { exitCodes, RunError } from '../../errors/run-error.ts';
import { openPlace } from '../../state/open-kept.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { printable, printableJson } from '../../terminal/printable.ts';
import { delivererOf } from './phases/documents/deliverer.ts';
import { savedDocument } from './phases/documents/live-document.ts';
import { liveText } from './phases/live-text.ts';
import { requireLive } from './sides/open-sides.ts';

/**
 * Shows how two systems are kept alike, from the state alone; also while a process does so. Returns the exit code.
 * @throws RunError `LIVE.PHASE` if they never were, `CONFIG.INVALID` if the pipeline does not say live, `STATE.*`
 */
export async function liveStatus(
  { pipeline: file }: { readonly pipeline: string },
  outside: Runtime & Stdout & Stderr,
): Promise<number> {
  await using kept = await openPlace(file, outside);
  const { pipeline, state, context } = kept;
  const { system, json, out } = context;
  const document = savedDocument(state.kept, system.clock.now());
  if (!document) {
    // The state alone does not say whether the pipeline asks for it at all.
    const { openPipelineFile } = await import('../../pipeline/code/open-pipeline.ts');
    requireLive(await openPipelineFile(file, outside));
    throw new RunError('LIVE.PHASE', 'the systems of this pipeline were never kept alike', {
      hint: `chatferry live ${file}`,
    });
  }
  const running = await delivererOf(state, system);
  if (json)
    out(
      printableJson({
        version: 1,
        command: 'live status',
        pipeline: pipeline.name,
        exitCode: exitCodes.ok,
        ...(running ? { running } : {}),
        live: document,
      }),
    );
  else {
    const by = running && `process ${running.pid} on ${printable(running.host)} since ${running.since}`;
    const about = { name: pipeline.name, isDelivered: running !== undefined };
    out(liveText({ ...about, running: by ?? 'no process delivers now', ...document }, file, context));
  }
  return exitCodes.ok;
}
