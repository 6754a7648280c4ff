import { zipOf } from '../../input/sources/documents/zip-file.ts';

/** A message of a small export. */
export type SmallMessage = {
  readonly n: number;
  readonly text?: string;
  /** How often it was changed. */
  readonly edited?: number;
  readonly deleted?: boolean;
  /** The number of the message that it answers. */
  readonly parent?: number;
  readonly by?: string;
  readonly reactions?: readonly string[];
};

const START = Date.UTC(2026, 0, 1);
const PEOPLE = ['ann', 'ben', 'cleo'];

/** The number of a message as the id that the old system gave it. */
export const sendbirdId = (n: number): string => String(1000 + n);
const ts = (n: number): string => `${START / 1000 + n}.000100`;
export const slackId = (n: number): string => `C1:${ts(n)}`;

/** The files of a Sendbird export, by name. */
export function sendbirdExport(
  messages: readonly SmallMessage[],
  people: readonly string[] = PEOPLE,
): Readonly<Record<string, string>> {
  const rows = messages.map(
    ({ n, text = `text ${n}`, edited = 0, deleted, parent, by = 'ann', reactions }) => ({
      type: 'MESG',
      message_id: 1000 + n,
      message: text,
      channel_url: 'quay',
      created_at: START + n * 1000,
      updated_at: edited === 0 ? 0 : START + n * 1000 + edited * 60_000,
      is_removed: deleted === true,
      user: { user_id: by, nickname: by },
      ...(parent === undefined ? {} : { parent_message_id: 1000 + parent }),
      ...(reactions ? { reactions: [{ key: 'ok', user_ids: reactions }] } : {}),
    }),
  );
  const members = people.map((user_id) => ({ user_id }));
  return {
    'users.json': JSON.stringify({
      active_users: people.map((user_id) => ({ user_id, nickname: user_id.toUpperCase() })),
    }),
    'channels.json': JSON.stringify({
      group_channels: [{ channel_url: 'quay', name: 'Quay', is_public: true, members }],
    }),
    'messages.json': JSON.stringify({ messages: rows }),
  };
}

/** The files of a Slack export, by name. */
export function slackExport(messages: readonly SmallMessage[]): Readonly<Record<string, string>> {
  const id = (name: string): string => `U${name.toUpperCase()}`;
  const rows = messages.map(
    ({ n, text = `text ${n}`, edited = 0, deleted, parent, by = 'ann', reactions }) =>
      deleted
        ? {
            type: 'message',
            subtype: 'tombstone',
            user: 'USLACKBOT',
            text: 'This message was deleted.',
            ts: ts(n),
            hidden: true,
          }
        : {
            type: 'message',
            user: id(by),
            text,
            ts: ts(n),
            ...(edited === 0
              ? {}
              : { edited: { user: id(by), ts: `${START / 1000 + n + edited * 60}.000000` } }),
            ...(parent === undefined ? {} : { thread_ts: ts(parent) }),
            ...(reactions
              ? { reactions: [{ name: 'ok', users: reactions.map(id), count: reactions.length }] }
              : {}),
          },
  );
  return {
    'users.json': JSON.stringify(
      PEOPLE.map((name) => ({
        id: id(name),
        team_id: 'T1',
        name,
        profile: { display_name: name, real_name: name },
      })),
    ),
    'channels.json': JSON.stringify([
      { id: 'C1', name: 'general', created: START / 1000 - 60, creator: 'UANN', members: PEOPLE.map(id) },
    ]),
    'general/2026-01-01.json': JSON.stringify(rows),
  };
}

/** The files of an export as a zip archive. */
export const zipped = (files: Readonly<Record<string, string>>): Buffer =>
  zipOf(Object.entries(files).map(([name, content]) => ({ name, content })));
