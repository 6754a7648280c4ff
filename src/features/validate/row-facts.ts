import { DateTime } from 'luxon';
import type { Data, Entity } from '../../input/entities/entity.ts';
import type { MappedField, Mapping } from '../../input/rows/mapping.ts';
import type { Row } from '../../input/rows/row.ts';
import type { TimeFormat } from '../../input/rows/time.ts';
import { offsetOfDay } from '../../input/rows/zone-offset.ts';
import type { Facts } from '../../input/screen/facts.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import { CONTROL_CHARACTER } from './notice-bits.ts';

type Id = { readonly lo: number; readonly hi: number };
const NONE: Id = { lo: 0, hi: 0 };

/** Fills `facts` from a row that is valid by itself. */
export function factsOf(
  facts: Facts,
  entity: Entity,
  row: Row,
  data: Data,
  mapping: Mapping,
  content: number,
): void {
  const id = (field: string): Id => {
    const value = data[field];
    return typeof value === 'string' ? fingerprint64(value) : NONE;
  };
  const seconds = (field: string): number => (data[field] as number | undefined) ?? 0;
  facts.file = row.file;
  facts.line = row.line;
  facts.byte = row.byte;
  facts.content = content;
  const { name } = entity;
  // The key of a membership is made from its group and user, which are recorded below.
  const key = name === 'members' ? NONE : fingerprint64(entity.key(data));
  facts.keyLo = key.lo;
  facts.keyHi = key.hi;
  const user = id(name === 'groups' ? 'owner' : name === 'members' ? 'uid' : 'sender');
  facts.userLo = user.lo;
  facts.userHi = user.hi;
  const other = id(name === 'members' ? 'guid' : 'receiver');
  facts.otherLo = other.lo;
  facts.otherHi = other.hi;
  facts.toGroup = data['receiverType'] === 'group';
  facts.isBanned = data['isBanned'] === true;
  const parent = data['parentId'] === undefined ? undefined : id('parentId');
  facts.isReply = parent !== undefined;
  facts.parentLo = parent?.lo ?? 0;
  facts.parentHi = parent?.hi ?? 0;
  facts.sentAt = seconds('sentAt');
  facts.joinedAt = seconds('joinedAt');
  facts.createdAt = seconds('createdAt');
  facts.wasUpper = false;
  facts.cutField = undefined;
  facts.ambiguousField = undefined;
  for (const mapped of mapping.fields) learnFrom(facts, mapped, data, mapping.cell(row.values, mapped.field));
  facts.hasControl = hasControl(data);
}

/** Records what the cell shows and the parsed field no longer does: capitals, fractions, ambiguous times. */
function learnFrom(facts: Facts, { field, kind, source }: MappedField, data: Data, cell: unknown): void {
  if (kind === 'id') {
    // An id that a step has made is no longer the cell's.
    if (typeof source === 'object' && ('as' in source || 'then' in source || 'lookup' in source)) return;
    const isUpper = typeof cell === 'string' && /[A-Z]/.test(cell);
    if (isUpper && String(data[field]).includes(cell.toLowerCase())) facts.wasUpper = true;
    return;
  }
  if (kind !== 'time' || cell === undefined || cell === null || cell === '') return;
  const format: TimeFormat = typeof source === 'object' && 'from' in source ? source : {};
  const written = String(cell);
  if (isCut(written, format)) facts.cutField ??= field;
  const time = data[field];
  const isWallClock = !/(?:Z|[+-]\d\d:?\d\d)$/i.test(written) && !/^[\d.]+$/.test(written);
  if (format.zone === undefined || typeof time !== 'number' || !isWallClock) return;
  if (comesTwice(time, format.zone)) facts.ambiguousField ??= field;
}

function isCut(written: string, { time }: TimeFormat): boolean {
  if (time === 'ms' || time === 'us') return !written.endsWith(time === 'ms' ? '000' : '000000');
  return (time ?? 'iso') === 'iso' && /\d[.,]\d*[1-9]/.test(written);
}

/** Whether a clock in the zone shows this time twice, because clocks go back. Not for epoch times: they are unique. */
function comesTwice(seconds: number, zone: string): boolean {
  if (offsetOfDay(zone, seconds * 1_000) !== undefined) return false;
  return DateTime.fromSeconds(seconds, { zone }).getPossibleOffsets().length > 1;
}

function hasControl(data: Data): boolean {
  const inner = data['data'] as Data | undefined;
  return [...Object.values(data), inner?.['text']].some(
    (value) => typeof value === 'string' && CONTROL_CHARACTER.test(value),
  );
}
