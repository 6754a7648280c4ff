import { type ServiceHere, serviceHere } from '../support/service-here.ts';

/** Pieces of dumps, and what becomes of them. */

export const OLD = 'retention: { messagesOlderThanDays: 36500 }';
/** A pipeline over dumps, with a service in this process. */
export const ofFiles = (
  files: Parameters<typeof serviceHere>[0]['files'],
  { options = '', rest = '' }: { options?: string; rest?: string } = {},
): Promise<ServiceHere> =>
  serviceHere({ files, rest: `  export: { system: sql, path: export${options} }\n${OLD}\n${rest}` });

export type Landed = Readonly<Record<string, unknown>>;

/** All messages of a service, by muid, as far as the export decides them. */
export async function messagesOf({ service }: ServiceHere): Promise<ReadonlyMap<string, Landed>> {
  const found = new Map<string, Landed>();
  for await (const { muid, sender, receiver, receiverType, sentAt, type, data } of service.messages.list({
    limit: 1000,
  }))
    found.set(String(muid), { sender, receiver, receiverType, sentAt, type, data });
  return found;
}

/** The tables of a chat, without rows; in the form of every database. */
export const TABLES = `CREATE TABLE users (id int, name text);
CREATE TABLE rooms (id int, type text, name text);
CREATE TABLE room_members (room_id int, user_id int);
CREATE TABLE messages (id int, room_id int, sender_id int, body text, created_at int);
`;
export const PEOPLE = `INSERT INTO users VALUES (1,'Ann'),(2,'Bob');
INSERT INTO rooms VALUES (1,'public','Quay');
INSERT INTO room_members VALUES (1,1),(1,2);
`;
/** The head of a dump of MySQL. */
export const MYSQL = `-- MySQL dump 10.13\n/*!40101 SET NAMES utf8mb4 */;\n`;
export const AT = 1_767_225_600;

export const textsOf = async (here: ServiceHere): Promise<Readonly<Record<string, unknown>>> =>
  Object.fromEntries(
    [...(await messagesOf(here))].map(([muid, { data }]) => [muid, (data as { text?: unknown }).text]),
  );
/** The texts that a run lands, by muid. */
export const run = async (
  dump: string | Uint8Array,
  more: { options?: string; rest?: string } = {},
): Promise<Readonly<Record<string, unknown>>> => {
  await using here = await ofFiles({ 'export/chat.sql': dump }, more);
  await here.json('run', '--yes');
  return await textsOf(here);
};
