import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { zipOf } from '../../input/sources/documents/zip-file.ts';
import { runHere } from '../../support/command-here.ts';
import { testWithReal } from '../../support/real-data.ts';
import { folderOf } from './folder-of.ts';
import { type FilesOf, lines, SYSTEMS } from './unread-forms.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** Kinds of files without rows. */
const KINDS: readonly (readonly [name: string, words: string, files: FilesOf])[] = [
  ['XML', 'XML', { 'a.xml': '<?xml version="1.0"?>\n<slack><message/></slack>' }],
  ['HTML', 'an HTML page', { 'a.html': '<!doctype html><html><body>hi</body></html>' }],
  [
    'mail',
    'mail',
    {
      'a.eml':
        'From: ann@example.com\r\nTo: ben@example.com\r\nSubject: hi\r\nDate: Thu, 1 Jan 2026 10:00:00 +0000\r\n\r\nhi\r\n',
    },
  ],
  [
    'a mailbox',
    'mail',
    {
      'a.mbox':
        'From ann@example.com Thu Jan  1 10:00:00 2026\nFrom: ann@example.com\nSubject: hi\nDate: Thu, 1 Jan 2026 10:00:00 +0000\n\nhi\n',
    },
  ],
  [
    'a mailbox with few headers',
    'mail',
    {
      'x.mbox': 'From a@b Thu Jan  1 00:00:00 2026\nFrom: a@b\nTo: c@d\nSubject: x\n\nhi\n',
    },
  ],
  [
    'mail as it was received',
    'mail',
    {
      'a.eml': 'Return-Path: <a@b>\nReceived: from b\n by c\nX-Spam: no\nMessage-ID: <1@b>\n\nhi\n',
    },
  ],
  ['PDF', 'a PDF', { 'a.pdf': '%PDF-1.7\n%\u00e2\u00e3\n' }],
  ['.xls', '.xls', { 'a.xls': Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.alloc(600)]) }],
  ['pictures', 'a picture', { 'a.png': hex('89504e470d0a1a0a 0000000d'), 'b.jpg': hex('ffd8ffe0 00104a46') }],
  [
    'Word',
    'a Word',
    {
      'a.docx': zipOf([
        { name: '[Content_Types].xml', content: '<Types/>' },
        { name: 'word/document.xml', content: '<x/>' },
      ]),
    },
  ],
  [
    'OpenDocument',
    'OpenDocument',
    {
      'a.ods': zipOf([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', method: 0 },
      ]),
    },
  ],
  [
    'an archive in an archive',
    'an archive in an archive',
    {
      'a.zip': zipOf([
        { name: 'b.zip', content: zipOf([{ name: 'users.csv', content: 'uid,name\nann,Ann\n' }]) },
      ]),
    },
  ],
];

describe('what is known and not read is named', () => {
  test.each([...SYSTEMS, ...KINDS])('%s', async (_, words, files) => {
    await using folder = await folderOf(files);
    const out = join(tmpdir(), `unread-${process.pid}.yaml`);
    const [first = ''] = Object.keys(files);
    for (const path of [folder.path, join(folder.path, first)]) {
      const made = await runHere(['init', path, '--yes', '--out', out]);
      expect([path, made.exitCode, made.stderr]).toEqual([
        path,
        2,
        expect.stringContaining('EXPORT.NOT_READ'),
      ]);
      expect(made.stderr).toContain(words);
      expect(made.stderr).toContain('which this version does not read');
      const shown = await runHere(['inspect', path]);
      expect(shown.stdout).toContain(words);
      const { stdout } = await runHere(['inspect', path, '--json']);
      expect(JSON.parse(stdout).unread).toEqual([
        { path, message: expect.stringContaining(words), hint: expect.stringMatching(/\S/) },
      ]);
    }
    const pipeline = join(folder.path, 'p.yaml');
    await writeFile(
      pipeline,
      `version: 1\nname: p\ntarget: sandbox\nsources: { export: { system: auto, path: '${first}' } }\n`,
    );
    const checked = await runHere(['validate', pipeline]);
    expect([checked.exitCode, checked.stderr]).toEqual([2, expect.stringContaining('EXPORT.NOT_READ')]);
  });
});

test.each(['mattermost', 'google-chat', 'instagram', 'irc'])(
  'a pipeline that names %s is told that it is not read',
  async (system) => {
    await using folder = await folderOf({
      'p.yaml': `version: 1\nname: p\ntarget: sandbox\nsources: { export: { system: ${system}, path: x } }\n`,
    });
    const { exitCode, stderr } = await runHere(['validate', join(folder.path, 'p.yaml')]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('EXPORT.NOT_READ')]);
  },
);

test.each([
  [
    'Discord',
    'general.html',
    '<!DOCTYPE html>\n<html><body><div class=chatlog__message-group></div></body></html>',
  ],
  [
    'Telegram',
    'messages.html',
    '<!DOCTYPE html>\n<html><div class="page_wrap"><div class="history"><div class="message default clearfix"></div></div></div></html>',
  ],
])(
  'an export of %s for people is refused by its reader, and inspect says why',
  async (system, name, text) => {
    await using folder = await folderOf({ [name]: text });
    for (const path of [folder.path, join(folder.path, name)]) {
      const made = await runHere(['init', path, '--yes', '--out', join(folder.path, 'p.yaml')]);
      expect([made.exitCode, made.stderr]).toEqual([2, expect.stringContaining('EXPORT.FORM_UNSUPPORTED')]);
      const shown = await runHere(['inspect', path]);
      expect(shown.stdout + shown.stderr).toContain(system);
    }
  },
);

test('--as-tables takes the files as tables', async () => {
  const rows = Array.from({ length: 4 }, (_, n) => ({
    id: n,
    sender_id: 'ann',
    room_id: 'r1',
    created_at: `2026-01-0${n + 1}T00:00:00Z`,
    text: 'hi',
    parts: [{ part_type: 'inline' }],
  }));
  await using folder = await folderOf({ 'messages.ndjson': lines(...rows) });
  const made = await runHere(['init', folder.path, '--yes', '--as-tables', '--json']);
  expect(made.exitCode, made.stderr).toBe(0);
  expect(JSON.parse(made.stdout).dryRun.messages).toMatchObject({ read: 4 });
});

test.each([
  ['an empty folder', {}],
  ['a folder of other files', { 'notes.md': '# hi\n', 'a.bin': Buffer.from([1, 2, 3, 0]) }],
])('inspect says that nothing can be read: %s', async (_, files) => {
  await using folder = await folderOf(files);
  const { exitCode, stdout } = await runHere(['inspect', folder.path]);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('nothing in it can be read')]);
  const shown = JSON.parse((await runHere(['inspect', folder.path, '--json'])).stdout);
  expect(shown.unread).toMatchObject([{ path: folder.path, message: 'nothing in it can be read' }]);
});

/** Folders of real exports, and what each is: a system that is read, or words of the sentence. */
const REAL: Readonly<Record<string, string>> = {
  'chatkit/synthetic': 'Chatkit',
  'discord/synthetic': 'discord',
  'facebook-instagram/synthetic': 'Facebook Messenger',
  'facebook-instagram/msgvault': 'Facebook Messenger',
  'firebase/synthetic': 'firebase',
  gitter: 'Gitter',
  'google-chat/synthetic': 'Google Chat',
  'intercom-crisp/synthetic': 'intercom',
  'irc/synthetic': 'IRC',
  'matrix/synthetic': 'Matrix',
  'matrix/synapse-pg_dump': 'Synapse',
  'mattermost/synthetic': 'Mattermost',
  'pubnub/synthetic': 'PubNub',
  'quickblox/synthetic': 'QuickBlox',
  'rocketchat/rest-api-patrickfav': 'Rocket.Chat',
  'rocketchat/synthetic': 'rocketchat',
  'rocketchat/zulip-2021-07': 'rocketchat',
  'sendbird/synthetic': 'sendbird',
  'slack/synthetic': 'slack',
  'sql-dumps/synthetic/mysql': 'sql',
  'stream/synthetic': 'stream',
  'talkjs/synthetic': 'TalkJS',
  'teams/synthetic': 'Microsoft Teams',
  'telegram/synthetic': 'telegram',
  'twilio/synthetic': 'twilio',
  'whatsapp/synthetic': 'whatsapp',
  'xmpp/synthetic': 'XMPP',
  'zulip/synthetic': 'Zulip',
};

testWithReal(
  'exports',
  'each of 24 systems is read or named, and none is taken for another',
  async (folder) => {
    for (const [name, expected] of Object.entries(REAL)) {
      const { stdout } = await runHere(['inspect', join(folder, name), '--json', '--zone', 'UTC']);
      const { files, unread } = JSON.parse(stdout);
      expect([name, unread?.[0].message ?? files[0].export.system]).toEqual([
        name,
        expect.stringContaining(expected),
      ]);
    }
  },
);
