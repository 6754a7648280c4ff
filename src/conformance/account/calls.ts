import { type Check, skip } from '../check.ts';
import { must, refused } from '../expect.ts';
import { firstOf, reads } from '../rows.ts';

/** Checks of the records of calls, which have an address of their own. */
export const callChecks: readonly Check[] = [
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
];
