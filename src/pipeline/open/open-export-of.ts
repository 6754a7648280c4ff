import type { Pipeline } from '../pipeline.ts';
import { type ExportSpec, isExported } from '../schema/source-schema.ts';
import type { OpenExport, Opening } from './opening.ts';

/** The export that a pipeline reads. */
export const exportOf = ({ sources }: Pipeline): ExportSpec | undefined =>
  Object.values(sources).flat().find(isExported)?.export;

/**
 * Opens the export of a pipeline, if it has one; what reads it is loaded by pipelines that have one.
 * @throws RunError `SOURCE.*`, `EXPORT.*`, `LOOKUP.PERSON_*`, `STATE.UNWRITABLE`
 */
export async function openExportOf(opening: Opening): Promise<OpenExport | undefined> {
  const spec = exportOf(opening.pipeline);
  if (!spec) return undefined;
  const { openExport } = await import('./exported/open-export.ts');
  return await openExport(spec, opening);
}
