import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OriginRow } from '../../../src/origin/origin.ts';
import { recordIn, recordLines } from '../../../src/pipeline/pull/records/record-file.ts';
import { realSystem } from '../../../src/system/system.ts';

/** The records of the old system that a run has read, as they are in the state. */
export async function pulledRecords(stateFolder: string): Promise<readonly OriginRow[]> {
  const folder = join(stateFolder, 'prepared', 'pulled');
  const found: OriginRow[] = [];
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  for (const path of paths)
    for await (const lines of recordLines(path, realSystem.files, new AbortController().signal))
      for (const line of lines) {
        const { chatferry: _, ...record } = recordIn(line) as OriginRow & { readonly chatferry: string };
        found.push(record);
      }
  return found;
}
