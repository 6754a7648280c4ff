import { exact } from '../../json/raw-number.ts';
import { isAbsent } from '../decode-cell.ts';

/** The text of a cell: numbers and booleans as written, lists and objects as JSON, `''` if there is no value. */
export function textOf(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  if (isAbsent(cell)) return '';
  return typeof cell === 'object' ? JSON.stringify(exact(cell)) : String(cell);
}
