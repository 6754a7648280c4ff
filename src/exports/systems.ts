import type { ExportReader } from './export-reader.ts';

/** The reader of every system, loaded when it is needed; `npm run prepare` writes this file from the names of folders. */
export const systems = {
  crisp: async () => (await import('./systems/crisp/crisp.ts')).crisp,
  discord: async () => (await import('./systems/discord/discord.ts')).discord,
  firebase: async () => (await import('./systems/firebase/firebase.ts')).firebase,
  intercom: async () => (await import('./systems/intercom/intercom.ts')).intercom,
  mongodb: async () => (await import('./systems/mongodb/mongodb.ts')).mongodb,
  rocketchat: async () => (await import('./systems/rocketchat/rocketchat.ts')).rocketchat,
  sendbird: async () => (await import('./systems/sendbird/sendbird.ts')).sendbird,
  slack: async () => (await import('./systems/slack/slack.ts')).slack,
  sql: async () => (await import('./systems/sql/sql.ts')).sql,
  stream: async () => (await import('./systems/stream/stream.ts')).stream,
  telegram: async () => (await import('./systems/telegram/telegram.ts')).telegram,
  twilio: async () => (await import('./systems/twilio/twilio.ts')).twilio,
  whatsapp: async () => (await import('./systems/whatsapp/whatsapp.ts')).whatsapp,
} satisfies Readonly<Record<string, () => Promise<ExportReader>>>;
