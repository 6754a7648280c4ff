import type { Resource, Step } from '../../entry.ts';

const SUCCESS = { data: { success: 'true' } } as const;

const ofAnn = { uid: 'ann' } as const;

const contact: Step = {
  call: 'PATCH /notifications/v1/contact-details',
  as: 'ann',
  body: { email: 'ann@example.com', phno: '+10123456789' },
};

/** Where and when users are reached. */
export const notificationContact: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'GET /notifications/v1/preferences/timezone',
      source: 'U 3',
      examples: [
        {
          given: [
            {
              call: 'PATCH /notifications/v1/preferences/timezone',
              query: ofAnn,
              body: { timezone: 'Asia/Tokyo' },
            },
          ],
          query: ofAnn,
          answer: { data: { timezone: 'Asia/Tokyo' } },
        },
      ],
    },
    {
      call: 'PATCH /notifications/v1/preferences/timezone',
      source: 'U 3',
      fields: { timezone: 'string' },
      examples: [
        { query: ofAnn, body: { timezone: 'Asia/Tokyo' }, answer: { data: { timezone: 'Asia/Tokyo' } } },
      ],
    },
    {
      call: 'GET /notifications/v1/contact-details',
      source: 'U 3',
      onBehalfOf: 'required',
      examples: [
        { given: [contact], as: 'ann', answer: { data: { email: 'ann@example.com', phno: '+10123456789' } } },
      ],
    },
    {
      call: 'PATCH /notifications/v1/contact-details',
      source: 'U 3',
      onBehalfOf: 'required',
      fields: { 'email?': 'string', 'phno?': 'string' },
      examples: [
        {
          as: 'ann',
          body: { email: 'ann@example.com', phno: '+10123456789' },
          answer: { data: { email: 'ann@example.com', phno: '+10123456789' } },
        },
      ],
    },
    {
      call: 'DELETE /notifications/v1/contact-details',
      source: 'U 3',
      onBehalfOf: 'required',
      examples: [{ given: [contact], as: 'ann', answer: SUCCESS }],
    },
  ],
};
