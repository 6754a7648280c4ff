import { plainColumnName } from '../../database/shape/usual-names.ts';
import type { ChatTable } from '../../database/table.ts';
import type { ExportInput } from '../../export-reader.ts';

type Shape = NonNullable<ExportInput['shape']>;

/** A part that documents may have as lists: how these are usually called, and their columns. */
type ListedPart = {
  /** The part that has the lists. */
  readonly of: string;
  readonly documents: RegExp;
  readonly list: RegExp;
  /** The field for the document. */
  readonly parent: string;
  readonly columns: Readonly<Record<string, readonly string[]>>;
};

const LISTED: Readonly<Record<string, ListedPart>> = {
  participants: {
    of: 'conversations',
    documents: /^(?:conversation|chat|room|chatroom|channel|group|thread)s?$/,
    list: /^(?:member|participant|user|people|recipient|seat)s?$/,
    parent: 'conversation',
    // Lists of ids alone are known by their names. An `_id` beside a person is that of the object, and nobody's.
    columns: { user: ['user', 'userid', 'member', 'memberid', 'participant', 'participantid', 'uid'] },
  },
  reactions: {
    of: 'messages',
    documents: /^(?:chat)?(?:message|msg)s?$/,
    list: /^reactions?$/,
    parent: 'message',
    columns: { user: ['user', 'userid', '$value'], reaction: ['emoji', 'reaction', 'type', '$key'] },
  },
  attachments: {
    of: 'messages',
    documents: /^(?:chat)?(?:message|msg)s?$/,
    list: /^(?:attachment|file|media)s?$/,
    parent: 'message',
    columns: { url: ['url', 'fileurl', 'src', 'path', '$value'] },
  },
};

/** A shape with the parts that documents have as lists, where nobody has said anything else of them. */
export function withListedParts(given: Shape = {}, tables: readonly ChatTable[]): Shape {
  if (given['preset'] !== undefined) return given;
  const parts = Object.entries(LISTED).flatMap(([part, wanted]) => {
    const declared = given[wanted.of] as { table?: unknown; members?: unknown } | undefined;
    if (given[part] !== undefined || declared?.members !== undefined) return [];
    const found = tables.map((table) => sectionOf(table, wanted, declared?.table)).filter(Boolean);
    return found.length === 1 ? [[part, found[0]] as const] : [];
  });
  return { ...given, ...Object.fromEntries(parts) };
}

function sectionOf(
  { name, columns, isEmpty }: ChatTable,
  { documents, list, parent, columns: wanted }: ListedPart,
  declared: unknown,
): Shape | undefined {
  const [collection = '', own = '', ...deeper] = name.split('.');
  const isOf = declared === undefined ? documents.test(plainColumnName(collection)) : declared === collection;
  if (isEmpty || deeper.length > 0 || !isOf || !list.test(plainColumnName(own))) return undefined;
  const plain = (column: string): string => (column.startsWith('$') ? column : plainColumnName(column));
  const fields = Object.entries(wanted).map(([field, names]) => {
    const found = names.map((each) => columns.find((column) => plain(column) === each));
    return [field, found.find((column) => column !== undefined)] as const;
  });
  if (fields.some(([, column]) => column === undefined)) return undefined;
  return { table: name, [parent]: '$parent', ...Object.fromEntries(fields) };
}
