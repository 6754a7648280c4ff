import { expect, test } from 'vitest';
import { serviceHere } from '../../support/service-here.ts';

/** A cell has no say in the host that the base of attachments names. */

const BASE = 'https://files.acme.example/old/';
const AT = 1_795_000_000;
const FIELDS = `muid: id
      sender: from
      receiver: to
      receiverType: { const: user }
      sentAt: at`;

/** What becomes of files by the text of their cell: their address in the service, or the problem of their row. */
async function addressesOf(cells: readonly string[]): Promise<readonly unknown[]> {
  const messages = cells.map((file, at) => ({
    id: String(at),
    from: 'ann',
    to: 'ben',
    at: AT + at,
    text: 'a file',
    file,
  }));
  await using here = await serviceHere({
    files: {
      'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
      'rows.ndjson': messages.map((message) => JSON.stringify(message)).join('\n'),
    },
    rest: `  messages:
    path: rows.ndjson
    map:
      ${FIELDS}
      attachments: { url: file, base: "${BASE}" }`,
  });
  const { result } = await here.json('run', '--yes');
  const found: unknown[] = cells.map(() => undefined);
  for await (const { muid, data } of here.service.messages.list({ limit: 1000 }))
    found[Number(muid)] = (data as { attachments: { url: string }[] }).attachments[0]?.url;
  for (const { code, samples } of result.problems)
    for (const { key, message } of samples) found[Number(key)] = `${code} ${message}`;
  return found;
}

test('paths stay below it, whole addresses are their own', async () => {
  expect(await addressesOf(['2026/a b.pdf', '/top.pdf', '../up.pdf', 'https://cdn.example/x.png'])).toEqual([
    `${BASE}2026/a%20b.pdf`,
    'https://files.acme.example/top.pdf',
    'https://files.acme.example/up.pdf',
    'https://cdn.example/x.png',
  ]);
});

test.each([
  ['\\\\fs01\\chat\\Angebot 7.pdf', 'https://fs01'],
  ['//other.example/x.png', 'https://other.example'],
  ['/\\other.example/x.png', 'https://other.example'],
  ['\\/other.example/x.png', 'https://other.example'],
  ['/\t/other.example/x.png', 'https://other.example'],
  ['ht\ttps://other.example/x.png', 'https://other.example'],
  ['https:\\\\other.example\\x.png', 'https://other.example'],
  ['https:foo/x.png', 'https://foo'],
  ['http:x.png', 'http://x.png'],
  ['C:\\chat\\x.png', 'c://'],
  ['//files.acme.example:8443/x.png', 'https://files.acme.example:8443'],
])('%j is refused, with both hosts', async (cell, host) => {
  expect(await addressesOf([cell])).toEqual([
    `MESSAGE.ATTACHMENT_INVALID the address is one of ${host}, but base leads to https://files.acme.example: a value without https:// is a path below base`,
  ]);
});

test('the files of an export stay where filesBase says, too', async () => {
  const dump = `
CREATE TABLE users (id int, name text);
INSERT INTO users VALUES (1,'Ann');
CREATE TABLE rooms (id int, type text, name text);
INSERT INTO rooms VALUES (1,'public','Quay');
CREATE TABLE room_members (room_id int, user_id int);
INSERT INTO room_members VALUES (1,1);
CREATE TABLE messages (id int, room_id int, sender_id int, body text, file_url text, created_at int);
INSERT INTO messages VALUES (1,1,1,'one','//other.example/x.png',${AT}),(2,1,1,'two','a/x.png',${AT});
`;
  await using here = await serviceHere({
    files: { 'export/chat.sql': dump },
    rest: `  export: { system: sql, path: export, filesBase: "${BASE}" }`,
  });
  await here.json('run', '--yes');
  const urls: Record<string, unknown> = {};
  for await (const { muid, data } of here.service.messages.list())
    urls[String(muid)] = (data as { attachments?: { url: string }[] }).attachments?.[0]?.url;
  expect(urls).toEqual({ 1: undefined, 2: `${BASE}a/x.png` });
});
