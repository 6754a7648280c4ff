import { basename, relative, sep } from 'node:path';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import type { InspectedColumn } from '../columns/column.ts';
import type { Inspection } from '../files/inspection.ts';
import { propose } from '../guess/proposal.ts';
import type { DraftSource } from '../text/pipeline-text.ts';

/** The files chosen for an entity, and the files that look like it but are left out. */
export type Choice = {
  readonly entity: EntityName;
  readonly files: readonly Inspection[];
  readonly left: readonly Inspection[];
};

/**
 * Chooses the files of each entity: only files of one form. A folder may have the same rows in two formats, which would
 * be duplicates; the form that most entities have is preferred.
 * @param named entities whose files the user named; all of these are chosen
 */
export function chosen(files: readonly Inspection[], named: ReadonlySet<string>): Choice[] {
  const formats = Map.groupBy(files, ({ format }) => format);
  const spread = (file: Inspection): number =>
    new Set(formats.get(file.format)?.map(({ entity }) => entity?.entity)).size;
  return entityNames.flatMap((entity) => {
    const own = files.filter((file) => file.entity?.entity === entity);
    if (own.length === 0) return [];
    const declared = own.filter((file) => file.entity?.evidence === 'as declared');
    if (named.has(entity))
      return [{ entity, files: declared, left: own.filter((file) => !declared.includes(file)) }];
    const alike = [...Map.groupBy(own, formOf).values()].sort(
      ([a], [b]) =>
        spread(b as Inspection) - spread(a as Inspection) ||
        Number(b?.entity?.certain) - Number(a?.entity?.certain),
    );
    const [taken = []] = alike;
    return [{ entity, files: taken, left: own.filter((file) => !taken.includes(file)) }];
  });
}

/** What all files of a source must have in common. */
function formOf({ format, encoding, delimiter, header, columns }: Inspection): string {
  const declared = encoding.how === 'file' ? 'utf' : encoding.value;
  const names = header === undefined ? [] : columns.map(({ name }) => name);
  return JSON.stringify([format, declared, delimiter?.value, header, names]);
}

/** Drafts the source section of a pipeline for the files of an entity. */
export function draftSource(
  { entity, files, left }: Choice,
  folder: string,
  zone: string | undefined,
): DraftSource {
  const [first] = files as readonly [Inspection, ...Inspection[]];
  const usual = /\.tsv(\.gz|\.zstd?)?$/i.test(first.path) ? '\t' : ',';
  const { encoding, delimiter, header } = first;
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const faulty = files.reduce((sum, file) => sum + file.faulty.rows, 0);
  return {
    paths: files.map(({ path }) => relative(folder, path).split(sep).join('/')),
    declared: [
      ...(encoding.how === 'file'
        ? []
        : [['encoding', encoding.value, `? a guess: ${encoding.evidence}`] as const]),
      ...(delimiter && delimiter.value !== usual
        ? [['delimiter', delimiter.value, delimiter.evidence] as const]
        : []),
    ],
    ...(header === false ? { columns: first.columns.map(({ name }) => name) } : {}),
    proposal: propose(entity, merged(files), zone),
    remarks: [
      `${files.some(({ whole }) => !whole) ? 'the first ' : ''}${rows} rows were read; ${entity} by ${first.entity?.evidence}`,
      ...(faulty > 0 ? [`? ${faulty} of them cannot be read; chatferry validate shows which`] : []),
      ...(left.length > 0
        ? [`? not read: ${left.map(({ path }) => basename(path)).join(', ')}, which look like ${entity} too`]
        : []),
    ],
  };
}

/** The columns of all files; each is described by the file in which most of its cells are filled. */
function merged(files: readonly Inspection[]): InspectedColumn[] {
  const columns = new Map<string, InspectedColumn>();
  for (const column of files.flatMap((file) => file.columns)) {
    const before = columns.get(column.name);
    if (!before) columns.set(column.name, column);
    else {
      const fuller = column.filled > before.filled ? column : before;
      const { values: _, ...rest } = fuller;
      const values =
        before.values && column.values ? { values: [...new Set([...before.values, ...column.values])] } : {};
      columns.set(column.name, { ...rest, ...values });
    }
  }
  return [...columns.values()];
}
