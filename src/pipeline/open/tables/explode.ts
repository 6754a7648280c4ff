import { parseJsonCell } from '../../../input/json/parse-json.ts';
import { isAbsent } from '../../../input/rows/decode-cell.ts';
import type { FileSourceSpec } from '../../schema/source-schema.ts';

type ExplodeSpec = NonNullable<FileSourceSpec['explode']>;

/** A row as an object. */
type ObjectRow = Readonly<Record<string, unknown>>;

/**
 * A row for each element of a column; the element stands under the name of the column. A text is divided at `split`, else
 * read as JSON; a text that is no JSON list, and any other value, is the only element. Without an element there is no row.
 */
export function explodeRow(row: ObjectRow, spec: ExplodeSpec): ObjectRow[] {
  const { column, split } = typeof spec === 'string' ? { column: spec, split: undefined } : spec;
  return elementsOf(memberAt(row, column), split).map((element) => ({ ...row, [column]: element }));
}

/** The member with this name, else the one at this dotted path. */
function memberAt(row: ObjectRow, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name];
  return name.split('.').reduce<unknown>((at, part) => {
    const isObject = typeof at === 'object' && at !== null;
    return isObject && Object.hasOwn(at, part) ? (at as ObjectRow)[part] : undefined;
  }, row);
}

function elementsOf(cell: unknown, split: string | undefined): readonly unknown[] {
  if (isAbsent(cell)) return [];
  if (Array.isArray(cell)) return cell;
  if (typeof cell !== 'string') return [cell];
  if (split !== undefined)
    return cell
      .split(split)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  if (!cell.trimStart().startsWith('[')) return [cell];
  const parsed = parseJsonCell(cell);
  return 'value' in parsed && Array.isArray(parsed.value) ? parsed.value : [cell];
}
