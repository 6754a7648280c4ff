import { conversationOf } from '../input/entities/conversation.ts';
import type { Data, Entity } from '../input/entities/entity.ts';
import type { RowVersion, VersionOf } from '../input/entities/row-version.ts';
import type { ByteWriter } from './log/bytes.ts';

/** What the ledger is to record about a row that is about to be sent. */
export type PendingEntry = {
  /** Its number in the ledger, from 1; set once it is recorded there. */
  row?: number;
  /** The version that the ledger has recorded with a new row: an answer that leaves it needs no values. */
  recorded?: RowVersion | undefined;
  readonly key: string;
  /** Hashes of its content; -1 where it is unknown. */
  readonly version: RowVersion;
  /** False for a user that is deactivated, and for a member that is banned. */
  readonly active: boolean;
  /** Messages: the name by `conversationOf`, and `sentAt` in epoch seconds; needed to find a message without an id. */
  readonly conversation?: string;
  readonly sentAt?: number;
};

/** A new row that writes its own record: millions of entries as objects would cost more than all else that is recorded. */
export interface IntentRecord {
  readonly key: string;
  /** Writes the record, as `encodeIntended` makes it of an entry. */
  writeIntent(to: ByteWriter): void;
  /** Called with the number that the row has got. */
  recordedAs(row: number): void;
}

/** What is recorded of a row that is about to be sent. */
export type Intent = PendingEntry | IntentRecord;

export const isRecord = (intent: Intent): intent is IntentRecord => 'writeIntent' in intent;

/** The entry to record for a valid row. */
export function pendingEntryOf(entity: Entity, key: string, data: Data, versionOf: VersionOf): PendingEntry {
  const version = versionOf(entity, data);
  const active = entity.isActive?.(data) ?? true;
  if (entity.goesWith !== 'conversation') return { key, version, active };
  return { key, version, active, conversation: conversationOf(data), sentAt: data['sentAt'] as number };
}
