import type { ExportReader } from './export-reader.ts';
/** The reader of every system, loaded when it is needed; `npm run prepare` writes this file from the names of folders. */
export declare const systems: {
    discord: () => Promise<ExportReader>;
    firebase: () => Promise<ExportReader>;
    sendbird: () => Promise<ExportReader>;
    slack: () => Promise<ExportReader>;
    sql: () => Promise<ExportReader>;
    stream: () => Promise<ExportReader>;
    telegram: () => Promise<ExportReader>;
    whatsapp: () => Promise<ExportReader>;
};
