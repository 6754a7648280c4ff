import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import { ValueSet } from '../columns/key-set.ts';
import type { Table } from '../files/tables.ts';
import { isUnique } from '../guess/by-form.ts';
import { type MessageRoles, tableName } from '../relate/message-roles.ts';

/** The key of the messages of a table. */
export type MessageKey = {
  readonly source: FieldSource;
  readonly remark?: string;
  /** Turns a column with the key of another message of this table into that key. */
  readonly refer: (column: string) => FieldSource;
};

/** A few rows may lack an id, which is then an error in these rows. */
const FILLED = 0.98;

/**
 * The key of messages: a column of ids; ids that other tables have too with the name of the table before them;
 * without ids a hash of who wrote what when to whom.
 * @param ids the ids of the tables before this one, which the ids of this one are added to
 */
export function messageKey({ table, fields, room, person }: MessageRoles, ids: ValueSet): MessageKey {
  const id = fields.get('muid');
  const identifying = ['sender', 'sentAt', 'text'].flatMap((field) => fields.get(field) ?? []);
  const conversation = person === undefined || room.includes(person) ? room : [...room, person];
  const column = table.columns.find(({ name }) => name === id);
  if (id === undefined || !column || column.filled < (table.rows - table.faulty) * FILLED) {
    const files = ['attachments'].flatMap((field) => fields.get(field) ?? []);
    const hash = [...conversation, ...identifying, ...files];
    return {
      source: { hash, perEqualRow: true },
      remark: 'no column has an id in every row: the key of a message is made of the columns of hash',
      refer: (column) => column,
    };
  }
  if (!isKey(table, id, identifying)) {
    const hash = [...(conversation.length > 0 ? conversation : ['$path']), id];
    return {
      source: { hash },
      remark: `${id} is used again for other messages: a key has the conversation too`,
      refer: (column) => ({ hash: hash.map((name) => (name === id ? column : name)) }),
    };
  }
  const own = table.keys.get(id) ?? new ValueSet();
  const isTaken = own.sharedWith(ids).exact > 0;
  ids.addAll(own);
  if (!isTaken) return { source: id, refer: (column) => column };
  const prefixed = (column: string): FieldSource => ({ template: `${tableName(table)}-{${column}}` });
  return {
    source: prefixed(id),
    remark: `another table has the same values of ${id}`,
    refer: prefixed,
  };
}

/** True if an id is of one message: rows with the same id have the same content. */
function isKey({ columns, sample }: Table, id: string, identifying: readonly string[]): boolean {
  const column = columns.find(({ name }) => name === id);
  if (!column || isUnique(column) || column.filled === 1) return true;
  const contents = new Map<string, string>();
  let [repeated, different] = [0, 0];
  for (const row of sample) {
    const key = row[id];
    if (key === undefined) continue;
    const content = JSON.stringify(identifying.map((name) => row[name]));
    const before = contents.get(key);
    if (before !== undefined) repeated += 1;
    if (before !== undefined && before !== content) different += 1;
    contents.set(key, content);
  }
  return different <= repeated / 2;
}
