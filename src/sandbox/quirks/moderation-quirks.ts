import { toggle } from './quirk.ts';

/** Switches for moderation. */
export const MODERATION_QUIRKS = {
  moderateImports: toggle(
    'moderateimports',
    'rules of moderation are not applied to imported messages',
    'they are',
  ),
  moderationDecided: toggle(
    'moderationdecided',
    'the answer to sending a message shows `pending`',
    'it shows what moderation has decided',
  ),
  alwaysJudged: toggle(
    'alwaysjudged',
    'a message that no rule is for has no status of moderation',
    'it is approved',
  ),
  wordParts: toggle(
    'wordparts',
    'a condition that looks for a word finds it as a whole word',
    'it finds it inside other words too',
  ),
  allConditions: toggle('allconditions', 'one condition suffices to break a rule', 'all of them are needed'),
} as const;
