import type { Mapping } from './mapping.ts';

/** Fields of a message whose values never become a part of its metadata. */
const APART: ReadonlySet<string> = new Set([
  ...['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'category', 'type', 'text'],
  ...['attachments', 'tags', 'deliveredAt', 'readAt'],
]);

/** Whether the messages of a mapping may have metadata: their own, or what the policies keep there. */
export const mayGiveMetadata = ({ fields, isPlain }: Pick<Mapping, 'fields' | 'isPlain'>): boolean =>
  !isPlain || fields.some(({ field }) => !APART.has(field));
