import { fieldNames } from '../../input/entities/content-hash.ts';
import type { Data, Entity } from '../../input/entities/entity.ts';
import type { MappedField, Mapping } from '../../input/rows/mapping.ts';
import type { Row } from '../../input/rows/row.ts';
import { comesTwice, type TimeFormat } from '../../input/rows/time.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import {
  type Facts,
  HAS_CONTROL,
  IS_BANNED,
  KEY,
  OTHER,
  PARENT,
  TO_GROUP,
  USER,
  WAS_UPPER,
} from '../../prefilter/facts.ts';
import { CONTROL_CHARACTER } from './notice-bits.ts';

/** Fills `facts` from a row that is valid by itself. */
export function fillFacts(
  facts: Facts,
  entity: Entity,
  row: Row,
  data: Data,
  mapping: Mapping,
  content: number,
): void {
  const { name } = entity;
  facts.begin(row);
  facts.content = content;
  const keep = (place: number, field: string): void => {
    const value = data[field];
    if (typeof value !== 'string') return;
    const { lo, hi } = fingerprint64(value);
    facts.keep(place, lo, hi);
  };
  // The key of a membership is made from its group and user, which are recorded below.
  const key = name === 'members' ? undefined : fingerprint64(entity.key(data));
  if (key) facts.keep(KEY, key.lo, key.hi);
  keep(USER, name === 'groups' ? 'owner' : name === 'members' ? 'uid' : 'sender');
  keep(OTHER, name === 'members' ? 'guid' : 'receiver');
  keep(PARENT, 'parentMuid');
  const time = name === 'messages' ? 'sentAt' : name === 'members' ? 'joinedAt' : 'createdAt';
  facts.seconds = (data[time] as number | undefined) ?? 0;
  if (data['receiverType'] === 'group') facts.flag(TO_GROUP);
  if (data['isBanned'] === true) facts.flag(IS_BANNED);
  for (const mapped of mapping.fields) {
    const index = fieldNames(entity).indexOf(mapped.field);
    learnFrom(facts, mapped, index, data, mapping.cell(row.values, mapped.field));
  }
  if (hasControl(data)) facts.flag(HAS_CONTROL);
}

/** Records what the cell shows and the parsed field no longer does: capitals, fractions, ambiguous times. */
function learnFrom(
  facts: Facts,
  { field, kind, source }: MappedField,
  index: number,
  data: Data,
  cell: unknown,
): void {
  if (kind === 'id') {
    // An id that a step has made is no longer the cell's.
    if (typeof source === 'object' && ('as' in source || 'then' in source || 'lookup' in source)) return;
    const isUpper = typeof cell === 'string' && /[A-Z]/.test(cell);
    if (isUpper && String(data[field]).includes(cell.toLowerCase())) facts.flag(WAS_UPPER);
    return;
  }
  if (kind !== 'time' || cell === undefined || cell === null || cell === '') return;
  const format: TimeFormat = typeof source === 'object' && 'from' in source ? source : {};
  const written = String(cell);
  if (isCut(written, format)) facts.setCut(index);
  if (comesTwice(cell, data[field], format)) facts.setAmbiguous(index);
}

function isCut(written: string, { time }: TimeFormat): boolean {
  if (time === 'ms' || time === 'us') return !written.endsWith(time === 'ms' ? '000' : '000000');
  return (time ?? 'iso') === 'iso' && /\d[.,]\d*[1-9]/.test(written);
}

function hasControl(data: Data): boolean {
  const inner = data['data'] as Data | undefined;
  return [...Object.values(data), inner?.['text']].some(
    (value) => typeof value === 'string' && CONTROL_CHARACTER.test(value),
  );
}
