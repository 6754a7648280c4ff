import type { EntityName } from '../../input/entities/entity.ts';
import { Bitmap } from '../../ledger/bitmap.ts';

/** Conversations that are told apart. */
export const CONVERSATIONS_MAX = 10_000;

/** What has become of an entity since its last night. */
export type Changes = {
  readonly entity: EntityName;
  /** Records that were told apart by their bytes, or could have been. */
  records: number;
  /** Those of them that go on into the line; the others need nothing more. */
  readonly selected: Bitmap;
  /** A number for each half of the fingerprints of all records, in their order: other files give other ones. */
  readonly digest: [number, number];
  /** Rows that the service does not hold. */
  created: number;
  /** Rows that say something else than the service holds. */
  updated: number;
  /** Those of them of which nobody knows what the service holds. */
  unread: number;
  /** Rows that the service holds as they are. */
  unchanged: number;
  /** Rows that are wrong, blocked or left out by a rule; the line says which. */
  refused: number;
  /** Those of them that would change what the service does not let be changed. */
  fixed: number;
  /** Those of them whose key cannot be read, so that nobody knows which row of the service they are. */
  nameless: number;
  /** Rows that stand once more in the same words, and rows of which a later file has another version. */
  duplicates: number;
  superseded: number;
  /** Rows that the service holds and no source has: ours, and those that were there before us. */
  missing: number;
  missingOthers: number;
  /** Those of ours among them that are deactivated already, or banned. */
  missingInactive: number;
  /** True where there are rows of which nobody knows whether the service holds them. */
  isAnyUnsure: boolean;
  /** Rows that the service was known to hold before. */
  known: number;
  /** How often a field of a row that is to be sent has a value that the API cannot carry. */
  readonly notCarried: Record<string, number>;
  /** Messages to be sent, by conversation; at most `CONVERSATIONS_MAX` of them. */
  readonly conversations: Map<string, { new: number; changed: number }>;
  /** Messages that were sent before the service's memory begins. */
  tooOld: number;
  /** Records of which the same file has another version: never linked, so that both are found again. */
  readonly contradicted: Set<number>;
  /** By file: the number of its first record, and its rows that were never records. */
  readonly files: { readonly first: number; strays: number }[];
};

/** Rows of all kinds that were read. */
export const rowsOf = (changes: Changes): number =>
  changes.created +
  changes.updated +
  changes.unchanged +
  changes.refused +
  changes.duplicates +
  changes.superseded;

/** How many of the missing rows a night removes: none while one of the rows cannot be told. */
export function leavingOf(changes: Changes, onMissing: 'keep' | 'deactivate' | 'delete'): number {
  const { entity, nameless, missing, missingInactive } = changes;
  if (nameless > 0 || onMissing === 'keep') return 0;
  if (onMissing === 'delete') return missing;
  return entity === 'users' ? missing - missingInactive : 0;
}

/** The changes of an entity before any of its rows is compared. */
export const noChanges = (entity: EntityName): Changes => ({
  entity,
  records: 0,
  selected: new Bitmap(),
  digest: [0, 0],
  created: 0,
  updated: 0,
  unread: 0,
  unchanged: 0,
  refused: 0,
  fixed: 0,
  nameless: 0,
  duplicates: 0,
  superseded: 0,
  missing: 0,
  missingOthers: 0,
  missingInactive: 0,
  isAnyUnsure: false,
  known: 0,
  notCarried: {},
  conversations: new Map(),
  tooOld: 0,
  contradicted: new Set(),
  files: [],
});
