import { type Origin, OriginError, type OriginFiles, type OriginRow, unlessGone } from '../origin.ts';
import { isOwnHost } from '../own-host.ts';
import { type AskApp, askAppOf, askList, asObject, type Json, segment, text } from './asked.ts';
import { messageIn } from './messages.ts';

/** Between the kind of a record and its id. */
const BETWEEN = ' ';

/** Files that Stream holds: their addresses end 14 days after an answer has given them, and each answer gives new ones. */
export const streamFiles: NonNullable<Origin['files']> = {
  isOwn: (address, api) => isOwnHost(address, api, ['.stream-io-cdn.com', '.stream-io-api.com']),
  open: (account, ask) => ({
    open: async ({ href }) => ({ url: href, headers: {} }),
    records: { placeOf, readAgain: reading(askAppOf(ask, account.names['key'] ?? '')) },
  }),
};

/** A message, a user (whose image may be a file), or a channel. */
function placeOf({ list, row }: OriginRow): string | undefined {
  const id =
    list === 'messages'
      ? text(messageIn(row).message['id'])
      : list === 'users'
        ? text(row['id'])
        : list === 'conversations'
          ? text(asObject(row['channel'])?.['cid'])
          : undefined;
  return id === undefined ? undefined : list + BETWEEN + id;
}

const reading =
  (asked: AskApp): NonNullable<OriginFiles['records']>['readAgain'] =>
  async (place, signal) => {
    const list = place.slice(0, place.indexOf(BETWEEN));
    const id = place.slice(list.length + BETWEEN.length);
    return await unlessGone(read());

    async function read(): Promise<Json | undefined> {
      if (list === 'messages') {
        const answer = await asked(`/messages/${segment(id)}`, { family: 'replies' }, signal);
        const message = asObject(answer['message']);
        if (text(message?.['id']) !== id) throw new OriginError('form', 'the answer is another message');
        return message;
      }
      if (list === 'users') {
        const payload = { filter_conditions: { id: { $in: [id] } }, limit: 1 };
        return (await askList(asked, 'users', payload, signal)).find((user) => user['id'] === id);
      }
      const payload = { filter_conditions: { cid: { $in: [id] } }, limit: 1, state: false };
      const channels = await askList(asked, 'channels', payload, signal);
      return channels.find(({ channel }) => asObject(channel)?.['cid'] === id);
    }
  };
