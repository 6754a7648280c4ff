import type { Fields } from '../wire/validation.ts';

/** The days of a schedule. */
export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Kinds of messages that a user can choose notifications of: for none, for all, for mentions alone. */
export const MESSAGE_KINDS = ['messages', 'replies', 'quotedReplies', 'reactions'] as const;

/** Changes of a group that a user can choose notifications of: for none, for all. */
export const MEMBER_KINDS = [
  'memberLeft',
  'memberAdded',
  'memberJoined',
  'memberKicked',
  'memberBanned',
  'memberUnbanned',
  'memberScopeChanged',
] as const;

const CALL_KINDS = ['initiated', 'ongoing', 'cancelled', 'rejected', 'unanswered', 'busy', 'ended'] as const;

/** 1 none, 2 all. The documented examples: messages 2, members and calls 1. */
const [NONE, ALL] = [1, 2];

/** A choice of the app for each kind, which users may override. */
const choices = (kinds: readonly string[], setting: number | undefined): Fields =>
  Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${kind}Setting`, setting],
      [`${kind}Override`, true],
    ]),
  );

const OF_MESSAGES: Fields = {
  ...choices(MESSAGE_KINDS, ALL),
  messageEditedSetting: ALL,
  messageDeletedSetting: ALL,
};

const DAY = { from: 0, to: 2359, dnd: false };
const PACE = {
  notifyForUnreadOnly: true,
  intervalInSeconds: 7200,
  maxPerDay: 20,
  maxPerDayPerConversation: 2,
};

const PREFERENCES: Fields = {
  group: { ...OF_MESSAGES, ...choices(MEMBER_KINDS, NONE) },
  oneOnOne: OF_MESSAGES,
  call: choices(CALL_KINDS, NONE),
  mute: {
    dndPreferenceSetting: NONE,
    schedulePreferenceSetting: Object.fromEntries(DAYS.map((day) => [day, DAY])),
    dndPreferenceOverride: true,
    schedulePreferenceOverride: true,
    mutedGroupsOverride: true,
    mutedOneOnOnesOverride: true,
  },
  email: PACE,
  sms: PACE,
  push: {
    includeMessageObjectSetting: true,
    includeSenderMetadataSetting: false,
    includeReceiverMetadataSetting: false,
    trimTextFieldSetting: false,
    includeMessageMetadataSetting: false,
    customJson: {},
  },
  bypassPreferencesForMentions: false,
};

const TITLES = {
  titleOneOnOne: '{{message.data.entities.sender.entity.name}}',
  titleGroup: '{{message.data.entities.sender.entity.name}} @ {{message.data.entities.receiver.entity.name}}',
};
const fallback = (body: string) => ({ ...TITLES, body, body_fallback: body });

/** The texts of each kind of notification, and those that keep the content of messages private. */
const KINDS: Readonly<Record<string, readonly [open: Fields, private_: Fields]>> = {
  textMessage: [
    { ...TITLES, body: '{{message.data.text}}' },
    { ...TITLES, body: 'New message' },
  ],
  mediaMessage: [
    {
      ...TITLES,
      body_image: 'Image',
      body_audio: 'Audio',
      body_video: 'Video',
      body_file: 'File',
    },
    {
      ...TITLES,
      body_image: 'New message',
      body_audio: 'New message',
      body_video: 'New message',
      body_file: 'New message',
    },
  ],
  pollMessage: [fallback('Poll'), fallback('New message')],
  reminderMessage: [fallback('Reminder'), fallback('New message')],
  customMessage: [fallback('Custom message'), fallback('New message')],
  interactiveForm: [fallback('Form'), fallback('New message')],
  interactiveCard: [fallback('Card'), fallback('New message')],
  interactiveScheduler: [fallback('Meeting'), fallback('New message')],
  interactiveCustom: [fallback('Interactive message'), fallback('New message')],
  userMention: [
    {
      ...TITLES,
      bodyOneOnOne: 'You were mentioned',
      bodyGroup: 'You were mentioned',
      body_fallback: 'Mention',
    },
    { ...TITLES, bodyOneOnOne: 'New message', bodyGroup: 'New message', body_fallback: 'New message' },
  ],
  groupMention: [
    { titleGroup: TITLES.titleGroup, body: 'Your group was mentioned', body_fallback: 'Mention' },
    { titleGroup: TITLES.titleGroup, body: 'New message', body_fallback: 'New message' },
  ],
  emailSubject: [
    { subjectGroup: 'New messages', subjectOneOnOne: 'New messages' },
    { subjectGroup: 'New messages', subjectOneOnOne: 'New messages' },
  ],
  smsContent: [
    { bodyGroup: 'You have new messages', bodyOneOnOne: 'You have new messages' },
    { bodyGroup: 'You have new messages', bodyOneOnOne: 'You have new messages' },
  ],
};

const TEMPLATES: Fields = {
  usePrivacyTemplate: 1,
  ...Object.fromEntries(
    Object.entries(KINDS).flatMap(([kind, [open, closed]]) => [
      [`${kind}TemplateDefault`, open],
      [`${kind}TemplatePrivacy`, closed],
    ]),
  ),
};

/** The settings of an app that has changed none. Names and numbers are documented, texts are the sandbox's own. */
export const DEFAULT_SETTINGS = {
  preferences: PREFERENCES,
  sound: { chat: 'default', call: 'default' } as Fields,
  templates: TEMPLATES,
} as const;
