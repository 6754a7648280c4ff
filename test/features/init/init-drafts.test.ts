import { describe, expect, test } from 'vitest';
import { csv, day, initiated, landing } from './initiated.ts';

describe('rows without ids', () => {
  test('rooms in folders, newest row first: the folder is the group, a hash is the key, equal rows are two messages', async () => {
    const room = (name: string, n: number): [string, string] => [
      `rooms/${name}/2024-0${n}.csv`,
      csv(
        ['author', 'date', 'body'],
        ['Ann B.', day(20 + n), 'see you'],
        ['Ben', day(10), `a longer text in ${name}, so that it looks like one, number ${n}`],
        ['Ann B.', day(5), 'hi'],
        ['Ann B.', day(5), 'hi'],
      ),
    ];
    const result = await initiated(
      Object.fromEntries([room('general', 1), room('general', 2), room('Off topic', 1), room('random', 1)]),
    );
    expect(result.text).toContain('path: rooms/*/*.csv');
    expect(result.text).toContain('muid: { hash: [$dir, author, date, body], perEqualRow: true }');
    expect(result.text).toContain('receiver: { from: $dir, as: slug }');
    expect(result.text).toMatch(/order: byTime|order: newestFirst/);
    expect(landing(result)).toMatchObject({ users: '2/2', groups: '3/3', members: '6/6' });
    expect(result.dryRun['messages']?.rejected).toBe(0);
  });

  test('files of one folder are one group each, if their names are not numbers of pieces', async () => {
    const rows = csv(['author', 'date', 'body'], ['a', day(1), 'hello'], ['b', day(2), 'hello you']);
    const rooms = await initiated({ 'log/general.csv': rows, 'log/random.csv': rows });
    expect(rooms.text).toContain('receiver: { from: $file, as: slug }');
    expect(rooms.text).not.toContain('order:');
    const pieces = await initiated({ 'a/part-1.csv': rows, 'b/part-1.csv': rows });
    expect(pieces.text).toContain('receiver: { from: $dir, as: slug }');
  });
});

test('ids with blanks around them lose these before they become ids, and all rows land', async () => {
  const result = await initiated({
    'users.csv': csv(['uid', 'name'], ['ann ', 'Ann'], ['ben', 'Ben'], ['cy', 'Cy']),
    'messages.csv': csv(
      ['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'text'],
      ['m1', 'ann ', 'ben', 'user', day(1), 'hi'],
      ['m2', 'ben', 'cy', 'user', day(2), 'you'],
    ),
  });
  expect(result.text).toContain('as: [trim, slug]');
  expect(landing(result)).toMatchObject({ users: '3/3', messages: '2/2' });
});

describe('columns that join by their values', () => {
  const users = csv(
    ['id', 'email', 'full_name'],
    [7, 'ann@x.example', 'Ann'],
    [8, 'ben@x.example', 'Ben'],
    [9, 'cy@x.example', 'Cy'],
  );

  test('senders by e-mail, users by id: a lookup brings the id', async () => {
    const messages = csv(
      ['id', 'room', 'author', 'ts', 'body'],
      ['m1', 'a', 'ann@x.example', day(1), 'x'],
      ['m2', 'a', 'ben@x.example', day(2), 'y'],
    );
    const members = csv(
      ['room', 'user_id', 'role'],
      ['a', 7, 'member'],
      ['a', 8, 'member'],
      ['a', 9, 'admin'],
    );
    const result = await initiated({ 'people.csv': users, 'messages.csv': messages, 'members.csv': members });
    expect(result.text).toContain(
      'sender: { from: author, lookup: { file: people.csv, key: email, value: id } }',
    );
    expect(result.text).toMatch(/uid: id\b/);
    expect(landing(result)).toMatchObject({ users: '3/3', members: '3/3', messages: '2/2' });
  });

  test('if all others name people by e-mail, the e-mail is the id, without case, as a slug', async () => {
    const messages = csv(
      ['id', 'room', 'author', 'ts', 'body'],
      ['m1', 'a', 'Ann@x.example', day(1), 'x'],
      ['m2', 'a', 'ben@x.example', day(2), 'y'],
      ['m3', 'a', 'gone@x.example', day(3), 'z'],
    );
    const result = await initiated({ 'people.csv': users, 'messages.csv': messages });
    expect(result.text).toContain('uid: { from: email, as: [trim, lower, slug] }');
    expect(result.text).toContain('sender: { from: author, as: [trim, lower, slug] }');
    // A sender whom the file does not have is derived.
    expect(landing(result)).toMatchObject({ users: '4/4', messages: '3/3' });
  });

  test('a file called members with names and e-mails has users, and its columns say so', async () => {
    const messages = csv(
      ['id', 'room', 'sender', 'ts', 'body'],
      ['m1', 'a', 7, day(1), 'x'],
      ['m2', 'a', 8, day(2), 'y'],
    );
    const result = await initiated({ 'members.csv': users, 'messages.csv': messages });
    expect(result.text).toMatch(/users:\n(?: +#.*\n)* +path: members\.csv/);
    expect(landing(result)).toMatchObject({ users: '3/3', groups: '1/1', members: '2/2', messages: '2/2' });
  });
});

describe('who writes to whom', () => {
  test('tables with the same ids: the later one puts its name before them', async () => {
    const result = await initiated({
      'messages.csv': csv(
        ['id', 'room', 'sender', 'ts', 'body'],
        [1, 'a', 'ann', day(1), 'x'],
        [2, 'a', 'ben', day(2), 'y'],
      ),
      'direct_messages.csv': csv(
        ['id', 'from_user', 'to_user', 'ts', 'body'],
        [1, 'ann', 'ben', day(1), 'psst'],
        [2, 'ben', 'cy', day(2), 'what'],
      ),
    });
    expect(result.text).toMatch(/muid: \{ template: "(?:messages|direct-messages)-\{id\}" \}/);
    expect(result.text).toContain('receiverType: { const: user }');
    expect(landing(result)).toEqual({ users: '3/3', groups: '1/1', members: '2/2', messages: '4/4' });
  });

  test('a column of rooms and one of people in one table are two sources', async () => {
    const rows = [
      ['m1', 'ann', 'a', '', day(1), 'x'],
      ['m2', 'ben', '', 'ann', day(2), 'y'],
      ['m3', 'ann', '', 'ben', day(3), 'z'],
    ];
    const result = await initiated({
      'messages.csv': csv(['id', 'sender', 'room_id', 'to_user', 'ts', 'body'], ...rows),
    });
    expect(result.text).toContain('where: { room_id: { empty: false } }');
    expect(result.text).toContain('where: { room_id: { empty: true } }');
    expect(landing(result)).toEqual({ users: '2/2', groups: '1/1', members: '1/1', messages: '3/3' });
  });

  test('conversations of two people among the groups: the receiver is the other participant', async () => {
    const result = await initiated({
      'users.csv': csv(['id', 'name'], [1, 'Ann'], [2, 'Ben'], [3, 'Cy']),
      'conversations.csv': csv(['id', 'type', 'title'], [10, 'group', 'All'], [11, 'dm', ''], [12, 'dm', '']),
      'participants.csv': csv(
        ['conversation_id', 'user_id'],
        [10, 1],
        [10, 2],
        [10, 3],
        [11, 1],
        [11, 2],
        [12, 2],
        [12, 3],
      ),
      'messages.csv': csv(
        ['id', 'conversation_id', 'sender_id', 'created_at', 'body'],
        ['m1', 10, 1, day(1), 'all'],
        ['m2', 11, 1, day(2), 'to ben'],
        ['m3', 12, 3, day(3), 'to ben too'],
      ),
    });
    expect(result.text).toContain('receiver: { other: p.user_id, than: sender_id }');
    const { users, groups, members, messages } = result.dryRun;
    expect([users?.lands, groups?.lands, members?.lands, messages?.lands]).toEqual([3, 1, 3, 3]);
  });
});

describe('rows and words', () => {
  test('deleted rows and those about who came are left out, HTML becomes Markdown', async () => {
    const result = await initiated({
      'messages.csv': csv(
        ['id', 'room', 'sender', 'ts', 'body', 'kind', 'deleted_at'],
        ['m1', 'a', 'ann', day(1), '<p>Hello <b>you</b></p>', 'message', ''],
        ['m2', 'a', 'ben', day(2), 'ben joined', 'user_joined', ''],
        ['m3', 'a', 'ben', day(3), 'oops', 'message', day(4)],
        ['m4', 'a', 'ben', day(5), 'fine', 'message', ''],
      ),
    });
    expect(result.text).toContain('where: { deleted_at: { empty: true }, kind: { not: user_joined } }');
    expect(result.text).toContain('text: { from: body, as: htmlToMarkdown }');
    expect(result.dryRun['messages']).toMatchObject({ read: 4, lands: 2, leftOut: 2 });
  });

  test('a German export with semicolons and times without a zone lands with one answer', async () => {
    const files = {
      'nachrichten.csv':
        'Nr;Absender;Raum;Gesendet am;Nachricht\n1;anna;werk;14.03.2024 08:15;Guten Morgen\n2;jörg;werk;14.03.2024 08:16;Moin\n',
    };
    const open = await initiated(files);
    expect(open.questions.map(({ id }) => id)).toEqual(['zone']);
    expect(open.text).toMatch(/sentAt: .* zone: "\?" \} +# \? Gesendet am: in which time zone/);
    expect(open.dryRun).toMatchObject({ error: { code: 'CONFIG.UNANSWERED' } });
    const result = await initiated(files, '--zone', 'Europe/Berlin');
    expect(result.text).toContain(
      'sentAt: { from: Gesendet am, time: dd.MM.yyyy HH:mm, zone: Europe/Berlin }',
    );
    expect(landing(result)).toEqual({ users: '2/2', groups: '1/1', members: '2/2', messages: '2/2' });
  });

  test('what is not read is named with the reason', async () => {
    const result = await initiated({
      'messages.csv': csv(['id', 'room', 'sender', 'ts', 'body'], ['m1', 'a', 'ann', day(1), 'x']),
      'reactions.csv': csv(['message_id', 'user_id', 'emoji'], ['m1', 'ann', '👍'], ['m1', 'ben', '👍']),
      'dump.sql': 'CREATE TABLE users;',
      'prices.csv': csv(['sku', 'price'], ['a', 1], ['b', 2]),
      'empty.csv': 'a,b\n',
    });
    const reasons = Object.fromEntries(
      result.leftOut.map(({ path, reason }) => [path.replace(/.*\//, ''), reason]),
    );
    expect(reasons).toMatchObject({
      'reactions.csv': expect.stringContaining('reactions'),
      'dump.sql': expect.stringContaining('SQL'),
      'prices.csv': expect.stringContaining('neither its name nor its columns'),
      'empty.csv': expect.any(String),
    });
    for (const name of Object.keys(reasons)) expect(result.text).toContain(`# not read: ${name}: `);
  });
});
