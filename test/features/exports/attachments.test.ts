import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { kindOf, summaryOf } from '../../exports/expected.ts';
import { tarOf } from '../../input/sources/documents/tar-file.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { sendbirdExport, sendbirdId, slackExport, slackId, zipped } from './small-exports.ts';

const OLD = 'retention: { messagesOlderThanDays: 36500 }';
const PICTURE = Buffer.from('a picture, as far as anybody here can tell');

/** A workspace with a file in its export, one that needs a login, one that Slack has removed, and one that is on no list. */
async function workspace(options = ''): Promise<ServiceHere> {
  const files = slackExport([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
  const day = 'general/2026-01-01.json';
  const rows = JSON.parse(files[day] as string) as Record<string, unknown>[];
  const given = [
    { id: 'F1', name: 'cat.png', mimetype: 'image/png', url_private: 'https://files.example.com/F1/cat.png' },
    {
      id: 'F2',
      name: 'plan.pdf',
      mimetype: 'application/pdf',
      size: 77,
      url_private: 'https://files.example.com/F2',
    },
    { id: 'F3', name: 'old.txt', mode: 'tombstone' },
    { id: 'F4', name: '=lost.txt' },
  ];
  for (const [at, row] of rows.entries()) row['files'] = [given[at]];
  const here = await serviceHere({
    files: {},
    rest: `  export: { system: slack, path: export.zip${options} }\n${OLD}`,
  });
  const parts = { ...files, [day]: JSON.stringify(rows), '__uploads/F1/my cat.png': PICTURE.toString() };
  writeFileSync(join(here.folder, 'export.zip'), zipped(parts));
  return here;
}

test('a file in a compressed tar archive of many has its size and digest, and nothing that was unpacked stays', async () => {
  const files = slackExport([{ n: 1 }]);
  const day = 'general/2026-01-01.json';
  const [row] = JSON.parse(files[day] as string) as Record<string, unknown>[];
  const given = [{ id: 'F1', name: 'cat.png' }];
  const days = Array.from({ length: 9 }, (_, at) => [`general/2026-02-0${at + 1}.json`, '[]'] as const);
  const parts = { ...files, [day]: JSON.stringify([{ ...row, files: given }]), ...Object.fromEntries(days) };
  await using here = await serviceHere({
    files: {},
    rest: `  export: { system: slack, path: export.tgz }\n${OLD}`,
  });
  const all = Object.entries({ ...parts, '__uploads/F1/cat.png': PICTURE.toString() });
  const tar = tarOf(all.map(([name, content]) => ({ name: `./${name}`, content })));
  writeFileSync(join(here.folder, 'export.tgz'), gzipSync(tar));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const digest = createHash('sha256').update(PICTURE).digest('hex');
  expect(readFileSync(listOf(here), 'utf8')).toContain(`,${PICTURE.length},${digest},inExport,`);
  const kept = readdirSync(join(here.folder, '.chatferry'), { recursive: true });
  expect(kept.filter((name) => String(name).includes('unpacked'))).toEqual([]);
});

async function attachmentsOf({ service }: ServiceHere): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for await (const { muid, data } of service.messages.list({ limit: 100 }))
    if (muid) found[muid] = (data?.attachments as { url: string }[] | undefined)?.map(({ url }) => url);
  return found;
}

const listOf = ({ folder }: ServiceHere): string => join(folder, '.chatferry/here/attachments.csv');

test('files that no address leads to are listed: those of the export with size and digest, the others with the reason', async () => {
  await using here = await workspace();
  const { summary } = await summaryOf(here);
  expect(summary.notes).toContain(
    '3 attachments have no public, permanent URL; run lists them in .chatferry/here/attachments.csv',
  );
  expect(existsSync(listOf(here))).toBe(false);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const digest = createHash('sha256').update(PICTURE).digest('hex');
  expect(readFileSync(listOf(here), 'utf8').split('\n')).toEqual([
    'path,url,name,type,size,sha256,why,message',
    `__uploads/F1/my cat.png,https://files.example.com/F1/cat.png,cat.png,image/png,${PICTURE.length},${digest},inExport,${slackId(1)}`,
    `,https://files.example.com/F2,plan.pdf,application/pdf,77,,private,${slackId(2)}`,
    `,,'=lost.txt,,,,nowhere,${slackId(4)}`,
    '',
  ]);
  expect(statSync(listOf(here)).mode & 0o777).toBe(0o600);
});

test('with filesBase, the files of the export are attachments at their place there, and not on the list', async () => {
  await using here = await workspace(', filesBase: https://cdn.example.com/old');
  const { summary } = await summaryOf(here);
  expect(kindOf(summary, 'attachments')).toEqual({
    read: 4,
    imported: 0,
    converted: 2,
    kept: 1,
    dropped: { deleted: 1 },
  });
  await here.json('run', '--yes');
  expect((await attachmentsOf(here))[slackId(1)]).toEqual([
    'https://cdn.example.com/old/__uploads/F1/my%20cat.png',
  ]);
  expect(readFileSync(listOf(here), 'utf8')).not.toContain('my cat.png');
});

test('an address that stops working is imported, and listed as one that expires; without such files there is no list', async () => {
  const files = sendbirdExport([{ n: 1 }, { n: 2 }]);
  const { messages } = JSON.parse(files['messages.json'] as string) as {
    messages: Record<string, unknown>[];
  };
  const signed = 'https://files.example.com/a.png?X-Amz-Expires=604800&X-Amz-Signature=abc';
  for (const [at, url] of [signed, 'https://files.example.com/b.png'].entries())
    Object.assign(messages[at] as object, {
      type: 'FILE',
      file: { url, name: 'a.png', type: 'image/png', size: 5 },
    });
  const entries = Object.entries({ ...files, 'messages.json': JSON.stringify({ messages }) });
  await using here = await serviceHere({
    files: Object.fromEntries(entries.map(([name, text]) => [`export/${name}`, text])),
    rest: `  export: { system: sendbird, path: export }\n${OLD}`,
  });
  await here.json('run', '--yes');
  expect((await attachmentsOf(here))[sendbirdId(1)]).toEqual([signed]);
  expect(readFileSync(listOf(here), 'utf8').split('\n').slice(1)).toEqual([
    `,${signed},a.png,image/png,5,,expires,${sendbirdId(1)}`,
    '',
  ]);
  messages.shift();
  writeFileSync(join(here.folder, 'export/messages.json'), JSON.stringify({ messages }));
  await here.json('run', '--yes', '--fresh');
  expect(existsSync(listOf(here))).toBe(false);
});
