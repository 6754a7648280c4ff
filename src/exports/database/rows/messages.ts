import { RunError } from '../../../errors/run-error.ts';
import type { MessageSink } from '../../export-reader.ts';
import type { SourceFile, SourceMessage } from '../../neutral.ts';
import { roomOf, type ShapeSection } from '../shape/shape-section.ts';
import { internalFields } from '../shape/usual-names.ts';
import { deletedValues, internalValues, unsentValues, usualSystem } from '../shape/usual-values.ts';
import { looksDoubleEncoded } from './double-encoded.ts';
import type { KeyedIds } from './lookups.ts';
import { authorOf, pairId, placeOf } from './pairs.ts';
import { metadataOf, noValue, type RoleCells } from './role-cells.ts';
import { passRole, type RolesInput } from './role-rows.ts';

type Messages = { readonly sink: MessageSink; readonly keys: KeyedIds; readonly input: RolesInput };

/** Reads the files of messages, then the messages, then the reactions. */
export async function readMessages(messages: Messages): Promise<void> {
  await readAttachments(messages);
  await readRows(messages);
  await readReactions(messages);
}

async function readAttachments({ sink, input }: Messages): Promise<void> {
  await passRole(
    'attachments',
    () => ({
      rows: (cells) => (place) => {
        const message = cells.id('message');
        // Something that was uploaded and never sent.
        if (message === undefined) return sink.dropped('attachments', 'withoutMessage');
        const file: SourceFile = {
          ...addressed(cells.text('url'), cells.text('path')),
          name: cells.text('name'),
          type: cells.text('type'),
          size: sizeOf(cells.text('size')),
          ...(deletedIn(cells) ? { gone: 'deleted' } : {}),
        };
        sink.file({ message, file }, place);
      },
    }),
    { ...input, sink },
  );
}

/** An address is one with a scheme; anything else is a path among the files. */
function addressed(url: string | undefined, path: string | undefined): Pick<SourceFile, 'url' | 'path'> {
  const isUrl = url !== undefined && /^https?:/i.test(url);
  return { url: isUrl ? url : undefined, path: path ?? (isUrl ? undefined : url) };
}

function sizeOf(text: string | undefined): number | undefined {
  const size = text === undefined ? Number.NaN : Number(text);
  return Number.isNaN(size) ? undefined : size;
}

async function readReactions({ sink, keys, input }: Messages): Promise<void> {
  await passRole(
    'reactions',
    () => ({
      rows: (cells) => (place) => {
        const [message, user] = [cells.id('message'), cells.id('user')];
        const reaction = cells.text('reaction');
        if (message === undefined || user === undefined || reaction === undefined) {
          const lacking = message === undefined ? 'message' : user === undefined ? 'user' : 'reaction';
          return sink.unreadable('reactions', noValue(lacking, cells), place);
        }
        if (deletedIn(cells)) return sink.dropped('reactions', 'deleted');
        const at = cells.time('at');
        sink.reaction(
          { message, user: keys.user(user), reaction, at: Number.isNaN(at) ? undefined : at },
          place,
        );
      },
    }),
    { ...input, sink },
  );
}

async function readRows({ sink, keys, input }: Messages): Promise<void> {
  const isWatched = !input.shape.isDoubleEncoded;
  let suspects = 0;
  await passRole(
    'messages',
    (section) => {
      const { metadata = [], markup, system } = section.spec;
      const making: Making = {
        keys,
        markup,
        time: section.time ?? Number.NaN,
        room: roomOf(section.spec)?.const,
        isNumbered: keys.numbered.has(section),
        systemOf: systemKinds(system),
        isInternal: internalNotes(section),
      };
      return {
        columns: metadata,
        rows: (cells, slots) => (place) => {
          if (cells.text('original') !== undefined) return sink.dropped('messages', 'editHistory');
          const kept = metadata.length > 0 ? metadataOf(cells, metadata, slots) : undefined;
          const found = messageOf(cells, making, kept);
          if (typeof found === 'string') return sink.unreadable('messages', noValue(found, cells), place);
          if (isWatched && found.text !== undefined && looksDoubleEncoded(found.text)) suspects++;
          sink.message(found, place);
        },
      };
    },
    { ...input, sink },
  );
  if (suspects > 0)
    sink.note(
      `${suspects} texts look like UTF-8 that was read as latin1 (Ã© for é); shape: { doubleEncoded: true } repairs them`,
    );
}

/** Things known of all messages of a section. */
type Making = Pick<SourceMessage, 'markup'> & {
  readonly keys: KeyedIds;
  /** Of messages without one. */
  readonly time: number;
  /** The conversation that all of them are in. */
  readonly room: string | undefined;
  /** True if their ids are numbers that say their order. */
  readonly isNumbered: boolean;
  systemOf(kind: string): string | undefined;
  isInternal(cells: RoleCells): boolean;
};

/** A message; the name of a field that it needs and does not have. */
function messageOf(
  cells: RoleCells,
  { keys, markup, time, room, isNumbered, systemOf, isInternal }: Making,
  metadata: SourceMessage['metadata'],
): SourceMessage | 'id' | 'conversation' | 'receiver' {
  const id = cells.id('id');
  if (id === undefined) return 'id';
  const sender = authorOf(cells, keys);
  const found = room ?? placeOf(cells, sender, keys);
  if (found === undefined) return cells.has('receiver') ? 'receiver' : 'conversation';
  const [kind, parent] = [cells.text('kind'), cells.text('parent') === '0' ? undefined : cells.id('parent')];
  const system = kind === undefined ? undefined : systemOf(kind);
  const [edited, pinned] = [cells.event('editedAt'), cells.event('pinned')];
  const states = [kind, cells.text('status')].map((state) => state?.toLowerCase() ?? '');
  const deleted = deletedIn(cells) ?? (states.some((state) => deletedValues.has(state)) ? {} : undefined);
  const unsent = states.find((state) => unsentValues.has(state));
  const file = fileOf(cells);
  return {
    id,
    conversation: typeof found === 'string' ? found : pairId(...found),
    sender,
    text: cells.text('text'),
    senderName: cells.text('senderName'),
    time: cells.time('time') ?? time,
    ...(isNumbered ? { order: Number(cells.text('id')) } : {}),
    system,
    parent,
    edited,
    deleted,
    pinned,
    ...(unsent === undefined ? {} : { hidden: unsent }),
    ...(cells.flag('encrypted') ? { hidden: 'encrypted' } : {}),
    ...(isInternal(cells) ? { hidden: 'internal' } : {}),
    files: file ? [file] : NO_FILES,
    deliveredAt: momentOf(cells, 'deliveredAt'),
    readAt: momentOf(cells, 'readAt'),
    markup,
    metadata,
  };
}

/** Reads either of the columns that may tell of a deletion. */
const deletedIn = (cells: RoleCells): SourceMessage['deleted'] =>
  cells.event('deletedAt') ?? cells.event('isDeleted');

const NO_FILES: readonly SourceFile[] = [];

const momentOf = (cells: RoleCells, field: 'deliveredAt' | 'readAt'): number | undefined =>
  cells.has(field) ? cells.event(field)?.at : undefined;

function fileOf(cells: RoleCells): SourceFile | undefined {
  const [url, path] = [cells.text('fileUrl'), cells.text('filePath')];
  if (url === undefined && path === undefined) return undefined;
  return { ...addressed(url, path), name: cells.text('fileName'), type: cells.text('fileType') };
}

/**
 * The kind of a message of the system; values that end with `*` are the beginnings of kinds.
 * @param values as declared, letter for letter; absent for the usual ones
 */
function systemKinds(values: readonly string[] | undefined): (kind: string) => string | undefined {
  const all = values ?? usualSystem;
  const whole = new Set(all.filter((value) => !value.endsWith('*')));
  const begins = all.filter((value) => value.endsWith('*')).map((value) => value.slice(0, -1));
  return (kind) => {
    const word = values ? kind : kind.toLowerCase();
    return whole.has(word) || begins.some((begin) => word.startsWith(begin)) ? kind : undefined;
  };
}

const YES_OR_NO = /^(?:0+|1|t|true|f|false|y|yes|n|no|on|off)$/i;

/**
 * Tells which messages only some of those inside may see: those of which any of the columns for it says yes, or the kind.
 * @throws RunError `EXPORT.SHAPE_UNCLEAR` when called, if a column that is recognised by its name alone says something else
 */
function internalNotes({ fields, spec }: ShapeSection<'messages'>): (cells: RoleCells) => boolean {
  const isOfKind = (cells: RoleCells): boolean =>
    spec.internal !== false && internalValues.has(cells.text('kind')?.toLowerCase() ?? '');
  const asked = internalFields.flatMap((name) => {
    const field = fields[name];
    return field ? [{ name, ...field }] : [];
  });
  return (cells) =>
    isOfKind(cells) ||
    asked.some(({ name, column, isGuessed }) => {
      const text = cells.text(name);
      if (isGuessed && text !== undefined && !YES_OR_NO.test(text)) throw unclear(column, text);
      return cells.flag(name);
    });
}

const unclear = (column: string, value: string): RunError =>
  new RunError(
    'EXPORT.SHAPE_UNCLEAR',
    `messages.${column}: does it say that only some may see a message? Its values are no yes and no, such as ${JSON.stringify(value.slice(0, 40))}`,
    {
      hint: `say which messages are taken:  shape: { messages: { internal: false, where: { ${column}: … } } } , or  internal: ${column}  if every value but no means so, or  internal: false  alone if none does`,
    },
  );
