import { chatwoot } from './chatwoot.ts';
import { discourse } from './discourse.ts';
import { django, mern, prisma, supabase } from './frameworks.ts';
import { chatify, laravelMessenger, musonza } from './laravel.ts';
import { buddypress, mailboxer } from './mailboxes.ts';
import { mattermost } from './mattermost.ts';
import type { Preset } from './preset.ts';

/** Products whose tables are known, by name. */
export const presetNames = [
  'buddypress',
  'chatify',
  'chatwoot',
  'discourse',
  'django',
  'laravel-messenger',
  'mailboxer',
  'mattermost',
  'mern',
  'musonza',
  'prisma',
  'supabase',
] as const;
export type PresetName = (typeof presetNames)[number];

/** The forms of the databases of each product. */
export const presets: Readonly<Record<PresetName, readonly Preset[]>> = {
  buddypress: [buddypress],
  chatify,
  chatwoot: [chatwoot],
  discourse,
  django,
  'laravel-messenger': [laravelMessenger],
  mailboxer: [mailboxer],
  mattermost: [mattermost],
  mern,
  musonza: [musonza],
  prisma: [prisma],
  supabase: [supabase],
};
