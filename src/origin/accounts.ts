import { chatUrl, checkedUrl, type Region } from '../service/api/base-url.ts';
import type { Origin } from './origin.ts';

/** Members of `api` that name an account, and the address that follows from them. */
export type AccountForm = Pick<Origin, 'needs' | 'takes' | 'types' | 'address'>;

/** The forms of accounts of old systems: known without the code that reads them, for pipeline files and editors. */
export const accounts = {
  sendbird: {
    needs: { plain: ['appId'], secret: ['key'] },
    types: ['group', 'open'],
    address: ({ names: { appId }, host }) => `${host ?? `https://api-${appId}.sendbird.com`}/v3`,
  },
  service: {
    needs: { plain: [], secret: ['apiKey'] },
    takes: ['appId', 'region', 'serviceHost', 'baseUrl'],
    types: ['public', 'private', 'password'],
    address: ({ names, host }) => {
      const { appId = '', region = 'us', serviceHost = '', baseUrl } = names;
      const given = host ?? baseUrl;
      return given === undefined
        ? chatUrl({ appId, region: region as Region, serviceHost })
        : checkedUrl(given);
    },
  },
  stream: {
    needs: { plain: ['key'], secret: ['secret'] },
    address: ({ host = 'https://chat.stream-io-api.com' }) => host,
  },
  twilio: {
    needs: { plain: ['account', 'keySid'], secret: ['secret'] },
    takes: ['service'],
    types: ['active', 'inactive', 'closed'],
    address({ names: { service }, host = 'https://conversations.twilio.com' }) {
      const account = `${host}/v1`;
      return service === undefined ? account : `${account}/Services/${service}`;
    },
  },
} as const satisfies Readonly<Record<string, AccountForm>>;

/** The form of the accounts of a system; undefined if it is not read through an API. */
export const accountForm = (system: string): AccountForm | undefined =>
  Object.hasOwn(accounts, system) ? accounts[system as keyof typeof accounts] : undefined;

/** The names of systems that are read through their API, as pipeline files have them beside `api`. */
export const apiSystems = Object.keys(accounts) as readonly (keyof typeof accounts)[];
