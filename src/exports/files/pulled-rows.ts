import type { RecordPlace, SourceMessage, UnreadableRow } from '../neutral.ts';
import type { ExportFile, ExportFiles } from './export-files.ts';
import { type ExportObject, passJson } from './export-rows.ts';
import { number, record, textValue } from './values.ts';

/**
 * Records that came from the API of an old system, one on each line:
 *
 *   {"chatferry":"sendbird","list":"messages","of":"channel-1","row":{ … as received … }}
 *
 * The list `gone` has messages that were read in an earlier pull and are there no more.
 */
const LINE = /^\s*\{"chatferry":"([a-z]+)","list":"[a-z-]+"/;

/** The files of records that came from the API of a system. */
export async function pulledFiles(files: ExportFiles, system: string): Promise<readonly ExportFile[]> {
  const found: ExportFile[] = [];
  for (const file of files.all) if (LINE.exec(await files.head(file))?.[1] === system) found.push(file);
  return found;
}

/** The beginning of a line, for a list and what its record is of. */
export const pulledLine = (system: string, list: string, of: string | undefined, row: string): string =>
  `{"chatferry":${JSON.stringify(system)},"list":${JSON.stringify(list)}${of === undefined ? '' : `,"of":${JSON.stringify(of)}`},"row":${row}}\n`;

/** Takers of the records of lists. */
export type PulledRows = {
  readonly lists: Readonly<
    Record<string, ((row: ExportObject, of: string, place: RecordPlace) => void) | undefined>
  >;
  unreadable(row: UnreadableRow, place: RecordPlace): void;
};

/**
 * Passes the records of some lists, in the order of the files and of their lines; records of other lists are passed over.
 * @throws RunError `SOURCE.*`
 */
export async function passPulled(
  pulled: readonly ExportFile[],
  { lists, unreadable }: PulledRows,
  reading: { readonly files: ExportFiles; readonly signal: AbortSignal },
): Promise<void> {
  const wanted = new Set(Object.keys(lists));
  for (const file of pulled)
    await passJson(
      file,
      {
        skips: (bytes, start, end) => {
          const [, list = ''] = LIST.exec(bytes.toString('latin1', start, Math.min(end, start + 200))) ?? [];
          return list !== '' && !wanted.has(list);
        },
        row: (line, place) => {
          const row = record(line['row']);
          const take = lists[textValue(line['list']) ?? ''];
          if (row && take) take(row, textValue(line['of']) ?? '', place);
        },
        unreadable,
      },
      reading,
    );
}
const LIST = /^\s*\{"chatferry":"[a-z]+","list":"([a-z-]+)"/;

/** The message that a record of the list `gone` is about, as one that was deleted. */
export const goneMessage = (row: ExportObject, conversation: string): SourceMessage => ({
  id: textValue(row['id']) ?? '',
  conversation,
  sender: textValue(row['sender']),
  time: number(row['time']) ?? Number.NaN,
  deleted: {},
});
