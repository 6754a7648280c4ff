import type { ExportInput, RejectedKind } from '../export-reader.ts';
import type { ExportObject } from '../files/export-rows.ts';
import type { RecordPlace, UnreadableRow } from '../neutral.ts';
import type { CollectionFile } from './collection-files.ts';

/** Takes the documents of a collection, with plain values. */
export type DocumentTaker = {
  document(document: ExportObject, place: RecordPlace): void;
  unreadable(row: UnreadableRow, place: RecordPlace): void;
};

/** Means of reading the files of an export. */
export type DocumentReading = Pick<ExportInput, 'files' | 'signal'>;

/** Documents of one kind, in one file, in the parts of one, or among others in an archive. */
export interface Collection {
  readonly name: string;
  /** Absent if neither an archive nor a folder says it. */
  readonly database: string | undefined;
  /** True if a name is that of a member of a document at its beginning; in an archive, nobody knows. */
  has(name: string): boolean;
  /**
   * Passes all documents in their order, in flat memory. What cannot be read after a break is an unreadable row.
   * @throws RunError `SOURCE.*` if a file itself cannot be read
   */
  pass(taker: DocumentTaker, reading: DocumentReading): Promise<void>;
}

/** A collection in one file. */
export type CollectionPart = Pick<Collection, 'name' | 'database'> & { readonly found: CollectionFile };

/** Rejects documents that cannot be read, as rows of a kind. */
export const documentsAs = (
  kind: RejectedKind,
  sink: { unreadable(kind: RejectedKind, row: UnreadableRow, place: RecordPlace): void },
  document: DocumentTaker['document'],
): DocumentTaker => ({ document, unreadable: (row, place) => sink.unreadable(kind, row, place) });
