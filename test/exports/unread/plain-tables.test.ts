import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { zipOf } from '../../input/sources/documents/zip-file.ts';
import { workbookOf } from '../../input/sources/xlsx/workbook.ts';
import { runHere } from '../../support/command-here.ts';
import { testWithReal } from '../../support/real-data.ts';
import { repository } from '../../support/repository.ts';
import { folderOf } from './folder-of.ts';
import { type FilesOf, lines } from './unread-forms.ts';

const CHAT =
  'id,room,sender,text\n1,r,ann,"{""zerver_message"":1}"\n2,r,ann,"<server-data xmlns=\'urn:xmpp:pie:0\'>"\n';

describe('plain tables are taken for no system', () => {
  test.each<[string, FilesOf]>([
    [
      'texts that show other exports',
      {
        'messages.csv': CHAT,
        'm.ndjson': lines({ id: 1, text: '{"zerver_message": 1, "timetoken": 2, "message": 3}' }),
      },
    ],
    [
      'tab-separated rows with a time and a name',
      {
        'room.tsv':
          '2025-07-01 00:00:00\tann\thi\n2025-07-01 00:01:00\tben\tho\n2025-07-01 00:02:00\t@ann\tha\n2025-07-01 00:03:00\tben\t--> x\n',
      },
    ],
    [
      'objects with usual names',
      {
        'm.ndjson': lines({
          id: 1,
          sender_id: 'a',
          conversationId: 'c',
          createdAt: 1,
          message: 'hi',
          from: 'a',
          user: 'a',
          created_at: 1,
          room_id: 'r',
          messages: [],
        }),
      },
    ],
    [
      'a document beside tables',
      { 'users.csv': 'uid,name\nann,Ann\n', 'a.pdf': '%PDF-1.7\n', 'b.html': '<html></html>' },
    ],
    [
      'more tables than chats',
      {
        'users.csv': 'uid,name\nann,Ann\n',
        'groups.csv': 'guid,name\nr,R\n',
        'old.jsonl': lines({ type: 'version', version: 1 }),
      },
    ],
    [
      'a workbook',
      {
        'users.xlsx': workbookOf([
          {
            name: 'users',
            rows: [
              ['uid', 'name'],
              ['ann', 'Ann'],
            ],
          },
        ]),
      },
    ],
    [
      'an archive of tables in a folder',
      { 'a.zip': zipOf([{ name: 'users.csv', content: 'uid,name\nann,Ann\n' }]), 'README.md': 'x' },
    ],
  ])('%s', async (_, files) => {
    await using folder = await folderOf(files);
    const { stdout, stderr } = await runHere(['inspect', folder.path, '--json']);
    expect(JSON.parse(stdout).unread, stderr).toBeUndefined();
  });

  test('samples and fixtures', async () => {
    const samples = ['samples', 'samples/recipes', 'test/fixtures'].flatMap((folder) =>
      readdirSync(join(repository, folder)).map((name) => join(repository, folder, name)),
    );
    for (const path of samples.filter((each) => !/\/(?:exports|recipes|client|charts)$/.test(each))) {
      const { stdout } = await runHere(['inspect', path, '--json']);
      const { unread = [] } = JSON.parse(stdout) as { unread?: readonly { message: string }[] };
      expect([path, unread.filter(({ message }) => message.includes('does not read'))]).toEqual([path, []]);
    }
  });
});

testWithReal('.', 'no table of other real files is taken for an export', async (folder) => {
  for (const name of [
    'csv-spectrum',
    'encodings',
    'blns',
    'gitter/archives',
    'compressed',
    'ndjson-torture',
  ]) {
    const { stdout } = await runHere(['inspect', join(folder, name), '--json']);
    const { unread = [] } = JSON.parse(stdout) as { unread?: readonly { message: string }[] };
    expect([name, unread.filter(({ message }) => message.includes('does not read'))]).toEqual([name, []]);
  }
});
