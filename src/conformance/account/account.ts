import { type Check, skip } from '../check.ts';
import { must, refused } from '../expect.ts';
import { firstOf, reads } from '../rows.ts';

/** Checks of what has its own addresses: the records of calls, and the account. */
export const accountChecks: readonly Check[] = [
  reads(
    'records of calls are listed, and one that does not exist is refused',
    ['listCalls', 'getCall'],
    async ({ service, hasCalls, id }) => {
      if (!hasCalls) skip('no address for the records of calls was given');
      const [record] = await firstOf(service.calls.list({ perPage: 1 }), 1);
      if (record)
        must(
          (await service.calls.get(record.sessionId)).sessionId === record.sessionId,
          'another record was read',
        );
      await refused(service.calls.get(id('none')), 'ERR_CALL_SESSION_NOT_FOUND');
    },
  ),

  reads(
    'apps of the account are listed with the two keys, and refused without',
    ['listApps'],
    async ({ management, managementRefused }) => {
      if (!management || !managementRefused) skip('no management address and keys were given');
      must((await management.apps.list()).length > 0, 'the account has no apps');
      await refused(
        managementRefused.apps.list(),
        'AUTH_ERR_NO_ACCESS',
        'AUTH_ERR_EMPTY_AUTH_HEADER',
        'AUTH_ERR_APIKEY_NOT_FOUND',
      );
    },
  ),
];
