import { messageNotFound } from '../wire/api-error.ts';
import type { Field } from '../wire/field.ts';
import type { UserConversation } from './conversation-access.ts';

/** The id of a message: a number, or text as in answers. Null when absent. */
export const messageId: Field<number | null> = {
  schema: { type: ['string', 'integer'], pattern: '^[0-9]{1,15}$' },
  read: (reader, name) => {
    const value = reader.value(name);
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : isDigits(value)) {
      return Number(value);
    }
    reader.problem(name, `The ${name} must be the id of a message.`);
    return null;
  },
};

/** The required id of a message. 0 if it is missing, and the problem is recorded. */
export const requiredMessageId: Field<number> = {
  schema: messageId.schema,
  required: true,
  read: (reader, name) => {
    if (!reader.has(name)) reader.problem(name, `The ${name} field is required.`);
    return messageId.read(reader, name) ?? 0;
  },
};

const isDigits = (value: unknown) => typeof value === 'string' && /^\d{1,15}$/.test(value);

/** Refuses an id that is not in the conversation, or that the user has deleted. */
export function checkMessageIn({ app, conversation, state }: UserConversation, id: number): void {
  const found = app.db.get('SELECT 1 FROM messages WHERE id = ? AND conversation = ?', id, conversation.seq);
  if (found && id > state.hiddenTo) return;
  throw messageNotFound();
}
