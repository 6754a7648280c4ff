import type { Entry, Resource, Step } from '../entry.ts';
import { PAGES } from '../shapes.ts';

type Of = {
  readonly kind: 'role' | 'scope';
  readonly base: string;
  readonly path: Readonly<Record<string, string>>;
  readonly unknown: Readonly<Record<string, string>>;
  /** A permission whose value is a word, and one whose value is a list. */
  readonly word: string;
  readonly list: string;
  /** A value of that list. */
  readonly value: string;
};

const entriesOf = ({ kind, base, path, unknown, word, list, value }: Of): readonly Entry[] => {
  const permissions = { [word]: 'deny', [list]: [value] };
  const set: Step = { call: `PUT ${base}`, path, body: { permissions } };
  const mapped = (id: string) => ({
    [id]: { success: 'true', message: `~Permission with id ${id} have been {}` },
  });
  return [
    {
      call: `GET ${base}`,
      source: `N list-${kind}-permissions`,
      unknown,
      examples: [
        {
          path,
          answer: {
            data: [
              {
                id: 'string',
                type: kind,
                title: 'string',
                description: 'string',
                dataType: 'string|stringArray',
                'availableValues?': ['string'],
                defaultValue: 'string|array',
                createdAt: 'seconds',
                updatedAt: 'seconds',
              },
            ],
            meta: PAGES,
          },
        },
      ],
    },
    {
      call: `PUT ${base}`,
      source: `N set-${kind}-permissions`,
      fields: { permissions: 'object' },
      unknown,
      examples: [
        {
          path,
          body: { permissions },
          answer: {
            data: { ...mapped(word), ...mapped(list), permissions: { [word]: 'deny', [list]: [value] } },
          },
        },
      ],
    },
    {
      call: `DELETE ${base}/{permission}`,
      source: `N unset-${kind}-permissions`,
      unknown,
      examples: [
        {
          given: [set],
          path: { ...path, permission: word },
          answer: { data: { permissions: { [list]: [value] } } },
        },
      ],
    },
  ];
};

/** Permissions of roles and of scopes within a group. */
export const permissions: Resource = {
  at: 'chat',
  entries: [
    ...entriesOf({
      kind: 'role',
      base: '/roles/{role}/permissions',
      path: { role: 'default' },
      unknown: { role: 'ERR_ROLE_NOT_FOUND' },
      word: 'sendMessage',
      list: 'sendMessage.allowedMessageTypes',
      value: 'text',
    }),
    ...entriesOf({
      kind: 'scope',
      base: '/groups/{guid}/scopes/{scope}/permissions',
      path: { guid: 'team', scope: 'participant' },
      unknown: { guid: 'ERR_GUID_NOT_FOUND' },
      word: 'sendMessage',
      list: 'initiateCall.allowedType',
      value: 'audio',
    }),
  ],
};
