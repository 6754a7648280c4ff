import type { Item } from '../../src/input/entities/entity.ts';
import { WHOLE_ROWS } from '../../src/input/rows/owned-fields.ts';
import type { Row } from '../../src/input/rows/row.ts';

/** Row `index` of a file of ten bytes a line, without a header. */
export const rowAt = (index: number, values: Row['values'] = {}): Row => ({
  file: 0,
  row: index + 1,
  line: index + 1,
  byte: index * 10,
  endLine: index + 2,
  endByte: index * 10 + 10,
  values,
});

/** Message `seq`, sent by a user to `receiver`. */
export function messageTo(receiver: string, seq: number): Item {
  const data = { muid: `m${seq}`, sender: 'ann', receiver, receiverType: 'user', sentAt: 1_700_000_000 };
  return { key: data.muid, data, json: JSON.stringify(data), seq, owned: WHOLE_ROWS };
}

/** Chunks as the stage before would yield them. */
export async function* chunks<T>(...each: readonly T[]): AsyncGenerator<T> {
  yield* each;
}
