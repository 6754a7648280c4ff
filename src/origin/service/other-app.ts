import { documentedPerMinute } from '../../service/api/endpoints.ts';
import type { Clock } from '../../system/clock.ts';
import { accounts } from '../accounts.ts';
import type { OpenOrigin, Origin, OriginAccount } from '../origin.ts';
import { ServiceAsk } from './app-client.ts';
import { millisecondsOf, PAGE_MAX, serviceLists } from './app-lists.ts';
import { serviceFiles } from './files.ts';

/** This service, another app of it: another region, or another account. */
export const serviceOrigin: Origin = {
  system: 'service',
  label: 'this service',
  ...accounts.service,
  perMinute: documentedPerMinute,
  pages: {
    // The friends and the blocks of each, and whom each group has banned.
    users: { rows: PAGE_MAX, family: 'standard', more: 2 },
    conversations: { rows: PAGE_MAX, family: 'standard', more: 1 },
    members: { rows: PAGE_MAX, family: 'standard' },
    messages: { rows: PAGE_MAX, family: 'standard', isOfAccount: true },
  },
  tellsChanges: true,
  unseen: [
    'reactions and pins of messages that were neither sent nor edited since, until everything is read again',
    'messages that were deleted permanently, and those that were imported with an older time, until everything is read again',
    'members whose scope changed or who came as others left, and bans of people who were no members, in groups that did not change otherwise',
    'friends and blocks of users who did not change otherwise, until everything is read again',
  ],
  lacks: [
    'auth tokens of users, and passwords of groups: groups with one become private',
    'receipts, but for the times that a message itself has',
    'the settings of roles, permissions, restricted features, moderation, notifications, webhooks, API keys',
    'tags and pins of conversations, and saved messages',
    'messages of the service itself (who joined, who called), and those of its app',
  ],
  headers: ({ secrets }) => ({ apikey: secrets['apiKey']?.reveal() ?? '' }),
  files: serviceFiles,
  open: (account, _, { clock }) => openService(account, clock),
};

function openService(account: OriginAccount, clock: Pick<Clock, 'now'>): OpenOrigin & AsyncDisposable {
  const ask = new ServiceAsk(accounts.service.address(account), account, clock);
  const { types } = account;
  const total = async (path: string, signal: AbortSignal): Promise<number | undefined> =>
    (await ask.page(path, { perPage: 1, page: 1, withDeactivated: true }, signal)).total;
  return {
    ...serviceLists(ask),
    async check(signal) {
      const users = await total('/users', signal);
      return users === undefined ? 'the key may read it' : `${users.toLocaleString('en-US')} users`;
    },
    async counts(signal) {
      const [users, conversations, messages] = await Promise.all([
        total('/users', signal),
        total('/groups', signal),
        ask.page('/messages', { limit: 1, count: true }, signal).then((page) => page.total),
      ]);
      return { users, conversations, messages };
    },
    conversationOf({ guid, type, updatedAt, membersCount, owner }) {
      if (typeof guid !== 'string' || guid === '') return undefined;
      if (types && !types.includes(String(type))) return undefined;
      return { id: guid, mark: JSON.stringify([updatedAt, membersCount, owner]) };
    },
    messageOf({ id, sentAt, sender }) {
      const time = millisecondsOf(sentAt);
      if ((typeof id !== 'string' && typeof id !== 'number') || time === undefined) return undefined;
      return { id: String(id), time, sender: typeof sender === 'string' ? sender : undefined };
    },
    userOf: ({ uid }) => (typeof uid === 'string' && uid !== '' ? uid : undefined),
    asked: () => ask.counts,
    aheadMs: () => ask.skew.seconds * 1_000,
    [Symbol.asyncDispose]: () => ask[Symbol.asyncDispose](),
  };
}
