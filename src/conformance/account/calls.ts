import { type Check, skip } from '../check.ts';
import { must, refused, same } from '../expect.ts';
import { allOf, firstOf, reads } from '../rows.ts';

/** Checks of the records of calls, which have an address of their own. */
export const callChecks: readonly Check[] = [
  reads(
    'records of calls are listed, and one that does not exist is refused',
    ['listCalls', 'getCall'],
    async ({ service, hasCalls, id }) => {
      if (!hasCalls) skip('no address for the records of calls was given');
      const [record] = await firstOf(service.calls.list({ perPage: 1 }), 1);
      if (record) same((await service.calls.get(record.sessionId)).sessionId, record.sessionId, 'sessionId');
      await refused(service.calls.get(id('none')), 'ERR_CALL_SESSION_NOT_FOUND');
    },
  ),

  reads('records of calls are filtered', ['listCalls'], async ({ service, hasCalls }) => {
    if (!hasCalls) skip('no address for the records of calls was given');
    for (const type of ['audio', 'video'] as const) {
      for (const record of await firstOf(service.calls.list({ type, perPage: 5 }), 5))
        same(record.type, type, 'type of a call');
    }
    for (const record of await firstOf(service.calls.list({ hasTranscription: true, perPage: 5 }), 5))
      same(record.hasTranscription, true, 'hasTranscription of a call');
  }),

  reads(
    'the transcriptions of a call are listed',
    ['listTranscriptions'],
    async ({ service, hasCalls, id }) => {
      if (!hasCalls) skip('no address for the records of calls was given');
      await refused(allOf(service.calls.transcriptions(id('none'))), 'ERR_CALL_SESSION_NOT_FOUND');
      const query = { hasTranscription: true, perPage: 1 };
      const [record] = await firstOf(service.calls.list(query), 1);
      if (!record) return;
      const [first] = await firstOf(service.calls.transcriptions(record.sessionId, { perPage: 5 }), 1);
      must(first?.transcriptUrl, `the call ${record.sessionId} has no transcription with an address`);
    },
  ),
];
