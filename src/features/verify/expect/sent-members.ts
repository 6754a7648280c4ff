import { ownData, ownMetadata } from '../../../input/entities/added-members.ts';
import { entities } from '../../../input/entities/entities.ts';
import type { Data, EntityName, OwnedFields } from '../../../input/entities/entity.ts';
import { isRecord } from '../../../service/transport/transport.ts';

/**
 * Only what was sent is compared: the fields that the source has, and of a message's data and of the metadata of any row the
 * members that the row has. Others were added by the service or by its users.
 */

/** Members of what a row of the source says. */
export type SentMembers = {
  /** The members of a message's data. */
  readonly data: ReadonlySet<string>;
  readonly metadata: ReadonlySet<string>;
  /** Fields of which the row says nothing. */
  readonly unsaid: ReadonlySet<string>;
  /** Those of them that the source has and that are empty in the row: no change empties them. */
  readonly stays: ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();
/** Most messages have a text alone, and most other rows no metadata. */
const USUAL: SentMembers = { data: new Set(['text']), metadata: NONE, unsaid: NONE, stays: NONE };

/**
 * The compared fields of which a row says nothing: its source does not have them, or they are empty and a change does not
 * empty them.
 */
export const unsaidIn = (entity: EntityName, row: Data, owned: OwnedFields): ReadonlySet<string> => {
  const { compared, clearable } = entities[entity];
  const isUnsaid = (field: string): boolean =>
    row[field] === undefined && !(owned.declares(field) && clearable.includes(field));
  return new Set(compared.exact.filter(isUnsaid));
};

/** A row without what the service writes itself. */
export function ownRow(entity: EntityName, row: Data): Data {
  const { data, metadata } = row;
  if (entity === 'messages') return isRecord(data) ? { ...row, data: ownData(data) } : row;
  return isRecord(metadata) ? { ...row, metadata: ownMetadata(metadata) } : row;
}

/** Text of what a row of the source has to say; null for what most rows have. */
export function memberText(
  entity: EntityName,
  row: Data,
  unsaid: ReadonlySet<string>,
  owned: OwnedFields,
): string | null {
  const data = row['data'];
  const content = entity === 'messages' && isRecord(data) ? data : {};
  const metadata = entity === 'messages' ? content['metadata'] : row['metadata'];
  const ofData = Object.keys(content);
  const ofMetadata = isRecord(metadata) ? Object.keys(metadata) : [];
  const isUsual = entity === 'messages' ? ofData.length === 1 && ofData[0] === 'text' : true;
  if (isUsual && ofMetadata.length + unsaid.size === 0) return null;
  // What a message cannot change is a row of its own that is refused.
  const stays = entity === 'messages' ? [] : [...unsaid].filter((field) => owned.declares(field));
  return JSON.stringify([ofData, ofMetadata, [...unsaid], stays]);
}

/** Rows of one source mostly say the same. */
const READ_MAX = 1_000;
const read = new Map<string, SentMembers>();

/** Reads what `membersOf` has written. */
export function readMembers(text: string | null): SentMembers {
  if (text === null) return USUAL;
  const known = read.get(text);
  if (known) return known;
  const [data, metadata, unsaid, stays] = (JSON.parse(text) as string[][]).map((names) => new Set(names));
  const sent = {
    data: data ?? NONE,
    metadata: metadata ?? NONE,
    unsaid: unsaid ?? NONE,
    stays: stays ?? NONE,
  };
  if (read.size >= READ_MAX) read.clear();
  read.set(text, sent);
  return sent;
}

/** A row of the service with the members alone that were sent. */
export function sentPart(entity: EntityName, row: Data, sent: SentMembers): Data {
  const { data, metadata } = row;
  if (entity !== 'messages')
    return isRecord(metadata) ? { ...row, metadata: only(metadata, sent.metadata) } : row;
  if (!isRecord(data)) return row;
  const found = only(data, sent.data);
  const held = found['metadata'];
  return { ...row, data: isRecord(held) ? { ...found, metadata: only(held, sent.metadata) } : found };
}

const only = (members: Data, names: ReadonlySet<string>): Data =>
  Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)));
