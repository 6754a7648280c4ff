import { RunError } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { errorBlock } from '../../report/screen/summary.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { errorJson } from '../../terminal/context.ts';
import { masked } from './columns/column.ts';
import { inspectFile } from './files/inspect-file.ts';
import type { Inspection } from './files/inspection.ts';
import { inspectionScreen } from './screen.ts';

/** Options of `inspect`. */
export type InspectCommandOptions = {
  readonly files: readonly string[];
  /** Shows values as written in the file, instead of their form. */
  readonly samples: boolean;
  readonly entity: EntityName | undefined;
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
  readonly zone: string | undefined;
};

/**
 * Prints what each file contains. If a file cannot be read, the others are still shown.
 * @returns the highest exit code of any file
 */
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

/** Shows samples by their form only, and no list of values, because they may be personal data. */
function withoutValues(file: Inspection): Inspection {
  const columns = file.columns.map(({ values: _, ...column }) => ({
    ...column,
    samples: column.samples.map(masked),
  }));
  return { ...file, columns };
}
