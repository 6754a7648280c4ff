import { type Origin, type OriginFiles, type OriginRow, unlessGone } from '../origin.ts';
import { isOwnHost } from '../own-host.ts';
import { type AskApp, askAppOf, askList, asObject, messageAt, text, userAt } from './asked.ts';
import { messageIn } from './messages.ts';

/** Files that Stream holds: their addresses end 14 days after an answer has given them, and each answer gives new ones. */
export const streamFiles: NonNullable<Origin['files']> = {
  isOwn: (address, api) => isOwnHost(address, api, ['.stream-io-cdn.com', '.stream-io-api.com']),
  open: (account, ask) => ({
    open: async ({ href }) => ({ url: href, headers: {} }),
    records: { idOf, readAgain: reading(askAppOf(ask, account.names['key'] ?? '')) },
  }),
};

/** A message, a user (whose image may be a file), or a channel. */
function idOf({ list, row }: OriginRow): string | undefined {
  if (list === 'messages') return text(messageIn(row).message['id']);
  if (list === 'users') return text(row['id']);
  return list === 'conversations' ? text(asObject(row['channel'])?.['cid']) : undefined;
}

const reading =
  (asked: AskApp): NonNullable<OriginFiles['records']>['readAgain'] =>
  async ({ list, id }, signal) => {
    if (list === 'messages') return await messageAt(asked, id, signal);
    if (list === 'users') return await unlessGone(userAt(asked, id, signal));
    const payload = { filter_conditions: { cid: { $in: [id] } }, limit: 1, state: false };
    const channels = await unlessGone(askList(asked, 'channels', payload, signal));
    return channels?.find(({ channel }) => asObject(channel)?.['cid'] === id);
  };
