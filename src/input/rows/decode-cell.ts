import { assertNever } from '../../errors/assert-never.ts';
import type { RowCode } from '../../errors/row-codes.ts';
import type { FieldKind } from '../entities/entity.ts';
import { hasInfinite, INFINITE, parseJsonCell } from '../json/parse-json.ts';
import { parseTime, type TimeFormat } from './time.ts';

/** A cell that cannot be read; becomes a Problem of its field. */
export class Unreadable {
  readonly code: RowCode;
  readonly message: string;
  readonly value: unknown;
  constructor(code: RowCode, message: string, value: unknown) {
    this.code = code;
    this.message = message;
    this.value = value;
  }
}

/** Empty cells, null and missing members mean that there is no value. */
export const isAbsent = (cell: unknown): boolean => cell === undefined || cell === null || cell === '';

/** Turns a cell into the value of its field; returns an `Unreadable` if the cell does not fit. */
export function decode(cell: unknown, kind: FieldKind, format: TimeFormat): unknown {
  if (isAbsent(cell)) return undefined;
  switch (kind) {
    case 'text':
      return typeof cell === 'number' || typeof cell === 'bigint' ? String(cell) : cell;
    case 'id':
      return decodeId(cell);
    case 'time':
      return decodeTime(cell, format);
    case 'json':
      return typeof cell === 'string'
        ? decodeJson(cell)
        : typeof cell === 'object'
          ? decodeObject(cell as object)
          : cell;
    case 'tags':
      return typeof cell === 'string' ? decodeTags(cell) : cell;
    case 'boolean':
      return decodeBoolean(cell);
    default:
      return assertNever(kind);
  }
}

function decodeId(cell: unknown): unknown {
  const lost =
    typeof cell === 'bigint' ||
    (typeof cell === 'number' && !Number.isSafeInteger(cell)) ||
    (typeof cell === 'string' && /^\d+(?:[.,]\d+)?e\+?\d+$/i.test(cell));
  if (lost)
    return new Unreadable(
      'ID.PRECISION_LOST',
      'a spreadsheet or a number type has lost digits of this id',
      cell,
    );
  return typeof cell === 'number' ? String(cell) : cell;
}

function decodeTime(cell: unknown, format: TimeFormat): unknown {
  if (typeof cell !== 'string' && typeof cell !== 'number' && typeof cell !== 'bigint')
    return new Unreadable('ROW.TIME_INVALID', 'not a time', cell);
  const parsed = parseTime(cell, format);
  return 'seconds' in parsed ? parsed.seconds : new Unreadable(parsed.code, parsed.message, cell);
}

function decodeJson(cell: string): unknown {
  const parsed = parseJsonCell(cell);
  return 'value' in parsed ? exact(parsed.value) : new Unreadable('ROW.JSON_INVALID', parsed.reason, cell);
}

function decodeObject(cell: object): unknown {
  return hasInfinite(cell) ? new Unreadable('ROW.FIELD_TYPE', INFINITE, cell) : exact(cell);
}

// TypeScript's library does not know it yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/**
 * Replaces every bigint in a JSON value by raw JSON, so that it is written with its original digits. Returns the same
 * value if there is none.
 */
export function exact(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON(String(value));
  if (typeof value !== 'object' || value === null) return value;
  const before = Object.entries(value);
  const after = before.map(([name, each]) => [name, exact(each)] as const);
  if (after.every(([, each], index) => each === before[index]?.[1])) return value;
  return Array.isArray(value) ? after.map(([, each]) => each) : Object.fromEntries(after);
}

function decodeTags(cell: string): unknown {
  if (!cell.trimStart().startsWith('[')) return cell.split('|').map((tag) => tag.trim());
  return decodeJson(cell);
}

function decodeBoolean(cell: unknown): unknown {
  if (typeof cell === 'boolean') return cell;
  const written = String(cell).toLowerCase();
  if (written === 'true' || written === '1') return true;
  if (written === 'false' || written === '0') return false;
  return new Unreadable('ROW.FIELD_TYPE', 'expected true or false', cell);
}
