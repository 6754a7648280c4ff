import { ValueSet } from '../../../input/columns/column.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import { pathsInTable, type Table } from '../files/tables.ts';
import { isUnique } from '../guess/entity-guess.ts';
import type { MessageRoles } from '../relate/message-roles.ts';
import { tableName } from '../relate/references.ts';
import { filesOverlap } from './message-order.ts';

/** The id of the messages of a table. */
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
    const hash = [...keyParts(table, fields.get('sentAt'), conversation), ...identifying, ...files];
    return {
      source: { hash, perEqualRow: true },
      remark: 'no column has an id in every row, so the key of a message is made from the columns of hash',
      refer: (column) => column,
    };
  }
  if (!isKey(table, [id], identifying)) {
    const around = [
      conversation.map(readable),
      ['$path', ...conversation.filter((name) => !name.startsWith('$'))],
    ];
    const parts = around.find((names) => names.length > 0 && isKey(table, [...names, id], identifying)) ?? [
      '$path',
    ];
    const hash = [...parts, id];
    return {
      source: { hash },
      remark: `${id} is used by several messages, so the key also contains ${parts.includes('$path') ? 'the file' : 'the conversation'}`,
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
    remark: `another table uses the same values of ${id}`,
    refer: prefixed,
  };
}

/** The whole path stands for a part of it, which no column has. */
const readable = (column: string): string =>
  column === '$folders' || column === '$files' ? '$path' : column;

/**
 * The columns that tell the conversation apart in a key without an id. Equal rows are counted in each file: where a
 * conversation has several files, one after the other, their rows are different messages, so that the file is a part of
 * the key. Files that overlap may have the same rows twice.
 */
function keyParts(
  table: Table,
  sentAt: string | undefined,
  conversation: readonly string[],
): readonly string[] {
  const parts = conversation.map(readable);
  const isOneFile = parts.includes('$path') || parts.includes('$file') || table.files.length === 1;
  const [key = ''] = conversation;
  const values = table.keys.get(key);
  const hasOneEach = key.startsWith('$') && values?.size === pathsInTable(table).length;
  return isOneFile || hasOneEach || sentAt === undefined || filesOverlap(table, sentAt, conversation)
    ? parts
    : ['$path', ...parts.filter((part) => !part.startsWith('$'))];
}

/** True if an id is of one message: rows with the same id have the same content. */
function isKey({ columns, sample }: Table, ids: readonly string[], identifying: readonly string[]): boolean {
  const column = ids.length === 1 ? columns.find(({ name }) => name === ids[0]) : undefined;
  if (column && (isUnique(column) || column.filled === 1)) return true;
  const contents = new Map<string, string>();
  let [repeated, different] = [0, 0];
  for (const row of sample) {
    const key = JSON.stringify(ids.map((name) => row[name]));
    if (row[ids.at(-1) ?? ''] === undefined) continue;
    const content = JSON.stringify(identifying.map((name) => row[name]));
    const before = contents.get(key);
    if (before !== undefined) repeated += 1;
    if (before !== undefined && before !== content) different += 1;
    contents.set(key, content);
  }
  return different <= repeated / 2;
}
