import { hash } from 'node:crypto';
import { jsonText } from '../../../input/json/json-text.ts';
import type { ExportInput } from '../../export-reader.ts';
import { type ExportObject, passJson } from '../../files/export-rows.ts';
import { passWithList, type RowsWithList } from '../../files/long-rows.ts';
import { record, textValue } from '../../files/values.ts';
import type { RecordPlace } from '../../neutral.ts';
import type { CrispFile } from './files.ts';

/** Takes the objects of a file. */
export type CrispTakers = Pick<RowsWithList, 'row' | 'unreadable'>;

/** The kind of an object of the API. */
export function kindOf(row: ExportObject): 'conversation' | 'message' | 'operator' | undefined {
  if (record(row['details'])) return 'operator';
  if ('from' in row && ('content' in row || 'fingerprint' in row)) return 'message';
  return 'session_id' in row ? 'conversation' : undefined;
}

/** Numbers conversations that have no id, by what is said of them. */
export type Numbers = Map<string, number>;

/** Passes the objects of a file as those of the API. */
export async function passCrisp(
  { file, form, rows }: CrispFile,
  { row, unreadable }: CrispTakers,
  numbers: Numbers,
  input: ExportInput,
): Promise<void> {
  if (form !== 'import') return await passJson(file, { rows, row, unreadable }, input);
  /** The conversations whose messages are still to come, by their rows: the id, and how many there were so far. */
  const known = new Map<ExportObject, { readonly id: string; count: number }>();
  const message = (value: unknown, of: ExportObject, place: RecordPlace): void => {
    const session = known.get(of) ?? { id: '', count: 0 };
    const found = record(value);
    row(found ? messageOf(found, session.id, ++session.count) : { value }, place);
  };
  await passWithList(
    file,
    {
      rows,
      list: 'messages',
      row: (of, place) => {
        const { messages } = of;
        if (!Array.isArray(messages)) return row({ value: of }, place);
        const id = textValue(of['id']) ?? idOf(of, numbers);
        known.set(of, { id, count: 0 });
        row(conversationOf(of, id), place);
        for (const each of messages) message(each, of, place);
        // Those of a long one follow.
        if (messages.length > 0) known.delete(of);
      },
      element: message,
      unreadable,
    },
    input,
  );
}

const ID_CHARS = 16;

/** An id for a conversation that has none: equal ones are numbered in their order. */
function idOf({ user, subject }: ExportObject, numbers: Numbers): string {
  const digest = hash('sha256', jsonText([user, subject]), 'hex').slice(0, ID_CHARS);
  const number = (numbers.get(digest) ?? 0) + 1;
  numbers.set(digest, number);
  return `import-${digest}${number === 1 ? '' : `-${number}`}`;
}

/** A conversation of an import as the API would answer it. */
function conversationOf(row: ExportObject, session_id: string): ExportObject {
  const user = record(row['user']) ?? {};
  const { name, email, avatar } = user;
  const { subject, segments, state = 'resolved' } = row;
  return { session_id, state, meta: { nickname: name, email, avatar, subject, segments } };
}

/** A message of an import as the API would answer it. */
function messageOf(row: ExportObject, session_id: string, number: number): ExportObject {
  const { text, note, file, date, from, fingerprint = number } = row;
  const isUser = from === 'user';
  const nickname = record(row['user'])?.['name'] ?? (isUser ? undefined : 'Operator');
  const [type, content] =
    note === undefined ? (file === undefined ? ['text', text] : ['file', file]) : ['note', note];
  return {
    session_id,
    type,
    content,
    from: isUser ? from : 'operator',
    fingerprint,
    timestamp: date,
    user: { nickname },
  };
}
