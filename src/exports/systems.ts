/** The systems whose exports are read, as pipeline files name them. */
export const exportSystems = [
  'discord',
  'firebase',
  'sendbird',
  'slack',
  'sql',
  'stream',
  'telegram',
  'whatsapp',
] as const;
export type ExportSystem = (typeof exportSystems)[number];
