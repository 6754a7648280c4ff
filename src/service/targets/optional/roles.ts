import type { Item } from '../../../input/entities/entity.ts';
import { endpointRequest } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import { changesOfRead, recognising } from '../adopt-row.ts';
import { createdOne, duplicateOf } from '../answers.ts';
import { bodyOf } from '../change/change.ts';
import type { OptionalCalls } from './optional-calls.ts';

/** Roles of the app. */
export const roles: OptionalCalls = {
  route: {
    entity: 'roles',
    maxItems: 1,
    carries: new Set(['role', 'name', 'description', 'metadata']),
    orderKey: ({ key }) => key,
    batchKey: () => '',
    build: ([item]) => ({
      ...endpointRequest(endpoints.createRole, { body: (item as Item).data }),
      divisible: true,
    }),
    settle: createdOne,
    refusal: duplicateOf,
    ...recognising('roles'),
  },
  changes: {
    calls: (item) => [
      endpointRequest(endpoints.updateRole, { params: { role: item.key }, body: bodyOf('roles', item) }),
    ],
    ...changesOfRead('roles'),
  },
};
