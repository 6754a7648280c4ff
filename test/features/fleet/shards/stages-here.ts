import { readFileSync, writeFileSync } from 'node:fs';
import { runStage } from '../../../../src/features/fleet/shards/run-stage.ts';
import { planStages, type Stage } from '../../../../src/features/fleet/shards/stages.ts';
import { openPipelineFile } from '../../../../src/pipeline/code/open-pipeline.ts';
import type { Report } from '../../../../src/report/result/report.ts';
import { stageContext } from './stage-process.ts';

/** Adds lines to a pipeline file, and replaces some. */
export function changePipeline(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** Does stages of a pipeline in this process; the report of the last one, if that is among them. */
export async function stagesHere(
  file: string,
  isMeant: (stage: Stage) => boolean = () => true,
): Promise<{ readonly exitCode: number; readonly report: Report | undefined }> {
  let out = '';
  const context = stageContext((text) => {
    out += text;
  });
  const pipeline = await openPipelineFile(file, context);
  let exitCode = 0;
  for (const stage of planStages(pipeline))
    if (isMeant(stage))
      exitCode = await runStage(pipeline, stage, { file, yes: true, allowNotifications: true }, context);
  return { exitCode, report: out === '' ? undefined : (JSON.parse(out) as Report) };
}
