import { cellText } from '../../rows/record.ts';
import { CsvScanner } from './csv-scan.ts';

/** The cells of one well-formed CSV record with any number of cells. */
export function cellsOf(bytes: Buffer, delimiter: string): string[] {
  const counting = new CsvScanner(delimiter, 0);
  counting.scan(bytes, 0, bytes.length, true);
  const { cells } = counting;
  const scanner = new CsvScanner(delimiter, cells);
  scanner.scan(bytes, 0, bytes.length, true);
  const { starts, ends, forms } = scanner;
  const record = { bytes, starts, ends, forms };
  return Array.from({ length: cells }, (_, cell) => cellText(record, cell));
}
