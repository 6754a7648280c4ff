import { RunError } from '../../errors/run-error.ts';
import { chatUrl, checkedUrl, type Region } from '../../service/api/base-url.ts';
import { documentedPerMinute } from '../../service/api/endpoints.ts';
import type { OpenOrigin, Origin, OriginAccount } from '../origin.ts';
import { ServiceAsk } from './service-ask.ts';
import { millisecondsOf, serviceLists } from './service-lists.ts';

/** This service, another app of it: another region, or another account. */
export const serviceOrigin: Origin = {
  system: 'service',
  label: 'this service',
  needs: { plain: [], secret: ['apiKey'] },
  takes: ['appId', 'region', 'serviceHost', 'baseUrl'],
  perMinute: documentedPerMinute,
  pages: {
    // Each user has a list of friends and one of blocked users.
    users: { rows: 0.5, family: 'standard' },
    conversations: { rows: 1_000, family: 'standard' },
    members: { rows: 1_000, family: 'standard' },
    messages: { rows: 1_000, family: 'standard' },
  },
  lacks: [
    'tokens of users, receipts, webhooks and settings of the app: the API does not give them, or they are for the old app alone',
  ],
  tellsChanges: true,
  unseen: [
    'reactions and pins of messages that were neither sent nor edited since, until everything is read anew',
    'messages that were deleted for good, and those that were imported with an older time, until everything is read anew',
    'members whose scope changed, or who came as others left, in groups that did not change otherwise',
    'friends and blocks of users who did not change otherwise, until everything is read anew',
  ],
  address: addressOf,
  headers: ({ secrets }) => ({ apikey: secrets['apiKey']?.reveal() ?? '' }),
  open: (account) => openService(account),
};

/** @throws RunError `CONFIG.INVALID` */
function addressOf({ names, host }: Pick<OriginAccount, 'names' | 'host'>): string {
  const { appId, region, serviceHost, baseUrl } = names;
  const given = host ?? baseUrl;
  try {
    if (given !== undefined) return checkedUrl(given);
    if (appId === undefined || serviceHost === undefined)
      throw new RangeError('it needs appId, region and serviceHost, or baseUrl');
    // The region is checked there.
    return chatUrl({ appId, serviceHost, ...(region === undefined ? {} : { region: region as Region }) });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new RunError('CONFIG.INVALID', `sources.export.api: ${cause.message}`, { cause });
  }
}

function openService(account: OriginAccount): OpenOrigin & AsyncDisposable {
  const ask = new ServiceAsk(addressOf(account), account);
  const { types, since } = account;
  const total = async (path: string, signal: AbortSignal): Promise<number | undefined> =>
    (await ask.page(path, { perPage: 1, page: 1, withDeactivated: true }, signal)).total;
  return {
    ...serviceLists(ask, since),
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
    requests: () => ask.requests,
    [Symbol.asyncDispose]: () => ask[Symbol.asyncDispose](),
  };
}
