import type { RecordPlace, UnreadableRow } from '../neutral.ts';
import { beginOf, type ExportFile, type ExportFiles } from './export-files.ts';
import { unusable } from './unreadable.ts';

/** The part of a sink that is told. */
type Told = {
  unreadable(kind: 'messages', row: UnreadableRow, place: RecordPlace): void;
  note(sentence: string): void;
};

/** A file that a reader has found something in. */
type Found = { readonly file: ExportFile };

/**
 * Says which files a reader does not read. One with an error of the API in place of an answer is rejected: something is
 * missing.
 * @param words what the others are not, and the form of an error with what it says
 */
export async function noteOthers(
  files: ExportFiles,
  found: readonly Found[],
  { others, error }: { readonly others: string; readonly error: RegExp },
  sink: Told,
): Promise<void> {
  const taken = new Set(found.map(({ file }) => file));
  const errors: Found[] = [];
  for (const file of files.all) {
    const why = taken.has(file) ? undefined : error.exec(await files.head(file))?.[1];
    if (why === undefined) continue;
    errors.push({ file });
    const message = `the file has an error of the API in place of an answer: ${why}`;
    sink.unreadable('messages', unusable(file, message), beginOf(file));
  }
  const skipped = files.without([...found, ...errors]);
  if (skipped !== undefined) sink.note(`${others} were skipped: ${skipped}`);
}
