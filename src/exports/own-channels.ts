/** Begins the ids of channels that were made for groups of this service. */
const OURS = 'chatferry-';
/** The longest id that a channel may have. */
const ID_CHARS_MAX = 64;

/** The id of the channel for a group; undefined if it would be too long. */
export function channelIdFor(guid: string): string | undefined {
  const id = OURS + guid;
  return id.length > ID_CHARS_MAX ? undefined : id;
}

/** The id of a conversation: of a channel that was made for a group it is that of the group. */
export function conversationIdOf(cid: string): string {
  const id = cid.slice(cid.indexOf(':') + 1);
  return cid.includes(':') && id.startsWith(OURS) && id.length > OURS.length ? id.slice(OURS.length) : cid;
}
