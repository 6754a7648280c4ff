import { isRecord } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import { accounts } from '../accounts.ts';
import { type Ask, type Origin, type OriginAccount, OriginError, type OriginFiles } from '../origin.ts';
import { isOwnHost } from '../own-host.ts';
import { ServiceAsk } from './app-client.ts';

/** The host of an API: that of the app, of its region, and the name that all hosts of the service have in common. */
const API_HOST = /^[a-z0-9-]+\.api-([a-z]+)\.([a-z0-9.-]+)$/i;
/** Paths of the records that name files, by their lists, and the member that has the id. */
const RECORDS = new Map([
  ['messages', { path: '/messages/{id}', member: 'id' }],
  ['users', { path: '/users/{uid}', member: 'uid' }],
  ['conversations', { path: '/groups/{guid}', member: 'guid' }],
]);
/** Members of an address that lets everybody have the file, for a while. */
const OPENED = /[?&](?:Signature|fat)=/;
/** Levels of an answer that are searched. */
const DEPTH_MAX = 6;

/** The address of the files of a region, beside that of its API; behind a gateway they have one address. */
function mediaAddress(account: Pick<OriginAccount, 'names' | 'host'>): string {
  const { origin, hostname, port } = new URL(accounts.service.address(account));
  const [, region, host] = API_HOST.exec(hostname) ?? [];
  return region === undefined ? origin : `https://media-${region}.${host}${port && `:${port}`}`;
}

/**
 * Files that the service holds. Their addresses end after some minutes to a month, and each answer gives new ones; those of an
 * app that signs none are exchanged for one with a token.
 */
export const serviceFiles: NonNullable<Origin['files']> = {
  isOwn(address, api) {
    const [, , host] = API_HOST.exec(api.hostname) ?? [];
    return isOwnHost(address, api, host === undefined ? [] : [`.${host}`]);
  },
  address: mediaAddress,
  headers: ({ names, secrets }) => ({
    appid: names['appId'] ?? '',
    apikey: secrets['apiKey']?.reveal() ?? '',
  }),
  open: (account, ask, { clock }) => openFiles(account, ask, clock),
};

function openFiles(
  account: OriginAccount,
  ask: Ask,
  clock: Pick<Clock, 'now'>,
): OriginFiles & AsyncDisposable {
  const records = new ServiceAsk(accounts.service.address(account), account, clock);
  const media = new URL(mediaAddress(account));
  return {
    async open(address, signal) {
      if (OPENED.test(address.search) || address.origin !== media.origin)
        return { url: address.href, headers: {} };
      return { url: await exchanged(address, ask, signal), headers: {} };
    },
    records: {
      idOf({ list, row }) {
        const known = RECORDS.get(list);
        const id = known && row[known.member];
        return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
      },
      async readAgain({ list, id }, signal) {
        const known = RECORDS.get(list);
        return known && (await records.record(known.path, { [known.member]: id }, signal));
      },
    },
    [Symbol.asyncDispose]: () => records[Symbol.asyncDispose](),
  };
}

/** Asks the host of the files for an address with a token; the file itself in its place means that it needs none. */
async function exchanged(address: URL, ask: Ask, signal: AbortSignal): Promise<string> {
  const path = address.pathname + address.search;
  const answer = await ask({ path, family: 'standard' }, signal).catch((error) => {
    if (error instanceof OriginError && error.fault === 'form' && error.status === 200) return undefined;
    throw error;
  });
  if (!answer) return address.href;
  const found = addressWithToken(answer.body, address, 0);
  if (found === undefined)
    throw new OriginError('form', `${address.pathname} answers without an address that has a token`);
  return found;
}

/** The address of the same file with a token, wherever an answer has it. */
function addressWithToken(value: unknown, address: URL, depth: number): string | undefined {
  if (typeof value === 'string') {
    const url = URL.parse(value);
    const isSame = url?.origin === address.origin && url.pathname === address.pathname;
    return isSame && url.searchParams.has('fat') ? url.href : undefined;
  }
  if (!isRecord(value) || depth === DEPTH_MAX) return undefined;
  for (const each of Object.values(value)) {
    const found = addressWithToken(each, address, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
