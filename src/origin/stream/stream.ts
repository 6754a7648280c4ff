import { createHmac } from 'node:crypto';
import { accounts } from '../accounts.ts';
import type { OpenOrigin, Origin, OriginAccount } from '../origin.ts';
import { type AskApp, askAppOf, askList, asObject, type Json, millis, NOT_THERE, text } from './asked.ts';
import { exportsList, formerExports } from './exports.ts';
import { streamFiles } from './files.ts';
import { channelNow, messageIn, messagesList } from './messages.ts';
import { channelIn, channelsList, membersList, usersList } from './people.ts';

/**
 * Stream. It is read by lists, also where the pipeline leaves the choice: what a nightly pull finds deleted is what its list
 * had before, and a file of an export task is no list. `by: export` takes the tasks for all that is read in full.
 */
export const stream: Origin = {
  system: 'stream',
  label: 'Stream',
  ...accounts.stream,
  perMinute: {
    users: 1_000,
    channels: 10_000,
    members: 300,
    messages: 10_000,
    replies: 1_000,
    reactions: 1_000,
    exports: 60,
    tasks: 60,
    search: 300,
    changes: 1_000,
    sends: 1_000,
    app: 60,
  },
  pages: {
    users: { rows: 100, family: 'users' },
    conversations: { rows: 30, family: 'channels' },
    messages: { rows: 300, family: 'messages' },
  },
  tellsChanges: false,
  unseen: [
    'edits, reactions and deletions of messages before the time that is read again, and replies to them',
    'with by: export, messages that were erased without a trace since the export',
  ],
  headers: ({ secrets: { secret } }) => ({
    authorization: tokenOf(secret?.reveal() ?? ''),
    'stream-auth-type': 'jwt',
  }),
  // An app that is suspended.
  isKeyRefused: (status, body) => status === 403 && asObject(body)?.['code'] === 99,
  isGone: (_status, body) => asObject(body)?.['code'] === NOT_THERE,
  files: streamFiles,
  open: (account, ask) => openStream(account, askAppOf(ask, account.names['key'] ?? '')),
};

/** The token of a server: a JWT that is signed with the secret of the app. */
function tokenOf(secret: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ server: true })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function openStream({ by, since, types }: OriginAccount, asked: AskApp): OpenOrigin {
  const byExport = by === 'export';
  /** True if tasks write the messages in this pull: nights are read by list, also channels that are new. */
  let usesTasks = false;
  const conversationOf: OpenOrigin['conversationOf'] = (row) => {
    const channel = asObject(row['channel']);
    if (types && !types.includes(text(channel?.['type']) ?? '')) return undefined;
    if (since !== undefined && (millis(channel?.['last_message_at']) ?? 0) < since) return undefined;
    return channelIn(row);
  };
  const isWanted = (row: Json): boolean => conversationOf(row) !== undefined;
  return {
    async check(signal) {
      const users = await askList(asked, 'users', { filter_conditions: {}, limit: 1 }, signal);
      return users.length > 0 ? 'its users can be read' : 'it has no users';
    },
    // Stream tells no numbers of an app.
    counts: async () => ({}),
    tops({ since: changed }) {
      usesTasks = byExport && changed === undefined;
      const exported = usesTasks ? exportsList(asked, isWanted) : formerExports;
      return [usersList(asked), channelsList(asked), ...(byExport ? [exported] : [])];
    },
    conversationOf,
    // After tasks a channel that has changed is read whole once: from then on it is known what its list had.
    listsOf: (_, row, { until, from }) => [
      membersList(asked, row),
      ...(usesTasks ? [] : [messagesList({ asked, channel: asObject(row['channel']) ?? {}, until }, from)]),
    ],
    lookAgain: (_, row, signal) => channelNow(asked, asObject(row['channel']) ?? {}, signal),
    messageOf(row) {
      const { message, time } = messageIn(row);
      const id = text(message['id']);
      const user = asObject(message['user']);
      return id === undefined || time === undefined
        ? undefined
        : { id, time, sender: text(user?.['id']) ?? text(message['user_id']) };
    },
    userOf: ({ id }) => text(id),
  };
}
