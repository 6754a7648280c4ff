import type { ExportObject } from '../../files/export-rows.ts';
import { number, record, records, textValue } from '../../files/values.ts';
import { deletedOrEdited, type SourceFile, type SourceMessage, type SourceReaction } from '../../neutral.ts';
import { type Document, fieldsOf } from './documents.ts';
import { idIn, idOf, isSet, pushTime, restIn, textOf, timeIn, valueAt, withDots } from './fields.ts';
import type { Shape } from './shape.ts';

/** The conversation of a message: of its path, of a field, or the only one, which has the name of the path. */
export function roomOf(document: Document, { messages, root }: Shape): string | undefined {
  const { conversation } = document.ids;
  if (conversation !== undefined) return conversation;
  if (messages?.conversation !== undefined) return idIn(fieldsOf(document), messages.conversation);
  return messages?.path?.split('/')[0] ?? root;
}

/** The author of a message; undefined if it names none. */
export function senderOf(document: Document, { messages, commas }: Shape): string | undefined {
  const id = idIn(fieldsOf(document), messages?.sender);
  return id === undefined ? undefined : withDots(id, commas);
}

/**
 * @param taken the names of fields that the shape takes
 * @returns undefined if it has no id or no conversation
 */
export function messageFrom(
  document: Document,
  shape: Shape,
  taken: ReadonlySet<string>,
): SourceMessage | undefined {
  const { messages = {} } = shape;
  const row = fieldsOf(document);
  const key = document.ids.message;
  const [id, conversation] = [idIn(row, messages.id) ?? key, roomOf(document, shape)];
  if (id === undefined || conversation === undefined) return undefined;
  const time = timeIn(row, messages.time) ?? pushTime(key ?? id) ?? Number.NaN;
  const type = textOf(row, messages.type);
  const isSystem = type !== undefined && messages.system?.includes(type) === true;
  const isDeleted = isSet(row, messages.deleted);
  const changed = timeIn(row, messages.editedAt);
  const parent = idIn(row, messages.parent);
  const files = filesOf(row, messages);
  const body = textOf(row, messages.text);
  const rest = restIn(row, taken);
  return {
    id,
    conversation,
    time,
    sender: senderOf(document, shape),
    text: body,
    files,
    senderName: textOf(row, messages.senderName),
    ...(isSystem ? { system: 'system' } : {}),
    ...(parent === undefined ? {} : { parent }),
    ...deletedOrEdited(time, changed, isDeleted && { at: timeIn(row, messages.deleted) }),
    version: changed ?? 0,
    reactions: reactionsOf(valueAt(row, messages.reactions), shape.commas),
    ...(isCustom(body, files, type, rest) && !isSystem && !isDeleted
      ? { custom: { type: CUSTOM_TYPE.test(type ?? '') ? (type as string) : 'custom', data: rest } }
      : {}),
    metadata: { ...rest, ...(type === undefined || isSystem ? {} : { type }) },
  };
}

const CUSTOM_TYPE = /^[a-z][\w-]{0,99}$/i;

/** True if a message is neither text nor files, but something of the app. */
const isCustom = (
  body: string | undefined,
  files: readonly SourceFile[],
  type: string | undefined,
  rest: Readonly<Record<string, unknown>>,
): boolean => body === undefined && files.length === 0 && type !== undefined && Object.keys(rest).length > 0;

function filesOf(row: ExportObject, messages: NonNullable<Shape['messages']>): readonly SourceFile[] {
  const value = valueAt(row, messages.file);
  const all = Array.isArray(value) ? value : [value];
  return all.flatMap((each) => {
    const url = textValue(each) ?? textValue(record(each)?.['url']);
    if (url === undefined) return [];
    return [
      {
        url,
        name: textOf(row, messages.fileName),
        type: textOf(row, messages.fileType),
        size: number(valueAt(row, messages.fileSize)),
      },
    ];
  });
}

/** Reactions as `{ user: emoji }`, `{ emoji: [users] }`, `{ emoji: { user: true } }`, or a list of `{ user, emoji }`. */
function reactionsOf(value: unknown, commas: boolean | undefined): readonly SourceReaction[] {
  const given: (readonly [emoji: string, user: string])[] = [];
  if (Array.isArray(value))
    for (const one of records(value)) {
      const emoji = textValue(one['emoji'] ?? one['reaction'] ?? one['type']);
      const user = idOf(one['userId'] ?? one['user'] ?? one['uid']);
      if (emoji !== undefined && user !== undefined) given.push([emoji, user]);
    }
  else
    for (const [name, each] of Object.entries(record(value) ?? {})) {
      const users = Array.isArray(each)
        ? each.flatMap((user) => idOf(user) ?? [])
        : Object.keys(record(each) ?? {});
      if (typeof each === 'string') given.push([each, name]);
      else for (const user of users) given.push([name, user]);
    }
  return Array.from(
    Map.groupBy(given, ([emoji]) => emoji),
    ([reaction, of]) => ({
      reaction,
      users: of.map(([, user]) => withDots(user, commas)),
    }),
  );
}
