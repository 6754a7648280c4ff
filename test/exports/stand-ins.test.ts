import { expect, test } from 'vitest';
import { AT, messagesOf, ofFiles, TABLES } from './dumps.ts';
import { summaryOf } from './expected.ts';

const dump = (users: string, messages: string, more = ''): string =>
  `${TABLES.replace('room_id int, sender_id int, body text', 'room_id text, sender_id text, type text, body text').replaceAll('int', 'text')}
INSERT INTO users VALUES ${users};
INSERT INTO rooms VALUES ('quay','public','Quay')${more};
INSERT INTO messages VALUES ${messages};
`;
const line = (id: number, sender: string, type: string, text: string): string =>
  `('${id}','quay','${sender}','${type}','${text}','${AT + id}')`;
const landedFrom = async (content: string, policies: string) => {
  await using here = await ofFiles({ 'export/chat.sql': content }, { rest: `policies: ${policies}\n` });
  const { report, summary } = await summaryOf(here);
  expect(report.balanced).toBe(true);
  await here.json('run', '--yes');
  const messages = await messagesOf(here);
  const names = new Map<string, string>();
  for await (const { uid, name } of here.service.users.list()) names.set(uid, String(name));
  const authors = [...messages]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, { sender }]) => names.get(String(sender)));
  return { names, authors, notes: summary.notes.join('\n'), messages };
};

test('a user with the id system is not the author of messages that nobody wrote', async () => {
  const { names, authors, notes } = await landedFrom(
    dump(
      `('system','Sys Temm'),('ann','Ann')`,
      `${line(1, 'system', 'text', 'hi')},${line(2, 'ann', 'system', 'Ann joined')}`,
    ),
    '{ system: text }',
  );
  expect(names.get('system')).toBe('Sys Temm');
  expect(authors).toEqual(['Sys Temm', 'System']);
  expect(notes).toMatch(
    /the export has a user system, so the placeholder user gets the id system-[0-9a-f]{12}/,
  );
});

test('nor is somebody with this id whom no list has', async () => {
  const { names, authors, notes } = await landedFrom(
    dump(`('ann','Ann')`, `${line(1, 'system', 'text', 'hi')},${line(2, 'ann', 'system', 'Ann joined')}`),
    '{ system: text }',
  );
  expect(names.get('system')).toBe('System');
  expect(authors).toEqual(['Deleted user', 'System']);
  expect(notes).toMatch(/an unlisted author has the id system/);
});

test('a user with the id deleted-user does not stand for those whom no list has', async () => {
  const { names, authors, notes } = await landedFrom(
    dump(
      `('deleted-user','Dell')`,
      `${line(1, 'deleted-user', 'text', 'hi')},${line(2, 'gone', 'text', 'bye')}`,
    ),
    '{ sender: shared }',
  );
  expect(names.get('deleted-user')).toBe('Dell');
  expect(authors).toEqual(['Dell', 'Deleted user']);
  expect(notes).toContain('the export has a user deleted-user');
});

test('a room with the id of the group for notes to oneself is another one', async () => {
  const content = `${dump(`('ann','Ann'),('bob','Bob')`, `${line(1, 'ann', 'text', 'all')}`, `,('self-ann','public','For all'),('notes','direct','')`)}
INSERT INTO room_members VALUES ('notes','ann'),('self-ann','bob');
INSERT INTO messages VALUES ('8','notes','ann','text','secret','${AT}'),('9','self-ann','bob','text','public','${AT}');
`;
  const { messages } = await landedFrom(content, '{}');
  expect(messages.get('9')?.['receiver']).toBe('self-ann');
  expect(messages.get('8')?.['receiver']).toMatch(/^self-ann-[0-9a-f]{12}$/);
});
