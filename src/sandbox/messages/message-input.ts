import type { App } from '../app/app.ts';
import { fileLimits } from '../app/app-settings.ts';
import type { MessageReceiver } from '../app/receivers.ts';
import { RECEIVER_TYPES } from '../stores/conversation-store.ts';
import { mentionedUids } from '../stores/mentions.ts';
import type { Message } from '../stores/message.ts';
import { SENT_CATEGORIES } from '../stores/message-json.ts';
import { ApiError, invalid } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { type FieldReader, type Fields, isObject, LIMITS } from '../wire/validation.ts';
import { MESSAGE_TYPES, messageData, sentData } from './message-data.ts';

/** The most receivers of one kind in a request. Only the size of a request is documented. */
const MAX_RECEIVERS = 1000;

const [plainType, anyType] = [field.oneOf(MESSAGE_TYPES), field.text(LIMITS.name)];

/** The type of a message: one of five, or any text for a custom or interactive message. */
const messageType: field.Field<string> = {
  schema: { type: 'string', maxLength: LIMITS.name, description: MESSAGE_TYPES.join(', ') },
  read: (reader, name) => {
    const isPlain = [undefined, null, 'message'].some((category) => category === reader.value('category'));
    return (isPlain ? plainType : anyType).read(reader, name) || 'text';
  },
};

/** Refuses a muid that is longer than a switch allows, or of other characters. */
export function checkMuid({ quirks }: App, muid: string | null): void {
  if (muid === null) return;
  if ([...muid].length > quirks.muidChars)
    throw invalid({ muid: [`The muid may not be greater than ${quirks.muidChars} characters.`] });
  if (quirks.muidText === 'id' && !/^[A-Za-z0-9_-]*$/.test(muid))
    throw invalid({ muid: ['The muid format is invalid.'] });
}

/**
 * Refuses sizes of attachments of a type that a switch excludes; both types are published. With `limited`, also more
 * attachments than a message may have, and larger ones by what they say of themselves.
 */
export function checkFiles(app: App, given: unknown, limited: boolean): void {
  if (!isObject(given) || !Array.isArray(given['attachments'])) return;
  const { sizes } = app.quirks;
  const files: readonly unknown[] = given['attachments'];
  const limits = fileLimits(app);
  if (limited && files.length > limits.count)
    throw new ApiError('ERR_FILE_COUNT_EXCEEDED', `A message may not have more than ${limits.count} files.`);
  for (const [index, attachment] of files.entries()) {
    const { size } = isObject(attachment) ? attachment : {};
    const name = `data.attachments.${index}.size`;
    if (size !== undefined && sizes !== 'any' && typeof size !== (sizes === 'text' ? 'string' : 'number'))
      throw invalid({ [name]: [`The ${name} must be a ${sizes === 'text' ? 'string' : 'number'}.`] });
    if (limited && Number(size) > limits.bytes)
      throw new ApiError('ERR_FILE_SIZE_EXCEEDED', `A file may not have more than ${limits.bytes} bytes.`);
  }
}

/** The fields that sent and imported messages have in common. */
export const CONTENT = {
  receiver: field.requiredId,
  receiverType: field.requiredOneOf(RECEIVER_TYPES),
  category: field.oneOf(SENT_CATEGORIES),
  type: messageType,
  data: messageData,
  tags: field.tags,
} as const;

function readIds(reader: FieldReader, given: Fields, member: string, name: string): readonly string[] {
  const value = given[member];
  const ids = field.readIds(reader, name, value);
  if (Array.isArray(value) && value.length > MAX_RECEIVERS) {
    reader.problem(name, `The ${name} may not have more than ${MAX_RECEIVERS} items.`);
  }
  return ids;
}

const LIST_OF_IDS = { type: 'array', items: field.ID_SCHEMA };
const receivers = field.nested({ type: 'object', properties: { uids: LIST_OF_IDS, guids: LIST_OF_IDS } });

/** The receivers of a message to several. Undefined when absent. */
const multipleReceivers: field.Field<readonly MessageReceiver[] | undefined> = {
  schema: receivers.schema,
  read: (reader, name) => {
    const given = receivers.read(reader, name);
    if (!given) return undefined;
    const uids = readIds(reader, given, 'uids', `${name}.uids`);
    const guids = readIds(reader, given, 'guids', `${name}.guids`);
    return [
      ...uids.map((receiver) => ({ receiverType: 'user' as const, receiver })),
      ...guids.map((receiver) => ({ receiverType: 'group' as const, receiver })),
    ];
  },
};

const SENT = {
  ...CONTENT,
  data: sentData,
  receiver: field.id,
  receiverType: field.oneOf(RECEIVER_TYPES),
  multipleReceivers,
  muid: field.text(LIMITS.muid),
  quotedMessageId: field.messageId,
} as const;

/** The body of a message to one receiver, to several, or to both. */
export const SENT_MESSAGE = field.shape(SENT, (reader, { multipleReceivers: several }) => {
  if (reader.has('receiver')) reader.mustHave('receiverType');
  else if (several === undefined) {
    reader.mustHave('receiver');
    reader.mustHave('receiverType');
  } else if (several.length === 0) {
    reader.problem('multipleReceivers', 'The multipleReceivers field is required.');
  }
});

/** The body of a reply in a thread. Its receiver is that of the thread and may be left out. */
export const SENT_REPLY = field.shape(SENT, (reader) => {
  if (reader.has('receiver')) reader.mustHave('receiverType');
});

/** A message to send. */
export type Sent = field.ShapeValues<typeof SENT_MESSAGE>;

/**
 * The receivers that `check` does not refuse. One refusal refuses all, unless the switch `eachreceiver` is set; then
 * the first one is thrown only if nobody is left.
 */
export function openReceivers<R>(
  { quirks }: App,
  receivers: readonly R[],
  check: (receiver: R) => void,
): R[] {
  let refused: ApiError | undefined;
  const open = receivers.filter((receiver) => {
    try {
      check(receiver);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || !quirks.eachReceiver) throw error;
      refused ??= error;
      return false;
    }
  });
  if (open.length === 0 && refused) throw refused;
  return open;
}

/** Documented: at most 10 distinct mentions. Assumed: a message with more is refused. */
export function checkMentions({ quirks }: App, given: unknown): void {
  if (quirks.mentions === 'cut' || !isObject(given)) return;
  if (mentionedUids(JSON.stringify(given), LIMITS.mentions + 1).length <= LIMITS.mentions) return;
  throw invalid({ 'data.text': [`The data.text may not mention more than ${LIMITS.mentions} users.`] });
}

/** The message that the sender has sent with this muid, where the switch `muidonce` asks for it. */
export function sentBefore(app: App, muid: string | null, sender: string): Message | undefined {
  if (!app.quirks.muidOnce || !muid) return undefined;
  const id = app.messages.idOfMuid(muid);
  const known = id === undefined ? undefined : app.messages.find(id);
  return known?.sender === sender ? known : undefined;
}
