import { join } from 'node:path';
import type { ExportSummary } from '../exports/export-summary.ts';
import type { EntityName } from '../input/entities/entity.ts';
import { parsedJson } from '../input/json/parse-json.ts';
import type { Files } from '../system/files.ts';
import type { PullSpec } from './pull-spec.ts';
import type { Copies } from './remote/copies.ts';
import { type FileSourceSpec, isFiles, type SourceSpec } from './schema/source-schema.ts';

/** The entities that an app of this service may have rows of. */
export const serviceEntities: readonly EntityName[] = [
  'roles',
  'users',
  'groups',
  'members',
  'friends',
  'messages',
  'reactions',
  'pins',
  'blocks',
  'bans',
];

/** Name of the file of the rows of an entity, below the address of the app. */
export const serviceRowsPath = ({ shown }: Pick<PullSpec, 'shown'>, entity: EntityName): string =>
  `${shown}/${entity}.ndjson`;

/** The source of the rows of an entity, if another app of this service is read and has some. */
export const serviceSource = (
  pull: Pick<PullSpec, 'shown' | 'system'> | undefined,
  entity: EntityName,
): FileSourceSpec | undefined =>
  pull?.system === 'service' && serviceEntities.includes(entity)
    ? { path: serviceRowsPath(pull, entity), format: 'ndjson' }
    : undefined;

/** True if some of these paths is one of the rows of an app of this service. */
export const hasServiceRows = (pull: Pick<PullSpec, 'shown'>, paths: readonly string[]): boolean =>
  serviceEntities.some((entity) => paths.includes(serviceRowsPath(pull, entity)));

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
