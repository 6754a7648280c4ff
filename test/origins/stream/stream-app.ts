import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../support/repository.ts';

/** A JSON object. */
export type Item = Readonly<Record<string, unknown>>;
type Own = Record<string, unknown>;

/** A message as the app keeps it, with what the API makes of it left out. */
export type StoredMessage = Own & { id: string; cid: string; user: string; created_at: string };
export type StoredChannel = Own & { id: string; type: string; cid: string; created_at: string };
type StoredMember = Own & { user_id: string; created_at: string };
type StoredReaction = Own & { message_id: string; user_id: string; type: string; created_at: string };

/** The data of an app of Stream's, which its users change. */
export type StreamApp = {
  readonly users: Map<string, Own>;
  readonly channels: Map<string, StoredChannel>;
  readonly members: Map<string, StoredMember[]>;
  readonly messages: Map<string, StoredMessage>;
  readonly reactions: StoredReaction[];
};

const emptyApp = (): StreamApp => ({
  users: new Map(),
  channels: new Map(),
  members: new Map(),
  messages: new Map(),
  reactions: [],
});

/** The app with the conversations of the import file of the tests. */
export function syntheticApp(): StreamApp {
  const file = join(repository, 'test/fixtures/exports/stream/synthetic/import.jsonl');
  return appOf(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; item: Own }),
  );
}

/** The id of a channel that is made of its members. */
export const distinctId = (members: readonly string[]): string =>
  `!members-${createHash('sha256')
    .update(JSON.stringify([...members].sort()))
    .digest('base64url')}`;

/** An app with what an import file has. */
export function appOf(entries: readonly { readonly type: string; readonly item: Own }[]): StreamApp {
  const app = emptyApp();
  const cidOf = ({ channel_id, channel_member_ids, channel_type }: Own): string =>
    `${channel_type}:${channel_id ?? distinctId(channel_member_ids as string[])}`;
  for (const { type, item } of entries) {
    if (type === 'user') app.users.set(String(item['id']), { ...item });
    if (type === 'channel') {
      const { member_ids, ...rest } = item;
      const id = (item['id'] as string | undefined) ?? distinctId(member_ids as string[]);
      const cid = `${item['type']}:${id}`;
      const made = String(item['created_at'] ?? '2025-01-01T00:00:00Z');
      app.channels.set(cid, {
        ...rest,
        id,
        type: String(item['type']),
        cid,
        created_at: made,
        updated_at: made,
      });
      app.members.set(cid, []);
    }
    if (type === 'member') {
      const { channel_id: _, channel_type: __, channel_member_ids: ___, ...rest } = item;
      app.members.get(cidOf(item))?.push(rest as StoredMember);
    }
    if (type === 'message' && app.channels.has(cidOf(item))) {
      const { channel_id: _, channel_type: __, channel_member_ids: ___, ...rest } = item;
      app.messages.set(String(item['id']), { ...rest, cid: cidOf(item) } as StoredMessage);
    }
    if (type === 'reaction') app.reactions.push({ ...item } as StoredReaction);
  }
  return app;
}

/** A time as Stream writes it. */
export const written = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z');

/** Changes of an app, as its users make them. */
export const changes = (app: StreamApp) => ({
  write(cid: string, id: string, user: string, ms: number, more: Item = {}): void {
    app.messages.set(id, {
      id,
      cid,
      user,
      type: 'regular',
      text: `text of ${id}`,
      ...more,
      created_at: written(ms),
      updated_at: written(ms),
    });
  },
  edit(id: string, text: string, ms: number): void {
    Object.assign(app.messages.get(id) ?? {}, {
      text,
      updated_at: written(ms),
      message_text_updated_at: written(ms),
    });
  },
  /** As users do it: the message stays as one that was deleted. */
  remove(id: string, ms: number): void {
    Object.assign(app.messages.get(id) ?? {}, {
      type: 'deleted',
      deleted_at: written(ms),
      updated_at: written(ms),
    });
  },
  /** As servers may do it: nothing stays. */
  erase(id: string): void {
    app.messages.delete(id);
  },
  react(message_id: string, user_id: string, type: string, ms: number): void {
    app.reactions.push({ message_id, user_id, type, created_at: written(ms) });
  },
  rename(user: string, name: string, ms: number): void {
    Object.assign(app.users.get(user) ?? {}, { name, updated_at: written(ms) });
  },
  leave(cid: string, user: string): void {
    const members = app.members.get(cid) ?? [];
    app.members.set(
      cid,
      members.filter(({ user_id }) => user_id !== user),
    );
  },
  open(cid: string, members: readonly string[], ms: number, more: Item = {}): void {
    const [type = '', id = ''] = cid.split(/:(.*)/s);
    app.channels.set(cid, {
      type,
      id,
      cid,
      created_by: members[0],
      name: id,
      ...more,
      created_at: written(ms),
      updated_at: written(ms),
    });
    app.members.set(
      cid,
      members.map((user_id) => ({ user_id, created_at: written(ms) })),
    );
  },
  /** As users do it: no answer has the channel any more. */
  drop(cid: string): void {
    app.channels.delete(cid);
    app.members.delete(cid);
    for (const { id, cid: of } of [...app.messages.values()]) if (of === cid) app.messages.delete(id);
  },
});
