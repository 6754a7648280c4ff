import type { ConvertedExport } from './convert/convert-export.ts';

/** What an export of another chat system has, and what becomes of it. */
export type ExportSummary = Omit<ConvertedExport, 'rows'> & {
  readonly system: string;
  /** The name of the system for people. */
  readonly label: string;
  /** The form of the export, for people. */
  readonly variant: string;
};
