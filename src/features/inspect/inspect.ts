import { RunError } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { errorBlock } from '../../report/screen/summary.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { errorJson } from '../../terminal/context.ts';
import { masked } from './column.ts';
import { inspectFile } from './inspect-file.ts';
import type { Inspection } from './inspection.ts';
import { inspectionScreen } from './screen.ts';

export type InspectCommandOptions = {
  readonly files: readonly string[];
  /** Shows values as they stand in the file. */
  readonly samples: boolean;
  readonly entity: EntityName | undefined;
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
  readonly zone: string | undefined;
};

/** Says what each file is. A file that cannot be read does not keep the others from being shown. */
export async function inspect(
  { files, samples, ...known }: InspectCommandOptions,
  context: CommandContext,
): Promise<number> {
  const { out, err, style, errStyle, signal, json } = context;
  const shown: object[] = [];
  let exitCode = 0;
  for (const path of files) {
    try {
      const found = await inspectFile(path, known, signal);
      if (json) shown.push(samples ? found : withoutValues(found));
      else out(`${inspectionScreen(found, samples, style)}\n`);
    } catch (error) {
      if (!(error instanceof RunError) || signal.aborted) throw error;
      exitCode = Math.max(exitCode, error.exitCode);
      if (json) shown.push({ path, error: errorJson(error) });
      err(errorBlock(error, errStyle));
    }
  }
  if (json) out(`${JSON.stringify({ version: 1, exitCode, files: shown }, null, 2)}\n`);
  return exitCode;
}

/** Samples by their form alone, and no list of values: they may be personal. */
function withoutValues(file: Inspection): Inspection {
  const columns = file.columns.map(({ values: _, ...column }) => ({
    ...column,
    samples: column.samples.map(masked),
  }));
  return { ...file, columns };
}
