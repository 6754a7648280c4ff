/** The systems whose exports are read, as pipeline files name them. */
export const exportSystems = ['firebase', 'sendbird', 'slack', 'sql', 'stream', 'whatsapp'] as const;
export type ExportSystem = (typeof exportSystems)[number];
