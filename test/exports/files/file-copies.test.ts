import { expect, test } from 'vitest';
import { zipped } from '../../features/exports/small-exports.ts';
import { addressesOfPipeline, type NamedFile, rowsOfPipeline } from '../../support/rows-of-pipeline.ts';

/** Where the files of exports are copied from, where a pipeline copies files. */

const FILES = 'files: { to: ./public, publicUrl: https://files.example.com/chat';
const pipeline = (system: string, { options = '', files = '', rest = '' } = {}): string =>
  `sources:\n  export: { system: ${system}, path: export${options} }\n${FILES}${files} }\n${rest}`;
const json = (name: string, held: unknown): NamedFile => ({
  name: `export/${name}`,
  text: JSON.stringify(held),
});
const text = (name: string, held = 'bytes'): NamedFile => ({ name: `export/${name}`, text: held });

const slack = (files: readonly object[], more: readonly NamedFile[] = []): readonly NamedFile[] => [
  json('users.json', [
    { id: 'U1', team_id: 'T1', name: 'ann', profile: { image_512: 'https://avatars.example.com/ann.png' } },
    { id: 'U2', team_id: 'T1', name: 'bo', profile: { image_512: 'https://avatars.example.com/bo.png' } },
  ]),
  json('channels.json', [{ id: 'C1', name: 'general', created: 1, creator: 'U1', members: ['U1', 'U2'] }]),
  json('general/2025-07-01.json', [
    { type: 'message', ts: '1751328000.000100', user: 'U1', text: 'see', files },
  ]),
  ...more,
];
const PRIVATE = 'https://files.slack.com/files-pri/T1-F2/b.pdf';
const SLACK_FILES = [
  { id: 'F1', name: 'a b.png', mimetype: 'image/png', size: 7, url_private: 'https://files.slack.com/F1' },
  { id: 'F2', name: 'b.pdf', mimetype: 'application/pdf', url_private: `${PRIVATE}?t=xoxe-1-secret` },
  { id: 'F3', mode: 'tombstone' },
  { id: 'F4', name: 'nowhere.txt' },
];

test('files of Slack: in the export, else with the token of the export; pictures of people in the export', async () => {
  const files = slack(SLACK_FILES, [text('__uploads/F1/a b.png'), text('__avatars/U2/bo.png')]);
  expect(await addressesOfPipeline(pipeline('slack'), files)).toBe(
    `users https://avatars.example.com/ann.png
users export:///__avatars/U2/bo.png
messages export:///__uploads/F1/a%20b.png
messages private+${PRIVATE}?t=xoxe-1-secret
`,
  );
  const rows = await rowsOfPipeline(pipeline('slack'), files);
  expect(rows).toContain('! sources.export: 1 attachment has no public, permanent URL');
  expect(rows).toContain('"size":7');
  expect(rows).not.toContain('secret');
  expect(rows).not.toMatch(/export:\/|private\+/);
});

test('where the user has put the files of the export, or what a policy says, comes first', async () => {
  const files = slack(SLACK_FILES, [text('__uploads/F1/a b.png')]);
  const placed = pipeline('slack', { options: ', filesBase: "https://cdn.example.com/x"' });
  expect(await addressesOfPipeline(placed, files)).toContain(
    'messages https://cdn.example.com/x/__uploads/F1/a%20b.png\n',
  );
  const links = pipeline('slack', { rest: 'policies: { attachments: text-link }\n' });
  expect(await addressesOfPipeline(links, files)).not.toContain('messages');
  expect(await rowsOfPipeline(links, files)).toContain(`[b.pdf](${PRIVATE})`);
  const avatars = pipeline('slack', { files: ', what: [avatars]' });
  expect(await addressesOfPipeline(avatars, files)).not.toContain('messages');
  expect(await rowsOfPipeline(avatars, files)).toContain(`[b.pdf](${PRIVATE})`);
});

const MINUTE = '[31.07.25, 10:00:00]';
const chat = (author: string): string =>
  [
    `${MINUTE} ${author}: hello`,
    `${MINUTE} Me: hi`,
    `${MINUTE} ${author}: \u200e<attached: 00000003-PHOTO.jpg>`,
    '',
  ].join('\n');

test('two chats of WhatsApp with files of one name each have their own', async () => {
  const zips = ['Ann', 'Ben'].map((author) => ({
    name: `export/WhatsApp Chat - ${author}.zip`,
    text: zipped({ '_chat.txt': chat(author), '00000003-PHOTO.jpg': `picture of ${author}` }),
  }));
  expect(await addressesOfPipeline(pipeline('whatsapp', { options: ', zone: UTC' }), zips)).toBe(
    `messages export:///WhatsApp%20Chat%20-%20Ann.zip!/00000003-PHOTO.jpg
messages export:///00000003-PHOTO.jpg
`,
  );
  expect(await rowsOfPipeline(pipeline('whatsapp', { options: ', zone: UTC' }), zips)).not.toContain(
    'same name',
  );
});

test('files and the picture of a group of Telegram are in the export', async () => {
  const message = (id: number, more: object) => ({
    id,
    type: 'message',
    date_unixtime: '1751328000',
    from: 'Ann',
    from_id: 'user1',
    text: '',
    ...more,
  });
  const service = {
    id: 1,
    type: 'service',
    date_unixtime: '1751327000',
    actor: 'Ann',
    actor_id: 'user1',
    action: 'edit_group_photo',
    photo: 'photos/group.jpg',
  };
  const messages = [
    service,
    message(2, { photo: 'photos/photo_1@01-07-2025.jpg', text: 'one' }),
    message(3, { file: 'files/plan #2.pdf', file_name: 'plan #2.pdf', mime_type: 'application/pdf' }),
    message(4, { photo: '(File not included. Change data exporting settings to download.)' }),
    { ...message(5, { text: 'x' }), from: 'Ben', from_id: 'user2' },
  ];
  const files = [
    json('result.json', { name: 'Crew', type: 'private_group', id: 7, messages }),
    ...['photos/group.jpg', 'photos/photo_1@01-07-2025.jpg', 'files/plan #2.pdf'].map((name) => text(name)),
  ];
  expect(await addressesOfPipeline(pipeline('telegram'), files)).toBe(
    `groups export:///photos/group.jpg
messages export:///photos/photo_1%4001-07-2025.jpg
messages export:///files/plan%20%232.pdf
`,
  );
});

test('an export that is anonymised has no files that are copied', async () => {
  const anonymous = pipeline('slack', { options: '.zip, anonymise: true' });
  expect(await addressesOfPipeline(anonymous, [])).toBe('CONFIG.INVALID\n');
});
