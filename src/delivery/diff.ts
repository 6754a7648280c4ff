import type { Data, Entity, EntityName, Item } from '../input/entities/entity.ts';
import type { VersionOf } from '../input/entities/row-version.ts';
import type { Mapping } from '../input/rows/mapping.ts';
import { type DiffResult, diffRow } from '../ledger/compare.ts';
import { isUncertain, type LedgerEntry } from '../ledger/entry.ts';
import type { FieldMemory } from '../ledger/field-digests.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Intent } from '../ledger/log/intent.ts';
import { type KnownVersion, type PendingEntry, pendingEntryOf } from '../ledger/pending-entry.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { InFlight } from './in-flight.ts';
import { ownItem, SlabRow } from './slab/slab-row.ts';

/** What items are compared with: the rows of their entity that the ledger knows to be in the service. */
export type DiffDeps = {
  readonly entity: Entity;
  /** Computes the version of a row, as the ledger stores it. */
  readonly versionOf: VersionOf;
  /** The ledger's entry for a key; undefined if it certainly has none of the rows. */
  readonly find: ((key: string) => LedgerEntry | undefined) | undefined;
  /** What the fields of the rows were, for the list of changes. */
  readonly fields?: FieldMemory | undefined;
  /** Whether rows may have had metadata: then a message is read before it is edited. */
  readonly mayHaveMetadata: boolean;
  /**
   * Records rows before they are sent. A later process then knows that "already exists" may mean that we created the row,
   * and that its content in the service is unknown.
   */
  readonly recordIntent: (rows: readonly Intent[], seq: number) => void;
};

/**
 * Items → items to send. A row that is already in the service unchanged, or that would change a field that cannot change,
 * is settled at once. The other items carry what is known about the row in the service. The ledger records the intent to
 * send a chunk before the chunk is passed on.
 */
export async function* diff(
  chunks: AsyncIterable<readonly Item[]>,
  window: InFlight,
  deps: DiffDeps,
): AsyncGenerator<readonly Item[]> {
  const { entity, versionOf, find, fields, recordIntent } = deps;
  for await (const items of chunks) {
    const changed: Item[] = [];
    const intents: Intent[] = [];
    for (const item of items) {
      if (item instanceof SlabRow && !find) {
        changed.push(item);
        intents.push(item);
        continue;
      }
      const pending =
        item instanceof SlabRow ? item.toPending() : pendingEntryOf(entity, item.key, item.data, versionOf);
      const entry = find?.(pending.key);
      const found = entry ? diffRow(entity, item.data, pending, entry) : NEW;
      const result = entry && entity.goesWith === 'conversation' ? withSent(found, entry, deps) : found;
      if ('outcome' in result) {
        window.settle(item.seq, result.outcome);
        continue;
      }
      if (fields) pending.fields = fields.of(item.data);
      if (entry && result.remote) pending.before = knownVersion(entry, pending, fields);
      // Most rows are new: their items go on as they are.
      const isNew = !(result.remote || result.maybeSent);
      changed.push(isNew ? item : { ...ownItem(item), ...result });
      if (isNew && item instanceof SlabRow) intents.push(item);
      else {
        window.setPending(item.seq, pending);
        intents.push(pending);
      }
    }
    recordIntent(intents, changed.at(-1)?.seq ?? -1);
    yield changed;
  }
}

/** Adds what an edit of a message must know to keep the members of its metadata that others have written. */
function withSent(
  result: DiffResult,
  { version }: LedgerEntry,
  { entity, versionOf, mayHaveMetadata: hadMetadata }: DiffDeps,
): DiffResult {
  if ('outcome' in result) return result;
  const isSent = (content: Data): boolean => versionOf(entity, content).content === version.content;
  const { remote, maybeSent } = result;
  return {
    ...(remote ? { remote: { ...remote, isSent, hadMetadata } } : {}),
    ...(maybeSent ? { maybeSent: { ...maybeSent, isSent } } : {}),
  };
}

/** Fields of a message whose values never become a part of its metadata. */
const APART_FROM_METADATA: ReadonlySet<string> = new Set([
  ...['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'category', 'type', 'text'],
  ...['attachments', 'tags', 'deliveredAt', 'readAt'],
]);

/** Whether the messages of a mapping may have metadata: their own, or what the policies keep there. */
export const mayGiveMetadata = ({ fields, isPlain }: Pick<Mapping, 'fields' | 'isPlain'>): boolean =>
  !isPlain || fields.some(({ field }) => !APART_FROM_METADATA.has(field));

/** What the ledger knew of a row that is to be changed. */
function knownVersion(
  entry: LedgerEntry,
  { fields: now }: PendingEntry,
  fields: FieldMemory | undefined,
): KnownVersion {
  return { version: entry.version, fields: now && fields?.changed(entry, now) };
}

/** The ledger does not know the row. */
const NEW: DiffResult = {};

type FinderDeps = {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly sync?: { readonly hasRows: (entity: EntityName) => boolean } | undefined;
  readonly checkpoint: Pick<Checkpoint, 'known'>;
  readonly again?: boolean;
};

/**
 * Finds what the ledger knows of the rows of an entity; undefined if it certainly knows none of them. Only a sync changes
 * rows that were there before us; another run finds its own.
 */
export function finderOf(
  name: EntityName,
  { ledger, sync, checkpoint, again }: FinderDeps,
): DiffDeps['find'] {
  if (sync?.hasRows(name)) return (key) => ledger.find(name, key);
  const { known = false } = checkpoint;
  if (!again && !known) return undefined;
  return (key) => {
    const entry = ledger.find(name, key);
    return entry && (isUncertain(entry) || (known && entry.origin === 'created')) ? entry : undefined;
  };
}
