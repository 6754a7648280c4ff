import { KeySet } from '../../../keys/key-table.ts';
import type { ExportInput } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { passWithList, type RowsWithList } from '../../files/long-rows.ts';
import { number, record, textValue } from '../../files/values.ts';
import type { RecordPlace } from '../../neutral.ts';
import type { IntercomFile } from './files.ts';

/** Takes the conversations of a file, each before its parts. */
export type ConversationTakers = Pick<RowsWithList, 'unreadable'> & {
  conversation(row: ExportObject, id: string, place: RecordPlace): void;
  part(value: unknown, id: string, place: RecordPlace): void;
  /** Takes an object of another type. */
  other(row: ExportObject, place: RecordPlace): void;
};

/** The name of the list in a conversation, and of that in the list. */
const PARTS = 'conversation_parts';

/** The parts of a conversation; undefined where an answer has none at all. */
export const partsIn = (row: ExportObject): readonly unknown[] | undefined => {
  const parts = record(row[PARTS])?.[PARTS];
  return Array.isArray(parts) ? parts : undefined;
};

/** Passes the conversations of a file, also those that are too long to be read as one row. */
export async function passConversations(
  { file, rows }: IntercomFile,
  { conversation, part, other, unreadable }: ConversationTakers,
  input: ExportInput,
): Promise<void> {
  const element = (value: unknown, row: ExportObject, place: RecordPlace): void => {
    const id = textValue(row['id']);
    if (id !== undefined && row['type'] === 'conversation') part(value, id, place);
  };
  await passWithList(
    file,
    {
      rows,
      list: PARTS,
      elements: `.${PARTS}[*]`,
      row: (row, place) => {
        if (row['type'] === 'conversation') conversation(row, textValue(row['id']) ?? '', place);
        else other(row, place);
        for (const each of partsIn(row) ?? []) element(each, row, place);
      },
      element,
      unreadable,
    },
    input,
  );
}

/** Conversations that are named in a sentence. */
const NAMED_MAX = 3;

/** Counts the parts of conversations, to say which ones lack some. */
export class PartCounts {
  /** Those of which a copy has all parts. */
  readonly #whole = new KeySet();
  /** Of all others: how many parts there are, if that is known, and how many were seen. */
  readonly #lacking = new Map<string, { readonly total: number | undefined; seen: number }>();

  conversation(row: ExportObject, id: string): void {
    const parts = partsIn(row);
    const total =
      number(record(row[PARTS])?.['total_count']) ??
      number(record(row['statistics'])?.['count_conversation_parts']);
    if (parts !== undefined && parts.length >= (total ?? 0)) this.#whole.add([id]);
    else this.#lacking.set(id, { total, seen: 0 });
  }

  part(id: string): void {
    const of = this.#lacking.get(id);
    if (of) of.seen += 1;
  }

  /**
   * Sentences about conversations of which no copy has all parts, or that are in no file.
   * @param total how many there are, as lists say
   */
  notes(total: number): readonly string[] {
    const found = this.#whole.size + [...this.#lacking].filter(([id]) => !this.#whole.has([id])).length;
    const left = [...this.#lacking].filter(
      ([id, { total, seen }]) => !this.#whole.has([id]) && (seen === 0 || seen < (total ?? 0)),
    );
    const none = left.filter(([, { seen }]) => seen === 0);
    const some = left.filter(([, { seen }]) => seen > 0);
    const missing = some.reduce((sum, [, { total = 0, seen }]) => sum + total - seen, 0);
    return [
      ...(total > found
        ? [
            `conversations that a list counts and no file has: ${total - found}; get all of its pages, and each by  GET /conversations/{id}`,
          ]
        : []),
      ...(none.length > 0
        ? [
            `conversations without their parts: ${named(none)}; lists have none, so get each by  GET /conversations/{id}`,
          ]
        : []),
      ...(some.length > 0
        ? [
            `parts that the export lacks: ${missing}, of conversations: ${named(some)}; Intercom gives 500 of each`,
          ]
        : []),
    ];
  }
}

function named(some: readonly (readonly [string, unknown])[]): string {
  const ids = some.slice(0, NAMED_MAX).map(([id]) => id);
  return `${some.length} (${ids.join(', ')}${some.length > ids.length ? ', …' : ''})`;
}
