import { RunError } from '../../../errors/run-error.ts';
import type { OriginRow } from '../../../origin/origin.ts';
import { makeServiceRows } from '../../../origin/service/rows/make-rows.ts';
import type { System } from '../../../system/system.ts';
import type { Runtime } from '../../../terminal/context.ts';
import type { LanePipeline } from './lane-pipeline.ts';
import type { ConvertedRows } from './lane-writer.ts';

/**
 * Makes rows of records, as a run of the pipeline would.
 * @throws RunError `EXPORT.*`, `SOURCE.*`
 */
export async function convertRecords(
  records: readonly OriginRow[],
  { pipeline, system, keysFrom }: LanePipeline,
  { files }: System,
  _context: Runtime,
  _signal: AbortSignal,
): Promise<ConvertedRows> {
  if (records.length === 0) return { rows: {}, faults: [] };
  if (system !== 'service') throw new RunError('LIVE.UNSUPPORTED', `records of ${system} are not read yet`);
  const { policies } = pipeline;
  return { rows: await makeServiceRows(records, { prefix: keysFrom, policies }, files), faults: [] };
}
