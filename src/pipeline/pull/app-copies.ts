import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { AllPolicies } from '../../exports/export-rules.ts';
import type { ExportSummary } from '../../exports/export-summary.ts';
import { makeFolder, writePrivate } from '../../files/private-file.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { parsedJson } from '../../input/json/parse-json.ts';
import { keyPrefix } from '../../origin/service/key-prefix.ts';
import { writeServiceRows } from '../../origin/service/rows/write-rows.ts';
import { version } from '../../system/version.ts';
import { SERVICE_SUMMARY, serviceEntities, serviceRowsPath } from '../app-rows.ts';
import type { Workplace } from '../open/opening.ts';
import type { Pipeline } from '../pipeline.ts';
import type { PullSpec } from '../pull-spec.ts';
import type { Copies } from '../remote/copies.ts';
import type { Pulled } from './pull-origin.ts';

/** A file without rows: a sync compares what the app has none of as well, so that its guards decide about the last ones. */
const NO_ROWS = '\n';

/** The folder of rows that records of this service became, in that of what is prepared. */
const ROWS_NAME = 'service-rows';

/** Facts about the rows, in their folder. */
type KnownRows = {
  readonly identity: string;
  /** The bytes of the file of each entity. */
  readonly bytes: Readonly<Partial<Record<EntityName, number>>>;
  readonly summary: ExportSummary;
};

/**
 * Makes rows of the records of an app of this service, unless they are there already.
 * @returns the file of each entity that has rows, and their folder under the address of the app
 * @throws RunError `STATE.*`; the reason of the signal
 */
export async function serviceCopies(
  spec: PullSpec,
  pulled: Pulled,
  pipeline: Pick<Pipeline, 'policies' | 'sync'>,
  workplace: Workplace,
): Promise<Copies> {
  const { files } = workplace.system;
  const { policies, sync } = pipeline;
  const { size, mtimeMs } = await files.stat(`${pulled.folder}.log`);
  const prefix = keyPrefix(spec.shown, spec.names['appId']);
  const identity = createHash('sha256')
    .update(
      JSON.stringify([
        version,
        pulled.until,
        spec.shown,
        prefix,
        policies,
        sync !== undefined,
        size,
        mtimeMs,
      ]),
    )
    .digest('hex');
  const there = join(await workplace.folder(), ROWS_NAME);
  const known = await knownRows(there, identity, workplace);
  if (known) return copiesIn(there, known, spec);
  const own = join(await workplace.ownFolder(), ROWS_NAME);
  await makeFolder(own, files);
  // What is said of files that are replaced now.
  await files.rm(join(own, SERVICE_SUMMARY), { force: true });
  const made = await writeServiceRows(
    { from: pulled.folder, to: own, prefix, policies },
    workplace.system,
    workplace.signal,
  );
  const bytes: Partial<Record<EntityName, number>> = {};
  for (const [entity, path] of Object.entries(made.files))
    bytes[entity as EntityName] = (await files.stat(path)).size;
  for (const entity of sync ? serviceEntities : []) {
    if (bytes[entity] !== undefined || !isWritten(entity, policies)) continue;
    await writePrivate(files, fileIn(own, entity), NO_ROWS);
    bytes[entity] = NO_ROWS.length;
  }
  const written = { identity, bytes, summary: summaryOf(made) };
  await writePrivate(files, join(own, SERVICE_SUMMARY), JSON.stringify(written));
  return copiesIn(own, written, spec);
}

/** Rows that are there as they were written; undefined if they are others, or not all there. */
async function knownRows(
  folder: string,
  identity: string,
  { system: { files } }: Workplace,
): Promise<KnownRows | undefined> {
  const text = await files.readFile(join(folder, SERVICE_SUMMARY), 'utf8').catch(() => undefined);
  const known = text === undefined ? undefined : (parsedJson(text, false) as KnownRows | undefined);
  if (known?.identity !== identity) return undefined;
  for (const [entity, bytes] of Object.entries(known.bytes)) {
    const stats = await files.stat(fileIn(folder, entity as EntityName)).catch(() => undefined);
    if (stats?.size !== bytes) return undefined;
  }
  return known;
}

/** False for what stays in the metadata of messages, or is left out: then it has no rows in the new app. */
const isWritten = (entity: EntityName, { reactions, pins }: AllPolicies): boolean =>
  (entity !== 'reactions' || reactions === 'write') && (entity !== 'pins' || pins === 'write');

const fileIn = (folder: string, entity: EntityName): string => join(folder, `${entity}.ndjson`);

function copiesIn(folder: string, { bytes }: KnownRows, spec: PullSpec): Copies {
  const entities = Object.keys(bytes) as EntityName[];
  return new Map([
    ...entities.map((entity) => [serviceRowsPath(spec, entity), fileIn(folder, entity)] as const),
    [spec.shown, folder] as const,
  ]);
}

function summaryOf({
  kinds,
  notes,
  first,
  last,
}: Awaited<ReturnType<typeof writeServiceRows>>): ExportSummary {
  const isoTime = (seconds: number): string => new Date(seconds * 1_000).toISOString();
  return {
    system: 'service',
    label: 'This service',
    variant: 'records of the API',
    ...(first === undefined ? {} : { first: isoTime(first) }),
    ...(last === undefined ? {} : { last: isoTime(last) }),
    kinds,
    notes,
  };
}
