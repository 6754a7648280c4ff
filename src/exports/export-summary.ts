import type { ExportCounts } from './tally.ts';

/** What the export of another chat system has, and what becomes of it. */
export type ExportSummary = {
  /** As in the pipeline file. */
  readonly system: string;
  /** The name of the system for people. */
  readonly label: string;
  /** The form of the export, for people. */
  readonly variant: string;
  /** When the first and the last message were sent, RFC 3339; absent if there are none. */
  readonly first?: string;
  readonly last?: string;
  /** By kind: how many the export has, and what becomes of them. */
  readonly kinds: ExportCounts;
  /** Sentences about the export as a whole. */
  readonly notes: readonly string[];
};
