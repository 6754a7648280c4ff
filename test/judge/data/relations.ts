import type { Resource, Step } from '../entry.ts';
import { done, failed, PAGES, USER } from '../shapes.ts';

const ann = { uid: 'ann' } as const;
const unknown = { uid: 'ERR_UID_NOT_FOUND' } as const;

const friends: Step = { call: 'POST /users/{uid}/friends', path: ann, body: { accepted: ['bob'] } };
const blocked: Step = { call: 'POST /users/{uid}/blockedusers', path: ann, body: { blockedUids: ['bob'] } };

const accepted = { success: 'true', message: 'Created relationship with status accepted.' } as const;

/** Friends and blocked users. */
export const relations: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /users/{uid}/friends',
      source: 'N add-friend',
      fields: { accepted: ['string'], 'addToConversations?': 'boolean' },
      unknown,
      examples: [
        {
          path: ann,
          body: { accepted: ['bob', 'cid'] },
          answer: { data: { accepted: { bob: accepted, cid: accepted } } },
        },
        {
          path: ann,
          body: { accepted: ['BOB'], addToConversations: true },
          answer: { data: { accepted: { '*': accepted } } },
        },
        {
          path: ann,
          body: { accepted: ['nobody'] },
          answer: { data: { accepted: { nobody: failed('ERR_UID_NOT_FOUND') } } },
        },
        {
          given: [friends],
          path: ann,
          body: { accepted: ['bob'] },
          answer: { data: { accepted: { bob: failed('ERR_ALREADY_FRIEND') } } },
        },
      ],
      refusals: [
        { path: ann, body: { accepted: ['ann'] }, code: 'ERR_CANNOT_FORM_SELF_RELATION', source: 'F 5' },
      ],
    },
    {
      call: 'GET /users/{uid}/friends',
      source: 'N list-all-friends',
      unknown,
      examples: [
        { given: [friends], path: ann, count: 1, answer: { data: [{ ...USER, uid: 'bob' }], meta: PAGES } },
        {
          given: [friends],
          path: ann,
          query: { searchKey: 'name', perPage: 1, page: 1 },
          answer: { data: [USER], meta: PAGES },
        },
      ],
    },
    {
      call: 'DELETE /users/{uid}/friends',
      source: 'N remove-friend',
      fields: { friends: ['string'] },
      unknown,
      examples: [{ given: [friends], path: ann, body: { friends: ['bob'] }, answer: done('string') }],
    },
    {
      call: 'POST /users/{uid}/blockedusers',
      source: 'F 2.5',
      fields: { blockedUids: ['string'] },
      unknown,
      examples: [
        {
          path: ann,
          body: { blockedUids: ['bob'] },
          answer: {
            data: {
              bob: {
                success: 'true',
                message: 'The user with UID ann has blocked user with UID bob successfully.',
              },
            },
          },
        },
        {
          path: ann,
          body: { blockedUids: ['nobody'] },
          answer: { data: { nobody: failed('ERR_UID_NOT_FOUND') } },
        },
      ],
      refusals: [{ path: ann, body: { blockedUids: ['ann'] }, code: 'ERR_CANNOT_BLOCK_SELF', source: 'F 5' }],
    },
    {
      call: 'GET /users/{uid}/blockedusers',
      source: 'F 2.5',
      unknown,
      examples: [
        {
          given: [blocked],
          path: ann,
          count: 1,
          answer: {
            data: [
              { ...USER, uid: 'bob', blockedByMe: 'true', blockedByMeAt: 'seconds', blockedAt: 'seconds' },
            ],
            meta: PAGES,
          },
        },
      ],
    },
    {
      call: 'DELETE /users/{uid}/blockedusers',
      source: 'F 2.5',
      slip: 'The example repeats the text of a block; only its shape is judged.',
      fields: { blockedUids: ['string'] },
      unknown,
      examples: [
        {
          given: [blocked],
          path: ann,
          body: { blockedUids: ['bob'] },
          answer: { data: { bob: { success: 'true', message: 'string' } } },
        },
      ],
    },
  ],
};
