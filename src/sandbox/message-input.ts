import { ApiError } from './api-error.ts';
import { RECEIVER_TYPES } from './conversation-store.ts';
import * as field from './field.ts';
import { FieldReader, isObject, LIMITS } from './validation.ts';

const CATEGORIES = ['message', 'custom'] as const;
const MESSAGE_TYPES = ['text', 'image', 'file', 'audio', 'video'] as const;

/** The type of a message: one of five, and any text for a custom message. */
const messageType: field.Field<string> = {
  schema: { type: 'string', maxLength: LIMITS.name, description: MESSAGE_TYPES.join(', ') },
  read: (reader, name) => {
    const custom = reader.value('category') === 'custom';
    return (custom ? reader.text(name, LIMITS.name) : reader.oneOf(name, MESSAGE_TYPES)) || 'text';
  },
};

/** The data of a message as JSON text, without `entities`: the service writes those itself. */
const messageData: field.Field<string> = {
  schema: { type: 'object', description: 'text, attachments, customData, metadata and members of your own' },
  read: (reader, name) => {
    const data = reader.value(name);
    if (!isObject(data)) return reader.object(name, LIMITS.dataBytes) ?? '{}';
    checkData(reader, data);
    if (data['entities'] === undefined) return reader.object(name, LIMITS.dataBytes) ?? '{}';
    const { entities: _, ...rest } = data;
    const bare = new FieldReader({ [name]: rest });
    const json = bare.object(name, LIMITS.dataBytes) ?? '{}';
    bare.finish();
    return json;
  },
};

/** What sending and importing a message have in common. */
export const CONTENT = {
  receiver: field.requiredId,
  receiverType: { ...field.oneOf(RECEIVER_TYPES), required: true },
  category: field.oneOf(CATEGORIES),
  type: messageType,
  data: messageData,
  tags: field.tags,
} as const;

/** Notes a missing `receiverType`. */
export function checkReceiverType(reader: FieldReader): void {
  if (!reader.has('receiverType')) reader.problem('receiverType', 'The receiverType field is required.');
}

function checkData(reader: FieldReader, data: Readonly<Record<string, unknown>>): void {
  const { attachments } = data;
  if (attachments === undefined || attachments === null) return;
  if (!Array.isArray(attachments) || !attachments.every(isObject)) {
    reader.problem('data.attachments', 'The data.attachments must be an array of objects.');
    return;
  }
  for (const [index, attachment] of attachments.entries()) {
    for (const member of ['url', 'name', 'mimeType', 'extension']) {
      const value = attachment[member];
      const name = `data.attachments.${index}.${member}`;
      if (typeof value !== 'string' || value === '') reader.problem(name, `The ${name} field is required.`);
      else if (member === 'url' && !URL.canParse(value)) {
        reader.problem(name, `The ${name} format is invalid.`);
      }
    }
  }
}

/** Refuses a text message without a text; `data` is the data as it came. */
export function checkText(
  content: { readonly category: string | null; readonly type: string },
  data: unknown,
): void {
  if (content.category === 'custom' || content.type !== 'text') return;
  const text = isObject(data) ? data['text'] : undefined;
  if (typeof text === 'string' && text.trim() !== '') return;
  throw new ApiError('ERR_EMPTY_MESSAGE_TEXT', 'Message text should be non-empty string.');
}
