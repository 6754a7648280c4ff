import { join } from 'node:path';
import type { ExportSummary } from '../../exports/export-summary.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { parsedJson } from '../../input/json/parse-json.ts';
import type { Files } from '../../system/files.ts';
import { serviceRowsPath } from '../app-rows.ts';
import type { Pipeline } from '../pipeline.ts';
import type { Copies } from '../remote/copies.ts';
import { isFiles, type SourceSpec } from '../schema/source-schema.ts';

/** What is said of the rows that were made of records of this service, in their folder. */
export const SERVICE_SUMMARY = 'rows.json';

/** A pipeline without the sources of rows that the app has none of. */
export function withoutAbsentRows(pipeline: Pipeline, copies: Copies): Pipeline {
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

/** What became of the records of an app of this service; undefined if none is read. */
export async function serviceSummary(
  { pull }: Pipeline,
  copies: Copies,
  files: Files,
): Promise<ExportSummary | undefined> {
  const folder = pull?.system === 'service' ? copies.get(pull.shown) : undefined;
  if (folder === undefined) return undefined;
  const text = await files.readFile(join(folder, SERVICE_SUMMARY), 'utf8');
  return (parsedJson(text, false) as { readonly summary: ExportSummary }).summary;
}
