import { textValue } from '../../files/values.ts';

/** Discord's kinds of messages by their numbers: the exporter names some, and writes the number of the others. */
const KINDS: Readonly<Record<string, string>> = {
  0: 'Default',
  1: 'RecipientAdd',
  2: 'RecipientRemove',
  3: 'Call',
  4: 'ChannelNameChange',
  5: 'ChannelIconChange',
  6: 'ChannelPinnedMessage',
  7: 'GuildMemberJoin',
  8: 'GuildBoost',
  9: 'GuildBoostTier1',
  10: 'GuildBoostTier2',
  11: 'GuildBoostTier3',
  12: 'ChannelFollowAdd',
  14: 'GuildDiscoveryDisqualified',
  15: 'GuildDiscoveryRequalified',
  16: 'GuildDiscoveryInitialWarning',
  17: 'GuildDiscoveryFinalWarning',
  18: 'ThreadCreated',
  19: 'Reply',
  20: 'ChatInputCommand',
  21: 'ThreadStarterMessage',
  22: 'GuildInviteReminder',
  23: 'ContextMenuCommand',
  24: 'AutoModerationAction',
  25: 'RoleSubscriptionPurchase',
  26: 'InteractionPremiumUpsell',
  27: 'StageStart',
  28: 'StageEnd',
  29: 'StageSpeaker',
  31: 'StageTopic',
  32: 'GuildApplicationPremiumSubscription',
  36: 'GuildIncidentAlertModeEnabled',
  37: 'GuildIncidentAlertModeDisabled',
  38: 'GuildIncidentReportRaid',
  39: 'GuildIncidentReportFalseAlarm',
  44: 'PurchaseNotification',
  46: 'PollResult',
};

/** Types of messages that people and programs write; all others Discord has written. */
const WRITTEN = new Set(['Default', 'Reply', 'ChatInputCommand', 'ContextMenuCommand']);

/** The names of kinds that come later. */
const NAME = /^\w{1,40}$/;

/** The kind of a message by name, whether it is written as one or as a number; a message without one is a plain one. */
export function kindOf(type: unknown): string {
  const given = textValue(type) ?? 'Default';
  if (Object.hasOwn(KINDS, given)) return KINDS[given] as string;
  return NAME.test(given) ? given : 'unknown';
}

/** True if Discord itself has written a message of this kind. */
export const isSystem = (kind: string): boolean => !WRITTEN.has(kind);
