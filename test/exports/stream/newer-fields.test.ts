import { expect, test } from 'vitest';
import { kindOf, summaryOf } from '../expected.ts';
import { type Item, jsonl, messagesOf, ofFiles } from './files-of-stream.ts';

const ANN = { id: 'ann', name: 'Ann', role: 'user', teams: [], teams_role: { red: 'admin' } };
const AT = '2026-01-01T00:00:00.000001Z';
const CHANNEL = { cid: 'messaging:quay', id: 'quay', type: 'messaging', created_by: ANN, name: 'Quay' };
const message = (id: string, more: Item = {}): Item => ({
  id,
  cid: CHANNEL.cid,
  user: ANN,
  text: id,
  type: 'regular',
  created_at: AT,
  updated_at: AT,
  reaction_counts: {},
  latest_reactions: [],
  own_reactions: [],
  reaction_groups: null,
  restricted_visibility: [],
  pinned: false,
  pinned_at: null,
  i18n: { language: 'en' },
  ...more,
});
const reaction = (of: string, user: string): Item => ({
  message_id: of,
  user_id: user,
  user: { id: user },
  type: 'like',
  score: 1,
  created_at: AT,
});
const members = ['ann', 'bob'].map((id) => ({
  user_id: id,
  user: { id, name: id },
  channel_role: 'channel_member',
}));

/** The forms that an export of channels has. */
const FORMS = {
  v1: (channel: Item, messages: readonly Item[], reactions: readonly Item[] = []) =>
    JSON.stringify([
      {
        channel,
        messages,
        members,
        reactions,
        pinned_messages: messages.filter(({ pinned }) => pinned),
        reads: [],
      },
    ]),
  v2: (channel: Item, messages: readonly Item[], reactions: readonly Item[] = []) =>
    jsonl(
      { channel },
      ...members.map((member) => ({ member: { ...member, channel_cid: CHANNEL.cid } })),
      ...messages.map((each) => ({ message: each })),
      ...reactions.map((each) => ({ reaction: each })),
    ),
};

test.each(Object.entries(FORMS))('a cleared history is not published, export %s', async (_name, form) => {
  const rows = [
    message('before', { created_at: '2026-01-01T00:00:00Z' }),
    message('then', { created_at: '2026-01-02T00:00:00Z' }),
    message('gone', { created_at: '2026-01-01T00:00:00Z', type: 'deleted', deleted_at: AT }),
    message('after', { created_at: '2026-01-02T00:00:00.000001Z' }),
  ];
  const channel = { ...CHANNEL, truncated_at: '2026-01-02T00:00:00Z' };
  await using here = await ofFiles(
    { 'export/channels.json': form(channel, rows) },
    'policies: { deletions: metadata }',
  );
  const { result } = await here.json('run', '--yes');
  expect([...(await messagesOf(here)).keys()].toSorted()).toEqual(['after', 'gone']);
  expect(result.export?.kinds.messages).toMatchObject({ read: 4, dropped: { truncated: 2 } });
});

test.each(Object.entries(FORMS))(
  'reactions that messages count and nothing names are counted, export %s',
  async (_name, form) => {
    const liked = (id: string, count: number, ...users: readonly string[]) =>
      message(id, {
        pinned: true,
        pinned_at: AT,
        reaction_counts: { like: count },
        latest_reactions: users.map((user) => reaction(id, user)),
      });
    const rows = [liked('m1', 5, 'ann'), liked('m2', 2, 'ann', 'bob')];
    const beside = [reaction('m1', 'ann'), reaction('m2', 'ann'), reaction('m2', 'bob')];
    for (const reactions of [beside, []]) {
      await using here = await ofFiles({ 'export/channels.json': form(CHANNEL, rows, reactions) });
      const { summary } = await summaryOf(here);
      const { read, kept, dropped } = kindOf(summary, 'reactions');
      expect([read - (dropped['repeated'] ?? 0), kept, dropped['unnamed']]).toEqual([7, 3, 4]);
    }
  },
);

test('a picture of Giphy is a file, the preview of a link is none', async () => {
  const giphy = {
    type: 'giphy',
    title: 'cat',
    title_link: 'https://giphy.com/gifs/cat',
    thumb_url: 'https://media.giphy.com/cat.gif',
  };
  const link = {
    type: 'image',
    title: 'News',
    title_link: 'https://n.example',
    image_url: 'https://n.example/i.png',
  };
  const rows = [message('m1', { text: '', attachments: [giphy] }), message('m2', { attachments: [link] })];
  await using here = await ofFiles({ 'export/channels.json': FORMS.v1(CHANNEL, rows) });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.attachments).toMatchObject({ imported: 1, dropped: { linkPreview: 1 } });
  expect((await messagesOf(here)).get('m1')).toMatchObject({
    type: 'image',
    data: { attachments: [{ url: giphy.thumb_url, name: 'cat', mimeType: 'image/gif' }] },
  });
});
