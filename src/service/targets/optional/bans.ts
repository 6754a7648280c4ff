import type { Item } from '../../../input/entities/entity.ts';
import { endpointRequest } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import { createdOne, duplicateOf } from '../answers.ts';
import { idsIn } from '../former/ended-membership.ts';
import { actorsIn } from '../refusals.ts';
import type { OptionalCalls } from './optional-calls.ts';

/** Bans, one a call. The service notes each in the history of the group; a removal takes the note with it. */
export const bans: OptionalCalls = {
  route: {
    entity: 'bans',
    maxItems: 1,
    carries: new Set(['guid', 'uid']),
    // The notes of a group stand in the order of the file.
    orderKey: ({ data }) => data['guid'] as string,
    batchKey: () => '',
    actors: actorsIn('uid'),
    build([item]) {
      const { guid, uid } = (item as Item).data as { guid: string; uid: string };
      return { ...endpointRequest(endpoints.banUser, { params: { guid, uid } }), divisible: true };
    },
    settle: createdOne,
    refusal: duplicateOf,
    ends: ({ data }) => idsIn(data),
    // A ban that is there already is the same.
    adopt: async () => undefined,
  },
  changes: { calls: () => ['create'] },
};
