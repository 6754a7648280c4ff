import type { Resource, Step } from '../../entry.ts';

/** 1 none, 2 all, 3 only mentions or all; as numbers. */
const LEVEL = 'integer';

const DAY = { from: 'integer', to: 'integer', dnd: 'boolean' } as const;

const WEEK = {
  monday: DAY,
  tuesday: DAY,
  wednesday: DAY,
  thursday: DAY,
  friday: DAY,
  saturday: DAY,
  sunday: DAY,
} as const;

const both = (...names: readonly string[]): { readonly [field: string]: string } =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`${name}Setting`, LEVEL],
      [`${name}Override`, 'boolean'],
    ]),
  );

/** What is documented of the preferences of an app and of a user alike. */
const PREFERENCES = {
  group: both(
    'messages',
    'replies',
    'reactions',
    'memberLeft',
    'memberAdded',
    'memberJoined',
    'memberKicked',
    'memberBanned',
    'memberUnbanned',
    'memberScopeChanged',
  ),
  oneOnOne: both('messages', 'replies', 'reactions'),
  mute: {
    dndPreferenceSetting: LEVEL,
    dndPreferenceOverride: 'boolean',
    schedulePreferenceSetting: WEEK,
    schedulePreferenceOverride: 'boolean',
    mutedGroupsOverride: 'boolean',
    mutedOneOnOnesOverride: 'boolean',
  },
} as const;

const TEXTS = { titleOneOnOne: 'string', titleGroup: 'string', body: 'string' } as const;

const TEMPLATES = {
  usePrivacyTemplate: LEVEL,
  textMessageTemplateDefault: TEXTS,
  textMessageTemplatePrivacy: TEXTS,
  mediaMessageTemplateDefault: {
    titleOneOnOne: 'string',
    titleGroup: 'string',
    body_image: 'string',
    body_audio: 'string',
    body_video: 'string',
    body_file: 'string',
  },
  customMessageTemplateDefault: { ...TEXTS, body_fallback: 'string' },
} as const;

/** The app alone has these. */
const APP_PREFERENCES = {
  group: { ...PREFERENCES.group, messageEditedSetting: LEVEL, messageDeletedSetting: LEVEL },
  oneOnOne: { ...PREFERENCES.oneOnOne, messageEditedSetting: LEVEL, messageDeletedSetting: LEVEL },
  mute: PREFERENCES.mute,
  call: both('initiated', 'ongoing', 'cancelled', 'rejected', 'unanswered', 'busy', 'ended'),
  bypassPreferencesForMentions: 'boolean',
  email: {
    notifyForUnreadOnly: 'boolean',
    intervalInSeconds: 'integer',
    maxPerDay: 'integer',
    maxPerDayPerConversation: 'integer',
  },
} as const;

const SOUND = { chat: 'string', call: 'string' } as const;

const SETTINGS = {
  data: { preferences: PREFERENCES, sound: SOUND, templates: TEMPLATES },
} as const;

const SUCCESS = { data: { success: 'true' } } as const;

const ofAnn = { uid: 'ann' } as const;

const noUser = [
  { code: 'ERR_BAD_REQUEST', source: 'U 3, uid is required' },
  { query: { uid: 'nobody' }, code: 'ERR_UID_NOT_FOUND', source: 'E' },
] as const;

const until = 4_000_000_000_000;

const muted: Step = {
  call: 'PUT /notifications/v1/preferences/mute',
  query: ofAnn,
  body: {
    conversations: [
      { id: 'bob', type: 'oneOnOne', until },
      { id: 'team', type: 'group', until },
    ],
  },
};

const MINE = {
  'groupPreferences?': { '*': LEVEL },
  'oneOnOnePreferences?': { '*': LEVEL },
  'mutePreferences?': { 'dnd?': LEVEL, 'schedule?': 'object' },
  'usePrivacyTemplate?': 'boolean',
} as const;

/** Settings of the app, preferences of users, mutes and the log. */
export const notificationSettings: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'GET /notifications/v1/settings',
      source: 'U 3',
      slip: 'The schema prints an array, the example an object: an object is expected (U 3).',
      examples: [{ answer: { data: { preferences: APP_PREFERENCES, sound: SOUND, templates: TEMPLATES } } }],
    },
    {
      call: 'PATCH /notifications/v1/settings',
      source: 'U 3',
      fields: { 'preferences?': 'object', 'sound?': 'object', 'templates?': 'object' },
      examples: [
        {
          body: { preferences: { group: { messagesSetting: 1 } }, sound: { chat: 'ping' } },
          answer: SUCCESS,
        },
        { body: { templates: { usePrivacyTemplate: 2 } }, answer: SUCCESS },
      ],
    },
    {
      call: 'DELETE /notifications/v1/settings',
      source: 'U 3',
      examples: [{ answer: SUCCESS }],
    },
    {
      call: 'GET /notifications/v1/preferences',
      source: 'U 3',
      examples: [{ query: ofAnn, answer: SETTINGS }],
      refusals: noUser,
    },
    {
      call: 'PATCH /notifications/v1/preferences',
      source: 'U 3',
      fields: MINE,
      examples: [
        {
          query: ofAnn,
          body: {
            groupPreferences: { groupMessages: 3, groupReplies: 1 },
            oneOnOnePreferences: { oneOnOneMessages: 2 },
            mutePreferences: { dnd: 2, schedule: { monday: { from: 900, to: 1730, dnd: false } } },
            usePrivacyTemplate: true,
          },
          answer: SETTINGS,
        },
      ],
      refusals: noUser,
    },
    {
      call: 'DELETE /notifications/v1/preferences',
      source: 'N notifications-push-reset-preferences',
      examples: [
        {
          query: ofAnn,
          answer: {
            data: {
              groupPreferences: { groupMessages: LEVEL, '*': LEVEL },
              oneOnOnePreferences: { '*': LEVEL },
              'mutePreferences?': 'object',
              'usePrivacyTemplate?': 'boolean',
            },
          },
        },
      ],
      refusals: noUser,
    },
    {
      call: 'GET /notifications/v1/preferences/mute',
      source: 'N notifications-push-list-muted',
      examples: [
        { query: ofAnn, answer: { data: { mutedConversations: ['object'] } } },
        {
          given: [muted],
          query: ofAnn,
          answer: {
            data: { mutedConversations: [{ id: 'bob|team', type: 'oneOnOne|group', until: 'milliseconds' }] },
          },
        },
      ],
      refusals: noUser,
    },
    {
      call: 'PUT /notifications/v1/preferences/mute',
      source: 'N notifications-push-mute-conversations',
      fields: { conversations: [{ id: 'string', type: 'oneOnOne|group', until: 'milliseconds' }] },
      examples: [
        { query: ofAnn, body: { conversations: [{ id: 'bob', type: 'oneOnOne', until }] }, answer: SUCCESS },
      ],
      refusals: [
        {
          query: ofAnn,
          body: { conversations: [{ id: 'bob', type: 'other', until }] },
          code: 'ERR_BAD_REQUEST',
        },
      ],
    },
    {
      call: 'DELETE /notifications/v1/preferences/mute',
      source: 'N notifications-push-unmute-conversations',
      fields: { conversations: [{ id: 'string', type: 'oneOnOne|group' }] },
      examples: [
        {
          given: [muted],
          query: ofAnn,
          body: { conversations: [{ id: 'bob', type: 'oneOnOne' }] },
          answer: SUCCESS,
        },
      ],
    },
    {
      call: 'GET /notifications/v1/logs',
      source: 'U 3',
      examples: [
        { count: 0, answer: { data: ['object'], meta: { current: { limit: 'integer', count: 'integer' } } } },
        {
          query: {
            messageId: '{message}',
            channel: 'push',
            provider: 'fcm',
            trigger: 'after_message',
            from: 1,
            to: until,
          },
          count: 0,
          answer: { data: ['object'], meta: { current: { limit: 'integer', count: 'integer' } } },
        },
      ],
    },
  ],
};
