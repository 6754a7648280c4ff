import { join } from 'node:path';
import type { ExportSummary } from '../../exports/export-summary.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { parsedJson } from '../../input/json/parse-json.ts';
import type { Files } from '../../system/files.ts';
import { serviceRowsPath } from '../app-rows.ts';
import type { PullSpec } from '../pull-spec.ts';
import type { Copies } from '../remote/copies.ts';
import { isFiles, type SourceSpec } from '../schema/source-schema.ts';

/** Name of the file about the rows that were made of records of this service, in their folder. */
export const SERVICE_SUMMARY = 'rows.json';

/** The part of a pipeline that says what is read. */
type Reading = {
  readonly pull?: PullSpec;
  readonly sources: Readonly<Partial<Record<EntityName, readonly SourceSpec[]>>>;
};

/** A pipeline without the sources of rows that the app has none of. */
export function withoutAbsentRows<Of extends Reading>(pipeline: Of, copies: Copies): Of {
  const { pull, sources } = pipeline;
  if (pull?.system !== 'service') return pipeline;
  const isAbsent = (spec: SourceSpec, entity: EntityName): boolean => {
    const path = serviceRowsPath(pull, entity);
    return isFiles(spec) && spec.path === path && !copies.has(path);
  };
  const left = Object.entries(sources).flatMap(([name, specs]) => {
    const own = specs.filter((spec) => !isAbsent(spec, name as EntityName));
    return own.length > 0 ? [[name, own] as const] : [];
  });
  return { ...pipeline, sources: Object.fromEntries(left) };
}

/** Counts of the records of an app of this service, and what became of them; undefined if none is read. */
export async function serviceSummary(
  { pull }: Pick<Reading, 'pull'>,
  copies: Copies,
  files: Files,
): Promise<ExportSummary | undefined> {
  const folder = pull?.system === 'service' ? copies.get(pull.shown) : undefined;
  if (folder === undefined) return undefined;
  const text = await files.readFile(join(folder, SERVICE_SUMMARY), 'utf8');
  return (parsedJson(text, false) as { readonly summary: ExportSummary }).summary;
}
