import { ApiError } from './api-error.ts';
import { RECEIVER_TYPES, type ReceiverType } from './conversation-store.ts';
import { FieldReader, type Fields, isObject, LIMITS } from './validation.ts';

const CATEGORIES = ['message', 'custom'] as const;
const MESSAGE_TYPES = ['text', 'image', 'file', 'audio', 'video'] as const;

/** What a message says: the part that sending and importing have in common. */
export type Content = {
  readonly receiver: string;
  readonly receiverType: ReceiverType;
  readonly category: string;
  readonly type: string;
  /** JSON text. */
  readonly data: string;
  /** JSON text. */
  readonly tags: string | null;
};

/** Reads the content of a message; problems stay in the reader until its `finish`. */
export function readContent(reader: FieldReader, fields: Fields): Content {
  const receiverType = reader.oneOf('receiverType', RECEIVER_TYPES);
  if (!reader.has('receiverType')) reader.problem('receiverType', 'The receiverType field is required.');
  const category = reader.oneOf('category', CATEGORIES) ?? 'message';
  const type = category === 'custom' ? reader.text('type', LIMITS.name) : reader.oneOf('type', MESSAGE_TYPES);
  const data = fields['data'];
  if (isObject(data)) checkAttachments(reader, data);
  return {
    receiver: reader.requiredId('receiver'),
    receiverType: receiverType ?? 'user',
    category,
    type: type ?? 'text',
    data: readData(reader, data),
    tags: reader.tags(),
  };
}

function readData(reader: FieldReader, data: unknown): string {
  if (!isObject(data) || data['entities'] === undefined)
    return reader.object('data', LIMITS.dataBytes) ?? '{}';
  // The service writes `entities` itself, so a caller's own is dropped.
  const { entities: _, ...rest } = data;
  return new FieldReader({ data: rest }).object('data', LIMITS.dataBytes) ?? '{}';
}

function checkAttachments(reader: FieldReader, data: Fields): void {
  const attachments = data['attachments'];
  if (attachments === undefined || attachments === null) return;
  if (!Array.isArray(attachments) || !attachments.every(isObject)) {
    reader.problem('data.attachments', 'The data.attachments must be an array of objects.');
    return;
  }
  for (const [index, attachment] of attachments.entries()) {
    for (const field of ['url', 'name', 'mimeType', 'extension']) {
      const value = attachment[field];
      const name = `data.attachments.${index}.${field}`;
      if (typeof value !== 'string' || value === '') reader.problem(name, `The ${name} field is required.`);
      else if (field === 'url' && !URL.canParse(value))
        reader.problem(name, `The ${name} format is invalid.`);
    }
  }
}

/** Refuses a text message without a text. */
export function checkText(content: Content, fields: Fields): void {
  if (content.category !== 'message' || content.type !== 'text') return;
  const data = fields['data'];
  const text = isObject(data) ? data['text'] : undefined;
  if (typeof text === 'string' && text.trim() !== '') return;
  throw new ApiError('ERR_EMPTY_MESSAGE_TEXT', 'Message text should be non-empty string.');
}
