import type { EntityName } from '../../../input/entities/entity.ts';
import type { Policies } from '../../../input/entities/policies.ts';
import { isAttachments, type RefinedForm } from '../../../input/rows/forms/field-source.ts';
import type { FieldMap } from '../../../input/rows/mapping.ts';
import type { FileSourceSpec } from '../../schema/source-schema.ts';
import { mapOf, usedColumns } from '../open-files.ts';

/** Pseudo columns that differ from row to row. */
const PER_ROW = /^(?:\$(?:line|row|key)$|\^)/;
/** Pseudo columns that are no cells of the rows themselves, as `$key` and `^.name` of JSON documents are. */
const PSEUDO = /^\$(?:path|dir|file|line|row)$/;

/** True if the rows of a source are written as a table before they are read: they are not one after the other in a file. */
export function needsPreparing(spec: FileSourceSpec): boolean {
  return (
    (spec.order ?? 'asIs') !== 'asIs' ||
    spec.rows !== undefined ||
    spec.explode !== undefined ||
    spec.transform !== undefined ||
    spec.onDuplicate !== undefined ||
    splitsFiles(mapOf(spec)) ||
    hashOf(mapOf(spec)) !== undefined ||
    usedColumns(spec).some((name) => PER_ROW.test(name))
  );
}

/** True if each file of a row becomes a message. */
export function splitsFiles({ attachments }: FieldMap): boolean {
  return isAttachments(attachments) && attachments.split === true;
}

/** True if all sources of a list become one table. */
export const needsOneTable = (
  specs: readonly FileSourceSpec[],
  entity: EntityName,
  policies: Pick<Policies, 'threads'>,
): boolean =>
  specs.some(({ order, onDuplicate }) => order === 'byTime' || onDuplicate !== undefined) ||
  (specs.length > 0 && hasLiveThreads(entity, policies));

/** True if rows may be live replies, which stand after the messages that they answer. */
export const hasLiveThreads = (entity: EntityName, { threads }: Pick<Policies, 'threads'>): boolean =>
  entity === 'messages' && threads === 'write';

/** The columns of the hash by which equal rows are numbered; undefined if they are not. */
export function hashOf(map: FieldMap): readonly string[] | undefined {
  const form = Object.values(map).find(
    (source): source is RefinedForm & { hash: readonly string[] } =>
      typeof source === 'object' && source !== null && 'hash' in source && source.perEqualRow === true,
  );
  return form?.hash;
}

/**
 * The pseudo columns that become cells, in a fixed order.
 * @param used the columns that are taken of the rows
 */
export const pseudoColumns = (used: readonly string[]): readonly string[] =>
  [...new Set(used)].filter((name) => PSEUDO.test(name)).sort();

/** True if two sources read the same files in the same way, so that a row belongs to the first that takes it. */
export const isSameReading = (one: FileSourceSpec, other: FileSourceSpec): boolean =>
  readingOf(one) === readingOf(other);

/** Text that decides which rows a source reads: everything but what it does with them. */
function readingOf(spec: FileSourceSpec): string {
  const { map: _m, where: _w, since: _s, until: _u, order: _o, onDuplicate: _d, join, ...reading } = spec;
  return JSON.stringify(spec.transform === undefined ? reading : { ...reading, join });
}
