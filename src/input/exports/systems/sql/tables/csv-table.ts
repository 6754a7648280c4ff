import { basename } from 'node:path';
import { formatOf } from '../../../../sources/formats.ts';
import type { ExportFile, ExportFiles } from '../../../files/export-files.ts';
import type { SqlTable, TableRows } from './sql-table.ts';

/** A CSV file with a header, whose name is that of its table; empty cells are NULL. */
export async function csvTable(file: ExportFile, files: ExportFiles): Promise<SqlTable> {
  const open = () =>
    formatOf(file.path, 'csv').open(file.path, 0, { files: files.system, emptyAllowed: true });
  const { columns = [] } = await open();
  const name = basename(file.name).replace(/\.[ct]sv(\.(gz|zst|zstd))?$/i, '');
  return {
    name,
    path: name,
    columns,
    zoneOf: () => undefined,
    async pass(wanted, { row, unreadable }: TableRows, signal) {
      const source = await open();
      const places = wanted.map((column) => columns.indexOf(column));
      await source.pass(
        {
          row: ({ values, fault, raw = '', line, byte, row: number }) => {
            const place = { file: file.name, line, byte, row: number };
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
