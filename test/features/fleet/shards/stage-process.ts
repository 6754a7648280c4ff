import { fileURLToPath } from 'node:url';
import { runStage } from '../../../../src/features/fleet/shards/run-stage.ts';
import { planStages, stageName } from '../../../../src/features/fleet/shards/stages.ts';
import { toRunError } from '../../../../src/files/to-run-error.ts';
import { openPipelineFile } from '../../../../src/pipeline/code/open-pipeline.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { type CommandContext, errorJson } from '../../../../src/terminal/context.ts';
import { styleFor } from '../../../../src/terminal/style.ts';

/**
 * Does stages of a sharded run in this process: `node stage-process.ts PIPELINE STAGE…`, as a worker of a fleet would. Tells a
 * process that listens that it begins.
 */
export const stageProcess = fileURLToPath(import.meta.url);

/** The context of a stage that nobody looks at. */
export function stageContext(out: (text: string) => void): CommandContext {
  const style = styleFor(false);
  return {
    system: realSystem,
    out,
    err: () => {},
    env: process.env,
    signal: new AbortController().signal,
    style,
    errStyle: style,
    live: false,
    width: undefined,
    columns: () => 80,
    json: true,
    quiet: true,
    verbosity: 0,
    allowCode: false,
    commandLine: 'stage',
  };
}

/** Does stages of a pipeline, by name; all of them if none is named. */
export async function doStages(
  file: string,
  names: readonly string[],
  out: (text: string) => void,
): Promise<{ readonly exitCode: number }> {
  const context = stageContext(out);
  try {
    const pipeline = await openPipelineFile(file, context);
    const options = { file, yes: true, allowNotifications: true };
    let exitCode = 0;
    for (const stage of planStages(pipeline))
      if (names.length === 0 || names.includes(stageName(stage)))
        exitCode = await runStage(pipeline, stage, options, context);
    return { exitCode };
  } catch (thrown) {
    const error = toRunError(thrown, context);
    out(JSON.stringify({ error: errorJson(error) }));
    return { exitCode: error.exitCode };
  }
}

if (process.argv[1] === stageProcess) {
  const [file = '', ...names] = process.argv.slice(2);
  process.send?.('begins');
  process.exitCode = (await doStages(file, names, (text) => process.stdout.write(text))).exitCode;
}
