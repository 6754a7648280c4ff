import { ownData, ownMetadata } from '../../../input/entities/added-members.ts';
import type { Data, EntityName } from '../../../input/entities/entity.ts';
import { isRecord } from '../../../service/transport/transport.ts';

/**
 * Only what was sent is compared: the members of a message's data, and of the metadata of any row, that the source has.
 * Others were added by the service or by its users.
 */

/** The names of the members that a row of the source has. */
export type SentMembers = {
  /** Of a message's data. */
  readonly data: ReadonlySet<string>;
  readonly metadata: ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();
/** Most messages have a text alone, and most other rows no metadata. */
const USUAL: SentMembers = { data: new Set(['text']), metadata: NONE };

/** A row without what the service writes itself. */
export function ownRow(entity: EntityName, row: Data): Data {
  const { data, metadata } = row;
  if (entity === 'messages') return isRecord(data) ? { ...row, data: ownData(data) } : row;
  return isRecord(metadata) ? { ...row, metadata: ownMetadata(metadata) } : row;
}

/** The members that a row of the source has, as text; null for those that most rows have. */
export function membersOf(entity: EntityName, row: Data): string | null {
  const data = row['data'];
  const content = entity === 'messages' && isRecord(data) ? data : {};
  const metadata = entity === 'messages' ? content['metadata'] : row['metadata'];
  const ofData = Object.keys(content);
  const ofMetadata = isRecord(metadata) ? Object.keys(metadata) : [];
  const isUsual = entity === 'messages' ? ofData.length === 1 && ofData[0] === 'text' : true;
  return isUsual && ofMetadata.length === 0 ? null : JSON.stringify([ofData, ofMetadata]);
}

/** Reads what `membersOf` has written. */
export function readMembers(text: string | null): SentMembers {
  if (text === null) return USUAL;
  const [data, metadata] = JSON.parse(text) as [readonly string[], readonly string[]];
  return { data: new Set(data), metadata: new Set(metadata) };
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
