import type { ExportObject } from '../../files/export-rows.ts';
import { number, record, records, textValue } from '../../files/values.ts';
import { deletedOrEdited, type SourceFile, type SourceMessage, type SourceReaction } from '../../neutral.ts';
import { type Document, fieldsOf } from './documents.ts';
import { idIn, idOf, isSet, pushTime, restIn, textOf, timeIn, valueAt, withDots } from './fields.ts';
import { closedMark, isForFew, isGone } from './marks.ts';
import { type Room, senderOf } from './rooms.ts';
import type { Shape } from './shape.ts';

/**
 * @param room its conversation
 * @param taken the names of fields that the shape takes
 * @returns undefined if it has no id
 */
export function messageFrom(
  document: Document,
  { id: conversation }: Room,
  shape: Shape,
  taken: ReadonlySet<string>,
): SourceMessage | undefined {
  const { messages = {} } = shape;
  const row = fieldsOf(document);
  const key = document.ids.message;
  const id = idIn(row, messages.id) ?? key;
  if (id === undefined) return undefined;
  const time = messageTime(document, shape) ?? Number.NaN;
  const type = textOf(row, messages.type);
  const isSystem = type !== undefined && messages.system?.includes(type) === true;
  const isDeleted = isSet(row, messages.deleted) || isGone(row, type);
  const isInternal = isSet(row, messages.internal) || isForFew(row, type);
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
    ...(isInternal || closedMark(row, taken) !== undefined ? { hidden: 'internal' } : {}),
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

/** The time of a message: of its field, of its push key, or the one for all. */
export function messageTime(document: Document, { messages }: Shape): number | undefined {
  const row = fieldsOf(document);
  const id = document.ids.message ?? idIn(row, messages?.id) ?? '';
  return timeIn(row, messages?.time) ?? pushTime(id);
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
