import type { Resource, Step } from '../entry.ts';
import { done, MESSAGE } from '../shapes.ts';

const id = { id: '{message}' } as const;
const unknown = { id: 'ERR_MESSAGE_ID_NOT_FOUND' } as const;

/** Sends so many messages of ann to bob, and does the same with each. */
const each = (times: number, call: string, as: string): readonly Step[] =>
  Array.from({ length: times }, (_, n): readonly Step[] => [
    {
      call: 'POST /messages',
      as: 'ann',
      body: { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: `Number ${n}` } },
      keep: { another: 'data.id' },
    },
    { call, as, path: { id: '{another}' } },
  ]).flat();

const form: Step = {
  call: 'POST /messages',
  as: 'ann',
  body: {
    receiver: 'bob',
    receiverType: 'user',
    category: 'interactive',
    type: 'form',
    data: {
      interactiveData: {
        title: 'Form',
        formFields: [{ elementType: 'textInput', elementId: 'name', label: 'Name', optional: false }],
        submitElement: { elementType: 'button', elementId: 'send', buttonText: 'Send' },
      },
      interactionGoal: { type: 'anyOf', elementIds: ['send'] },
      allowSenderInteraction: true,
    },
  },
  keep: { form: 'data.id' },
};

/** Pins, saves and interactions. */
export const messageMarks: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /messages/{id}/pin',
      source: 'U 10',
      onBehalfOf: 'optional',
      unknown,
      examples: [
        { path: id, answer: { data: { ...MESSAGE, pinnedBy: 'app_system', pinnedAt: 'seconds' } } },
        { path: id, as: 'bob', answer: { data: { ...MESSAGE, pinnedBy: 'bob', pinnedAt: 'seconds' } } },
      ],
      refusals: [
        {
          given: each(100, 'POST /messages/{id}/pin', 'bob'),
          path: id,
          code: 'ERR_PINNED_MESSAGES_LIMIT_EXCEEDED',
        },
      ],
    },
    {
      call: 'DELETE /messages/{id}/pin',
      source: 'N unpin-message',
      onBehalfOf: 'optional',
      unknown,
      examples: [
        {
          given: [{ call: 'POST /messages/{id}/pin', path: id, as: 'bob' }],
          path: id,
          as: 'ann',
          answer: { data: MESSAGE },
        },
        { path: id, answer: { data: MESSAGE } },
      ],
    },
    {
      call: 'POST /messages/{id}/save',
      source: 'N save-message',
      onBehalfOf: 'required',
      unknown,
      examples: [{ path: id, as: 'bob', answer: { data: { ...MESSAGE, savedAt: 'seconds' } } }],
      refusals: [
        {
          given: each(100, 'POST /messages/{id}/save', 'bob'),
          path: id,
          as: 'bob',
          code: 'ERR_SAVED_MESSAGES_LIMIT_EXCEEDED',
        },
      ],
    },
    {
      call: 'DELETE /messages/{id}/save',
      source: 'N unsave-message',
      onBehalfOf: 'required',
      unknown,
      examples: [
        {
          given: [{ call: 'POST /messages/{id}/save', path: id, as: 'bob' }],
          path: id,
          as: 'bob',
          answer: { data: MESSAGE },
        },
        { path: id, as: 'bob', answer: { data: MESSAGE } },
      ],
    },
    {
      call: 'PATCH /messages/{id}/interacted',
      source: 'N mark-message-as-interacted',
      onBehalfOf: 'required',
      fields: { interactions: ['string'] },
      unknown,
      examples: [
        {
          given: [form],
          path: { id: '{form}' },
          as: 'bob',
          body: { interactions: ['send'] },
          answer: done('~The message id {} has been marked as interacted for the user bob.'),
        },
      ],
      refusals: [
        {
          path: id,
          as: 'bob',
          body: { interactions: ['send'] },
          code: 'ERR_BAD_REQUEST|ERR_MESSAGE_ACTION_NOT_ALLOWED|ERR_INVALID_MESSAGE_CATEGORY',
        },
        {
          given: [form],
          path: { id: '{form}' },
          as: 'bob',
          body: { interactions: ['none'] },
          code: 'ERR_BAD_REQUEST',
        },
      ],
    },
  ],
};
