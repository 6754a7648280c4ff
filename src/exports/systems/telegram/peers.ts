import type { ExportObject } from '../../files/export-rows.ts';
import { textValue } from '../../files/values.ts';

/** Somebody who writes: a person, a channel, or a group in its own name. */
export type Peer = { readonly id: string; readonly name: string | undefined };

/** Somebody whose account was deleted has no name any more, and in old exports no id either. */
export const DELETED = 'Deleted Account';

/** Numbers of old exports: what kind a peer is stood in the bits above its id. */
const KINDS = ['user', 'chat', 'channel'] as const;
const KIND_SHIFT = 2 ** 32;

/** The id of a person by the number that Telegram gave them; undefined for what is no number. */
export function userId(value: unknown): string | undefined {
  const found = textValue(value)?.replace(/^user(?=\d)/, '');
  return found !== undefined && /^\d+$/.test(found) ? `user${found}` : undefined;
}

/** The id of a peer as newer exports write it; undefined for nothing. */
export function peerId(value: unknown): string | undefined {
  if (typeof value === 'number') {
    const kind = KINDS[Math.floor(value / KIND_SHIFT)];
    return kind === undefined ? `user${value}` : `${kind}${value % KIND_SHIFT}`;
  }
  return userId(value) ?? textValue(value);
}

/** A peer by id and name; where old exports have no ids, the name is the id. */
export function peerOf(id: unknown, name: unknown): Peer {
  const shown = textValue(name);
  return { id: peerId(id) ?? `name:${shown ?? DELETED}`, name: shown };
}

/** The person who wrote a message, or did what a message of the system tells; undefined if that names nobody. */
export function authorOf(row: ExportObject): Peer | undefined {
  const [id, name] = [row['from_id'] ?? row['actor_id'], row['from'] ?? row['actor']];
  const isNamed = textValue(id) !== undefined || textValue(name) !== undefined;
  return isNamed || row['type'] !== 'service' ? peerOf(id, name) : undefined;
}

/** The name of somebody, from its two parts. */
export const fullName = (row: ExportObject): string | undefined =>
  [textValue(row['first_name']), textValue(row['last_name'])]
    .filter((part) => part !== undefined)
    .join(' ')
    .trim() || undefined;
