import { conversationOf } from '../input/entities/conversation.ts';
import type { Data, Entity } from '../input/entities/entity.ts';
import type { RowVersion, VersionOf } from '../input/entities/row-version.ts';

/** What there is to note of a row once it has landed. */
export type PendingEntry = {
  /** Its number in the ledger, from 1; set once it is noted there. */
  row?: number;
  readonly key: string;
  /** What it says; -1 where that is not known. */
  readonly version: RowVersion;
  /** False for a user that is deactivated, and for a member that is banned. */
  readonly active: boolean;
  /** Messages: as `conversationOf` names it, with `sentAt` in epoch seconds; where to look for one whose id is not known. */
  readonly conversation?: string;
  readonly sentAt?: number;
};

export function pendingEntryOf(entity: Entity, key: string, data: Data, versionOf: VersionOf): PendingEntry {
  const version = versionOf(entity, data);
  const active = entity.isActive?.(data) ?? true;
  if (entity.goesWith !== 'conversation') return { key, version, active };
  return { key, version, active, conversation: conversationOf(data), sentAt: data['sentAt'] as number };
}
