import { basename } from 'node:path';
import { RunError } from '../../../../errors/run-error.ts';
import { formatOf } from '../../../../input/sources/formats.ts';
import type { Source } from '../../../../input/sources/source.ts';
import type { ChatTable, TableRows } from '../../../database/table.ts';
import type { ExportFile, ExportFiles } from '../../../files/export-files.ts';

type Opened = { readonly source: Source; readonly delimiter?: string };

/** Opens a file with the usual delimiter, or if its header is one column then, with the one that gives the most columns. */
async function openedBy(openWith: (delimiter?: string) => Promise<Source>): Promise<Opened> {
  try {
    return { source: await openWith() };
  } catch (error) {
    if (!isOtherDelimiter(error)) throw error;
    const found: Opened[] = [];
    for (const delimiter of DELIMITERS)
      try {
        found.push({ source: await openWith(delimiter), delimiter });
      } catch (other) {
        if (!isOtherDelimiter(other)) throw other;
      }
    const columnsOf = ({ source: { columns = [] } }: Opened): number => columns.length;
    const [best] = found.toSorted((one, other) => columnsOf(other) - columnsOf(one));
    if (!best) throw error;
    return best;
  }
}

const isOtherDelimiter = (error: unknown): boolean =>
  error instanceof RunError && error.code === 'SOURCE.DELIMITER_WRONG';

/** Those besides the usual one. */
const DELIMITERS = [';', '\t', '|'] as const;

/** A CSV file with a header, whose name is that of its table; empty cells are NULL. */
export async function csvTable(file: ExportFile, files: ExportFiles): Promise<ChatTable> {
  const openWith = (delimiter?: string) =>
    formatOf(file.path, 'csv').open(file.path, 0, {
      files: files.system,
      emptyAllowed: true,
      ...(delimiter === undefined ? {} : { delimiter }),
    });
  const first = await openedBy(openWith);
  const open = () => openWith(first.delimiter);
  const { columns = [] } = first.source;
  const name = basename(file.name).replace(/\.[ct]sv(\.(gz|zst|zstd))?$/i, '');
  return {
    name,
    path: name,
    columns,
    async pass(wanted, { row, unreadable }: TableRows, signal) {
      const source = await open();
      const places = wanted.map((column) => columns.indexOf(column));
      await source.pass(
        {
          row: ({ values, fault, raw = '', line, byte, row: number }) => {
            const place = { file: file.name, root: file.root, line, byte, row: number };
            if (fault) unreadable({ problem: fault, raw }, place);
            else
              row(
                places.map((at) => {
                  const cell = (values as readonly string[])[at];
                  return cell === undefined || cell === '' ? null : cell;
                }),
                place,
              );
          },
        },
        signal,
      );
    },
  };
}
