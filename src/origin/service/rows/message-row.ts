import { isUrl } from '../../../input/entities/limits.ts';
import { isSigned } from '../../../input/rows/forms/address-key.ts';
import { attachment } from '../../../input/rows/forms/attachments.ts';
import { isRecord } from '../../../service/transport/transport.ts';

/** Categories that people write, and that the service imports. */
const SENT = ['message', 'custom', 'interactive'];
/** Members of `data` that the service adds to what people have sent. */
const ADDED = new Set(['entities', 'reactions', 'mentions', 'moderation', 'resource']);

type Data = Readonly<Record<string, unknown>>;

/** A message of the service as a row, in the columns of messages. */
export type KeptMessage = {
  readonly row: Data;
  /** Its files, and those of them whose addresses stop working. */
  readonly files: number;
  readonly expiring: number;
  readonly isQuote: boolean;
};

/** Why a message is left out, and what it is of. */
type LeftMessage = { readonly left: string; readonly of: string };

/** False for what a record does not have: the service leaves it out, or says null. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Makes a row of a message, in the columns of messages.
 * @param muidOf the key of a message by its id
 */
export function messageResult(message: Data, muidOf: (id: string) => string): KeptMessage | LeftMessage {
  const { id, sender, receiver, receiverType, category = 'message', type, sentAt, tags } = message;
  const { deliveredAt, readAt, editedAt, editedBy, deletedAt, deletedBy, parentId, quotedMessageId } =
    message;
  if (typeof category !== 'string' || !SENT.includes(category))
    return category === 'action' || category === 'call'
      ? { left: 'system', of: `${category}.${String(type)}` }
      : { left: 'category', of: String(category) };
  const given = isRecord(message['data']) ? message['data'] : {};
  const { moderation } = given;
  const status = isRecord(moderation) ? moderation['status'] : undefined;
  // Nobody but its sender has seen it.
  if (isGiven(status) && status !== 'approved') return { left: 'notApproved', of: String(status) };
  const quoted = isId(quotedMessageId) ? muidOf(String(quotedMessageId)) : undefined;
  const { data, files, expiring } = contentOf(given, { quoted, isDeleted: isGiven(deletedAt) });
  const row = {
    muid: muidOf(String(id)),
    sender,
    receiver,
    receiverType,
    category,
    type,
    sentAt,
    data,
    tags: Array.isArray(tags) && tags.length > 0 ? tags : undefined,
    deliveredAt,
    readAt,
    parentMuid: isId(parentId) ? muidOf(String(parentId)) : undefined,
    editedAt,
    editedBy,
    deletedAt,
    deletedBy,
  };
  return { row, files, expiring, isQuote: quoted !== undefined };
}

const isId = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

function contentOf(
  given: Data,
  { quoted, isDeleted }: { readonly quoted: string | undefined; readonly isDeleted: boolean },
): { readonly data: Data; readonly files: number; readonly expiring: number } {
  const data: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given))
    if (!ADDED.has(name)) Object.defineProperty(data, name, { value, enumerable: true, writable: true });
  const { attachments, metadata } = given;
  if (quoted !== undefined) {
    const own = isRecord(metadata) ? metadata : {};
    const source = isRecord(own['source']) ? own['source'] : {};
    data['metadata'] = { ...own, source: { ...source, quoted } };
  }
  // The service empties what was deleted; a text message without text is none.
  if (isDeleted && data['text'] === undefined) data['text'] = '[deleted]';
  if (!Array.isArray(attachments)) return { data, files: 0, expiring: 0 };
  data['attachments'] = attachments.map(completed);
  const expiring = attachments.filter((file) => isRecord(file) && isSigned(String(file['url']))).length;
  return { data, files: attachments.length, expiring };
}

/** A file with the name, type and ending that the import asks for, where the service has left them out. */
function completed(file: unknown): unknown {
  if (!isRecord(file) || typeof file['url'] !== 'string' || !isUrl(file['url'])) return file;
  const { url, name, mimeType } = file;
  const own = (value: unknown): string | undefined =>
    typeof value === 'string' && value.trim() !== '' ? value : undefined;
  const known = attachment(url, own(name), own(mimeType));
  const found = Object.entries(file).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  return { ...known, ...Object.fromEntries(found) };
}
