import type { ExportObject } from '../../files/export-rows.ts';
import { textValue } from '../../files/values.ts';
import type { SourceConversation } from '../../neutral.ts';
import type { Header } from './documents.ts';
import type { Shape } from './shape.ts';

/** Kinds of channels by their numbers, of those that matter here. */
const KINDS: Readonly<Record<string, string>> = {
  1: 'DirectTextChat',
  3: 'DirectGroupTextChat',
  10: 'GuildNewsThread',
  11: 'GuildPublicThread',
  12: 'GuildPrivateThread',
};

/** The kind of a channel by name. */
function channelKind({ type }: ExportObject): string {
  const given = textValue(type) ?? '';
  return Object.hasOwn(KINDS, given) ? (KINDS[given] as string) : given;
}

/** True if a channel is the direct messages of two people. */
export const isPair = (channel: ExportObject): boolean => channelKind(channel) === 'DirectTextChat';
/** True if a channel is the direct messages of several people. */
export const isGroup = (channel: ExportObject): boolean => channelKind(channel) === 'DirectGroupTextChat';
const isThread = (channel: ExportObject): boolean => channelKind(channel).endsWith('Thread');

/**
 * The conversation of a channel with an id. Its members are those who wrote there, so a group of people keeps its own id:
 * two groups in which the same people wrote are not one.
 */
export function conversationOf(id: string, { channel, guild }: Header, shape: Shape): SourceConversation {
  const isDirect = isPair(channel) || isGroup(channel);
  const [parent, parentName] = [textValue(channel['categoryId']), textValue(channel['category'])];
  const above = { ...(parent ? { id: parent } : {}), ...(parentName ? { name: parentName } : {}) };
  const [server, serverName] = [textValue(guild['id']), textValue(guild['name'])];
  const kind = channelKind(channel);
  return {
    id,
    type: isPair(channel) ? 'direct' : !isDirect && isPublic(channel, shape) ? 'public' : 'private',
    name: textValue(channel['name']),
    description: textValue(channel['topic']),
    icon: textValue(channel['iconUrl']),
    metadata: {
      ...(kind === '' ? {} : { kind }),
      ...(isDirect || server === undefined ? {} : { server: { id: server, name: serverName } }),
      ...(isDirect || Object.keys(above).length === 0
        ? {}
        : { [isThread(channel) ? 'channel' : 'category']: above }),
    },
  };
}

/** Nothing in an export says who may read a channel; a public thread is as public as the channel that it hangs on. */
function isPublic(channel: ExportObject, shape: Shape): boolean {
  if (channelKind(channel) === 'GuildPrivateThread') return false;
  if (!Array.isArray(shape.public)) return shape.public === true;
  const names = [channel['id'], channel['name']];
  if (isThread(channel)) names.push(channel['categoryId'], channel['category']);
  const listed = new Set(shape.public);
  return names.some((name) => listed.has(textValue(name) ?? ''));
}
