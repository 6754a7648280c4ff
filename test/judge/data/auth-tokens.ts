import type { Resource, Step } from '../entry.ts';
import { done, PAGES } from '../shapes.ts';

const TOKEN = { uid: 'ann', authToken: '~ann_{}', createdAt: 'seconds' } as const;

const LISTED = { ...TOKEN, 'platform?': 'string', 'userAgent?': 'string', 'appInfo?': 'object' } as const;

const created: Step = {
  call: 'POST /users/{uid}/auth_tokens',
  path: { uid: 'ann' },
  body: { force: true },
  keep: { token: 'data.authToken' },
};

const path = { uid: 'ann', authToken: '{token}' } as const;

const unknown = { uid: 'ERR_UID_NOT_FOUND', authToken: 'ERR_AUTH_TOKEN_NOT_FOUND' } as const;

export const authTokens: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /users/{uid}/auth_tokens',
      source: 'N create-authtoken',
      authOnly: true,
      fields: { 'force?': 'boolean' },
      unknown: { uid: 'ERR_UID_NOT_FOUND' },
      examples: [
        { path: { uid: 'ann' }, answer: { data: TOKEN } },
        { path: { uid: 'ann' }, body: { force: true }, answer: { data: TOKEN } },
      ],
    },
    {
      call: 'GET /users/{uid}/auth_tokens',
      source: 'N list-authtokens',
      unknown: { uid: 'ERR_UID_NOT_FOUND' },
      examples: [
        { given: [created], path: { uid: 'ann' }, count: 1, answer: { data: [LISTED], meta: PAGES } },
      ],
    },
    {
      call: 'DELETE /users/{uid}/auth_tokens',
      source: 'N flush-authtokens',
      unknown: { uid: 'ERR_UID_NOT_FOUND' },
      examples: [
        {
          given: [created],
          path: { uid: 'ann' },
          answer: done('Cleared Auth Tokens successfully for uid ann.'),
        },
      ],
    },
    {
      call: 'GET /users/{uid}/auth_tokens/{authToken}',
      source: 'N get-authtoken',
      unknown,
      examples: [{ given: [created], path, answer: { data: LISTED } }],
    },
    {
      call: 'PUT /users/{uid}/auth_tokens/{authToken}',
      source: 'N update-authtoken',
      fields: { 'platform?': 'string', 'userAgent?': 'string', 'appInfo?': 'object' },
      unknown,
      examples: [
        {
          given: [created],
          path,
          body: { platform: 'web', userAgent: 'Agent 1', appInfo: { version: '2' } },
          answer: { data: LISTED },
        },
      ],
    },
    {
      call: 'DELETE /users/{uid}/auth_tokens/{authToken}',
      source: 'N delete-authtoken',
      slip: 'The text of the example is the one of a deleted user; only its shape is judged.',
      unknown,
      examples: [{ given: [created], path, answer: done('string') }],
    },
  ],
};
