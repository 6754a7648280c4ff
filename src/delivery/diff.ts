import type { Data, Entity, EntityName, Item } from '../input/entities/entity.ts';
import type { Versions } from '../input/entities/row-version.ts';
import type { Outcome } from '../input/rows/outcome.ts';
import { compareRow, type DiffResult, diffRow } from '../ledger/compare.ts';
import { isUncertain, type LedgerEntry } from '../ledger/entry.ts';
import type { FieldMemory } from '../ledger/field-digests.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Intent, IntentRecord } from '../ledger/log/intent.ts';
import { pendingEntryOf } from '../ledger/pending-entry.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { InFlight } from './in-flight.ts';
import { type LineItem, ownItem } from './rows/line-row.ts';
import { SAMPLES_MAX } from './tally/tally.ts';

/** Things that items are compared with: the rows of their entity that the ledger knows to be in the service. */
export type DiffDeps = {
  readonly entity: Entity;
  /** Computes the versions of rows, as the ledger stores them. */
  readonly versions: Versions;
  /** The ledger's entry for a key; undefined if it certainly has none of the rows. */
  readonly find: ((key: string) => LedgerEntry | undefined) | undefined;
  /** Earlier fields of the rows, for the list of changes. */
  readonly fields?: FieldMemory | undefined;
  /** False for users whose call to create them takes no `deactivatedAt`. */
  readonly createsInactive: boolean;
  /**
   * Records rows before they are sent. A later process then knows that "already exists" may mean that we created the row,
   * and that its content in the service is unknown.
   */
  readonly recordIntent: (rows: readonly Intent[], seq: number) => void;
  /** Asks the service what it has in the fields that a row must not change; undefined if it does not tell. */
  readonly askFixed?: ((item: Item, entry: LedgerEntry) => Promise<Outcome | undefined>) | undefined;
};

/** Rows of a run that the service is asked about: as many as are shown of a problem. */
const ASKED_MAX = SAMPLES_MAX;

/**
 * Items → items to send. A row that is already in the service unchanged, or that would change a field that cannot change,
 * is settled at once. The other items carry what is known about the row in the service. The ledger records the intent to
 * send a chunk before the chunk is passed on.
 */
export async function* diff(
  chunks: AsyncIterable<readonly LineItem[]>,
  window: InFlight,
  deps: DiffDeps,
): AsyncGenerator<readonly LineItem[]> {
  const { entity, versions, find, fields, recordIntent, askFixed } = deps;
  let asked = 0;
  for await (const items of chunks) {
    if (!find && items.every(isIntent)) {
      recordIntent(items, items.at(-1)?.seq ?? -1);
      yield items;
      continue;
    }
    const changed: LineItem[] = [];
    const intents: Intent[] = [];
    // By index: a generator makes an object for each step of an iterator.
    for (let index = 0; index < items.length; index++) {
      const item = items[index] as LineItem;
      const { intent } = item;
      if (intent && !find) {
        changed.push(item);
        intents.push(intent);
        continue;
      }
      const made = item.toPending?.() ?? pendingEntryOf(entity, item.key, item.data, versions.of);
      const entry = find?.(made.key);
      const compared = entry && compareRow(entity, item.data, item.owned, entry, deps);
      const isMadeActive = !entry && !made.active && !deps.createsInactive;
      const pending = compared
        ? { ...made, version: compared.version }
        : // A call that does not carry the field creates an active user, whatever the row says.
          isMadeActive
          ? { ...made, active: true }
          : made;
      const found = compared ? diffRow(entity, item.data, pending, compared, entry) : NEW;
      const result =
        entry && entity.goesWith === 'conversation'
          ? withSent(found, entry, deps)
          : withReturn(found, item, entry);
      if ('outcome' in result) {
        const isAsked = entry && compared?.diff === 'fixed' && asked++ < ASKED_MAX;
        window.settle(item.seq, (isAsked && (await askFixed?.(ownItem(item), entry))) || result.outcome);
        continue;
      }
      if (fields) pending.fields = fields.of(item.data);
      if (entry && result.remote) pending.before = { version: entry.version, fields: compared?.changed };
      // Most rows are new: their items go on as they are.
      const isNew = !(result.remote || result.maybeSent);
      changed.push(isNew ? item : { ...ownItem(item), ...result });
      if (isNew && intent) intents.push(intent);
      else {
        window.setPending(item.seq, pending);
        intents.push(pending);
      }
    }
    recordIntent(intents, changed.at(-1)?.seq ?? -1);
    yield changed;
  }
}

/** A killed process may have deactivated a user whom no source had; no file says that, so whoever is back is active again. */
function withReturn(result: DiffResult, { owned }: Item, entry: LedgerEntry | undefined): DiffResult {
  if ('outcome' in result || !result.remote?.inDoubt || entry?.active !== undefined) return result;
  if (entry?.origin !== 'created' || owned.has('deactivatedAt')) return result;
  return { ...result, remote: { ...result.remote, returns: true } };
}

/** Adds what an edit of a message must know to keep the members of its metadata that others have written. */
function withSent(result: DiffResult, { version }: LedgerEntry, { entity, versions }: DiffDeps): DiffResult {
  if ('outcome' in result) return result;
  const isSent = (content: Data): boolean => versions.of(entity, content).content === version.content;
  const { remote, maybeSent } = result;
  return {
    ...(remote ? { remote: { ...remote, isSent } } : {}),
    ...(maybeSent ? { maybeSent: { ...maybeSent, isSent } } : {}),
  };
}

/** True if the row itself is what the ledger records. */
const isIntent = (item: LineItem): item is LineItem & IntentRecord => Object.is(item.intent, item);

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
