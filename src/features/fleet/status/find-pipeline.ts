import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean } from '../../../errors/nearest.ts';
import { RunError } from '../../../errors/run-error.ts';
import { readReference } from '../../../pipeline/reference.ts';
import { readPipelineName } from '../../../pipeline/state-place.ts';
import { jobIdOf } from '../queue/fleet-job.ts';
import type { FleetPipeline } from './fleet-status.ts';

/**
 * Finds a pipeline of a fleet by its file, or by its name where the file is not here.
 * @throws RunError `FLEET.UNKNOWN_PIPELINE`
 */
export function findPipeline(reference: string, pipelines: readonly FleetPipeline[]): FleetPipeline {
  const { file, to } = readReference(reference);
  const name = nameIn(file);
  const id = name === undefined ? undefined : jobIdOf({ name, ...(to ? { to } : {}), file: resolve(file) });
  const named = to === undefined ? file : `${file}@${to}`;
  const found = pipelines.filter(
    (each) => each.id === (id ?? each.id) && (id !== undefined || each.name === named),
  );
  const [first, second] = found;
  if (first && !second) return first;
  if (first)
    throw new RunError(
      'FLEET.UNKNOWN_PIPELINE',
      `the queue has ${found.length} pipelines with the name ${named}`,
      {
        hint: `name the file of one of them; their folders are  ${found.map(({ folder }) => folder).join('  ')}`,
      },
    );
  const names = pipelines.map((each) => each.name);
  throw new RunError(
    'FLEET.UNKNOWN_PIPELINE',
    `the queue has no pipeline ${name ?? named}${id === undefined ? '' : ` of the file ${file}`}${didYouMean(named, names)}`,
  );
}

/** The name in a pipeline file; undefined if there is no such file here. */
function nameIn(file: string): string | undefined {
  try {
    return readPipelineName(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
