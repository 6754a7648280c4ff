import { assertNever } from '../../errors/assert-never.ts';
import type { RowCode } from '../../errors/row-codes.ts';
import type { FieldKind } from '../entities/entity.ts';
import { NEVER } from '../entities/rights.ts';
import { hasInfinite, INFINITE, parseJsonCell } from '../json/parse-json.ts';
import { exact } from '../json/raw-number.ts';
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
      return decodeText(cell);
    case 'id':
      return decodeId(cell);
    case 'key':
      return isRounded(cell) ? digitsLost(cell) : decodeText(cell);
    case 'time':
      return decodeTime(cell, format);
    case 'json':
      return typeof cell === 'string'
        ? decodeJson(cell)
        : typeof cell === 'object'
          ? decodeObject(cell as object)
          : exact(cell);
    case 'tags':
      return typeof cell === 'string' ? decodeTags(cell) : cell;
    case 'boolean':
      return decodeBoolean(cell);
    default:
      return assertNever(kind);
  }
}

/** Numbers become text; an object stays one, and the schema refuses it. */
function decodeText(cell: unknown): unknown {
  if (typeof cell === 'object') return decodeObject(cell as object);
  if (typeof cell === 'number' && !Number.isFinite(cell))
    return new Unreadable('ROW.FIELD_TYPE', INFINITE, cell);
  return typeof cell === 'number' || typeof cell === 'bigint' ? String(cell) : cell;
}

function decodeId(cell: unknown): unknown {
  const lost =
    typeof cell === 'bigint' ||
    isNotWhole(cell) ||
    (typeof cell === 'string' && /^\d+(?:[.,]\d+)?e\+?\d+$/i.test(cell));
  return lost ? digitsLost(cell) : decodeText(cell);
}

/** A spreadsheet's form of a long number. Other texts with an `e` are legal keys. */
const SPREADSHEET_NUMBER = /^\d(?:[.,]\d+)?E\+\d\d$/;

/** True if a cell is a number that has certainly lost digits. */
export const isRounded = (cell: unknown): boolean =>
  isNotWhole(cell) || (typeof cell === 'string' && SPREADSHEET_NUMBER.test(cell));

/** True if a JSON number has a fraction, an exponent that hides digits or a sign that is lost: its text is not known. */
export const isNotWhole = (cell: unknown): boolean =>
  typeof cell === 'number' && (!Number.isSafeInteger(cell) || Object.is(cell, -0));

/** The problem of an id that has lost digits. */
export const digitsLost = (cell: unknown): Unreadable =>
  new Unreadable('ID.PRECISION_LOST', 'a spreadsheet or a number type has lost digits of this id', cell);

function decodeTime(cell: unknown, format: TimeFormat): unknown {
  if (typeof cell !== 'string' && typeof cell !== 'number' && typeof cell !== 'bigint')
    return new Unreadable('ROW.TIME_INVALID', 'not a time', cell);
  if (cell === 'never') return NEVER;
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
