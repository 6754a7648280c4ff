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

/** The texts of each kind of notification about one message. */
const KINDS: Readonly<Record<string, Fields>> = {
  textMessage: { ...TITLES, body: '{{message.data.text}}' },
  mediaMessage: {
    ...TITLES,
    body_image: 'Image',
    body_audio: 'Audio',
    body_video: 'Video',
    body_file: 'File',
  },
  pollMessage: fallback('Poll'),
  reminderMessage: fallback('Reminder'),
  customMessage: fallback('Custom message'),
  interactiveForm: fallback('Form'),
  interactiveCard: fallback('Card'),
  interactiveScheduler: fallback('Meeting'),
  interactiveCustom: fallback('Interactive message'),
  userMention: {
    ...TITLES,
    bodyOneOnOne: 'You were mentioned',
    bodyGroup: 'You were mentioned',
    body_fallback: 'Mention',
  },
  groupMention: {
    titleGroup: TITLES.titleGroup,
    body: 'Your group was mentioned',
    body_fallback: 'Mention',
  },
};

/** The texts that tell nothing of a message anyway. */
const PRIVATE_KINDS: Readonly<Record<string, Fields>> = {
  emailSubject: { subjectGroup: 'New messages', subjectOneOnOne: 'New messages' },
  smsContent: { bodyGroup: 'You have new messages', bodyOneOnOne: 'You have new messages' },
};

/** The texts of a kind without the content of the message. */
const closed = (texts: Fields): Fields =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, name.startsWith('body') ? 'New message' : text]),
  );

const templates = (kinds: typeof KINDS, closedOf: (texts: Fields) => Fields): Fields =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, texts]) => [
      [`${kind}TemplateDefault`, texts],
      [`${kind}TemplatePrivacy`, closedOf(texts)],
    ]),
  );

const TEMPLATES: Fields = {
  usePrivacyTemplate: 1,
  ...templates(KINDS, closed),
  ...templates(PRIVATE_KINDS, (texts) => texts),
};

/** The settings of an app that has changed none. Names and numbers are documented, texts are the sandbox's own. */
export const DEFAULT_SETTINGS = {
  preferences: PREFERENCES,
  sound: { chat: 'default', call: 'default' } as Fields,
  templates: TEMPLATES,
} as const;
