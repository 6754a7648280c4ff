import type { Resource, Step } from '../../entry.ts';

const path = { appId: '{appId}', ext: 'message-shortcuts' } as const;

const body = { settings: { shortcuts: { '!cu': 'See you later.', '!ty': 'Thanks a lot!' } } } as const;

const answered = <const T>(data: T) =>
  ({
    data: {
      statusCode: 'integer',
      success: 'true',
      responseTime: 'number',
      body: { data },
    },
  }) as const;

const enabled: Step = {
  call: 'POST /apps/{appId}/extensions',
  path,
  body: { enabled: ['message-shortcuts'] },
};

const stored: Step = { call: 'POST /apps/{appId}/extensions/{ext}/v1/settings', path, body };

/** Settings of an extension; which fields they have is a matter of the extension. */
export const extensions: Resource = {
  at: 'management',
  entries: [
    {
      call: 'POST /apps/{appId}/extensions/{ext}/v1/settings',
      source: 'P message-shortcuts-store-settings',
      fields: { 'settings?': 'object' },
      examples: [
        {
          given: [enabled],
          path,
          body,
          answer: answered({ settings: { shortcuts: { '!cu': 'See you later.', '!ty': 'string' } } }),
        },
      ],
    },
    {
      call: 'GET /apps/{appId}/extensions/{ext}/v1/settings',
      source: 'P stickers-extension-get-settings',
      examples: [{ given: [enabled, stored], path, answer: answered({ settings: { shortcuts: 'object' } }) }],
    },
    {
      call: 'PUT /apps/{appId}/extensions/{ext}/v1/settings',
      source: 'P stickers-extension-update-settings',
      slip: 'Some extensions answer `success`, the others their settings: either is taken.',
      fields: { 'settings?': 'object' },
      examples: [
        {
          given: [enabled, stored],
          path,
          body,
          answer: answered({ 'settings?': 'object', 'success?': 'true' }),
        },
      ],
    },
    {
      call: 'DELETE /apps/{appId}/extensions/{ext}/v1/settings',
      source: 'U 8',
      examples: [{ given: [enabled, stored], path, answer: answered({ success: 'true' }) }],
    },
  ],
};
