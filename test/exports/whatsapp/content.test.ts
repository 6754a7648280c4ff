import { describe, expect, test } from 'vitest';
import { chatsHere, landed, textsOf } from './files-of-whatsapp.ts';

const HEAD = '13/07/2025, 09:05 - ';
const IPHONE = '[13/07/2025, 09:05:01] ';
const lines = (head: string, ...texts: readonly string[]): string =>
  texts.map((text) => `${head}${text}\n`).join('');

test('deletions, edits and files that were left out are known in many languages, with and without marks', async () => {
  const deleted = [
    'This message was deleted',
    'You deleted this message',
    'This message was deleted by admin Bob',
    'Diese Nachricht wurde gelöscht.',
    'Du hast diese Nachricht gelöscht.',
    'Se eliminó este mensaje.',
    'Ce message a été supprimé',
    'Questo messaggio è stato eliminato',
    'Mensagem apagada',
    'Dit bericht is verwijderd',
    'Bu mesaj silindi',
    'Данное сообщение удалено',
    'Pesan ini telah dihapus',
    'このメッセージは削除されました',
    '此消息已被删除',
    '삭제된 메시지입니다',
    'تم حذف هذه الرسالة',
    'הודעה זו נמחקה',
    'यह संदेश हटाया गया था',
  ];
  const omitted = [
    '<Media omitted>',
    '<Medien ausgeschlossen>',
    '<Multimedia omitido>',
    '<Médias omis>',
    '<Media omessi>',
    '<Mídia oculta>',
    '<Media weggelaten>',
    '<Medya dahil edilmedi>',
    '<Без медиафайлов>',
    '<Media tidak disertakan>',
    '<省略多媒体文件>',
    '<تم استبعاد الوسائط>',
    '<Pominięto multimedia>',
    '\u200eimage omitted',
    'video omitted',
    '\u200eaudio omitted',
    '\u200esticker omitted',
    '\u200eGIF omitted',
    '\u200eContact card omitted',
    '\u200eBild weggelassen',
    '\u200eimagen omitida',
    '\u200eimage absente',
    'Plan.pdf • \u200e3 pages \u200edocument omitted',
    '\u200eimmagine omessa',
    '\u200eimagem ocultada',
    '<View once voice message omitted>',
  ];
  const edited = ['This message was edited', 'Diese Nachricht wurde bearbeitet.', 'Se editó este mensaje.'];
  edited.push(
    'Ce message a été modifié',
    'Mensagem editada',
    'Сообщение изменено',
    'このメッセージは編集されました',
  );
  await using here = await chatsHere({
    'a.txt': lines(HEAD, 'Ann: hi', ...deleted.map((text) => `Bea: ${text}`)),
    'b.txt': lines(
      IPHONE,
      'Ann: hi',
      ...omitted.map((text) => `Bob: ${text}`),
      'Bob: look \u200eimage omitted',
    ),
    'c.txt': lines(HEAD, 'Ann: hi', ...edited.map((text, n) => `Dan: text ${n} <${text}>`), 'Dan: a < b > c'),
    'd.txt': lines(IPHONE, 'Ann: hi', 'Eve: odd \u200e<Denne besked er ændret>', 'Eve: <not an edit>'),
  });
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(result.export?.kinds).toMatchObject({
    deletions: { read: deleted.length },
    attachments: { read: omitted.length + 1, dropped: { omitted: omitted.length + 1 } },
    edits: { read: edited.length + 1, kept: edited.length + 1 },
    messages: { dropped: { deleted: deleted.length, empty: omitted.length } },
  });
  expect((await textsOf(here)).filter((text) => text !== 'hi').toSorted()).toEqual(
    [...edited.map((_, n) => `text ${n}`), 'a < b > c', 'look', 'odd', '<not an edit>'].toSorted(),
  );
});

test('files are known by the words of many languages, with their captions, and are attachments with filesBase', async () => {
  const named = [
    'IMG-20250713-WA0001.jpg (file attached)',
    '\u200ePTT-20250713-WA0002.opus (Datei angehängt)',
    'Plan B.pdf (archivo adjunto)',
    'VID-20250713-WA0003.mp4 (in a language that nobody knows)',
    '\u200e<attached: 0001-PHOTO.jpg>',
    '\u200e<Anhang: 0002-PHOTO.jpg>',
    '<pièce jointe : 0003-PHOTO.jpg>',
    '\u200e<附件：0004-PHOTO.jpg>',
  ];
  const chat = [
    ...lines(IPHONE, ...named.map((text) => `Ann: ${text}`)).split('\n'),
    `${IPHONE}Bob: IMG-20250713-WA0009.jpg (file attached)`,
    'with a caption',
    'of two lines',
    `${IPHONE}Bob: before \u200e<attached: 0005-PHOTO.jpg>`,
    `${IPHONE}Bob: report.pdf (the one I mean)`,
    `${IPHONE}Bob: say <attached or not: what.ever> please`,
  ];
  await using here = await chatsHere(
    { '_chat.txt': chat.join('\n'), 'IMG-20250713-WA0009.jpg': 'a photo' },
    { options: ', filesBase: https://files.example.test/x' },
  );
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.attachments).toMatchObject({
    read: named.length + 2,
    converted: named.length + 2,
  });
  const found = await landed(here);
  expect(found.filter(({ sender }) => sender === 'bob').map(({ text, files }) => [text, files])).toEqual([
    ['with a caption\nof two lines', ['https://files.example.test/x/IMG-20250713-WA0009.jpg']],
    ['before', ['https://files.example.test/x/0005-PHOTO.jpg']],
    ['report.pdf (the one I mean)', []],
    ['say <attached or not: what.ever> please', []],
  ]);
  expect(found.filter(({ sender }) => sender === 'ann').every(({ files }) => files.length === 1)).toBe(true);
});

describe('what the app says itself', () => {
  test('is known by its kind, and nobody becomes a user', async () => {
    const said: Readonly<Record<string, readonly string[]>> = {
      subject: [
        'Ann changed the subject from "Trip: north" to "Trip: south"',
        'Ann cambió el asunto de "Viaje: norte" a "Viaje: sur".',
      ],
      created: [
        'Ann created group "Trip: north"',
        'You created group "Trip"',
        'Ann hat die Gruppe „Reise: Nord“ erstellt.',
        'Ann a créé le groupe « Voyage : nord »',
      ],
      added: ['Ann added Bob: the builder', 'Ann added you'],
      left: ['Bob left', 'Cy hat die Gruppe verlassen.'],
      joined: ["Bob joined using this group's invite link"],
      removed: ['Ann removed Dan'],
      icon: ["Ann changed this group's icon"],
      admin: ["You're now an admin"],
      call: ['Missed voice call', 'Verpasster Sprachanruf um 17:00'],
      security: ['Your security code with Bob changed. Tap to learn more.'],
      pinned: ['Ann pinned a message'],
      number: ['+49 171 2345678 changed to +49 171 2345679'],
      disappearing: ['Ann turned on disappearing messages. New messages will disappear after 24 hours'],
      other: ['something that no version has said before'],
    };
    const all = Object.values(said).flat();
    await using here = await chatsHere({
      '_chat.txt': lines(HEAD, 'Ann: hi', ...all, 'Bob: ho', 'Cy: there'),
    });
    const { result } = await here.json('validate');
    expect(result.export?.kinds).toMatchObject({ users: { read: 3 }, messages: { imported: 3 } });
    expect(result.export?.kinds.messages?.detail).toEqual({
      system: Object.fromEntries(Object.entries(said).map(([kind, { length }]) => [kind, length])),
    });
  });

  test('somebody whose name is like it is a person', async () => {
    await using here = await chatsHere({
      '_chat.txt': lines(HEAD, 'Ann: hi', 'Ann Left: ho', 'Bob Business: there', 'Bob: yes'),
    });
    const { result } = await here.json('validate');
    expect(result.export?.kinds).toMatchObject({ users: { read: 4 }, messages: { imported: 4 } });
  });

  test('an iPhone marks it, and names the group as its author; polls and places are of their author', async () => {
    await using here = await chatsHere({
      '_chat.txt': [
        `${IPHONE}Trip: \u200eMessages and calls are end-to-end encrypted.`,
        `${IPHONE}Trip: \u200eAnn created this group`,
        `${IPHONE}Trip: \u200eAnn added Bob: the builder`,
        `${IPHONE}Ann: hello`,
        `${IPHONE}Bob: \u200ePOLL:`,
        'Where?',
        '\u200eOPTION: north (\u200e1 vote)',
        `${IPHONE}Bob: \u200eLocation: https://maps.example.test/?q=1,2`,
        `${IPHONE}Bob: \u200eMissed voice call`,
        `${IPHONE}Bob: \u200epasted with a mark`,
        `${IPHONE}Bob: yes`,
      ].join('\r\n'),
    });
    const { result } = await here.json('run', '--yes');
    expect(result.export?.kinds).toMatchObject({ users: { read: 2 }, messages: { read: 9, imported: 5 } });
    const groups = await Array.fromAsync(here.service.groups.list());
    expect(groups.map(({ name, type }) => [name, type])).toEqual([['Trip', 'private']]);
    expect(await textsOf(here)).toEqual([
      'hello',
      'POLL:\nWhere?\nOPTION: north (1 vote)',
      'Location: https://maps.example.test/?q=1,2',
      'pasted with a mark',
      'yes',
    ]);
  });

  test('policies: { system: text } brings it into groups, and You is nobody', async () => {
    await using here = await chatsHere(
      { '_chat.txt': lines(HEAD, 'Ann: hi', 'Ann added you', 'Bob: ho', 'Cy: there', 'You: mine') },
      { rest: 'policies: { system: text }' },
    );
    await here.json('run', '--yes');
    expect((await landed(here)).map(({ sender, text }) => [sender, text])).toEqual([
      ['ann', 'hi'],
      ['system', 'Ann added you'],
      ['bob', 'ho'],
      ['cy', 'there'],
      ['system', 'mine'],
    ]);
    const users = await Array.fromAsync(here.service.users.list());
    expect(users.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Bob', 'Cy', 'System']);
  });
});

test('a person has one name, whatever marks, blanks and form of Unicode it has, and a number without its blanks', async () => {
  const names = [
    'Zoë',
    'Zoe\u0308',
    '\u202aZoë\u202c',
    '+49\u00a0171 234-5678',
    '\u2068+491712345678\u2069',
    'Bob',
  ];
  await using here = await chatsHere({
    '_chat.txt': lines(HEAD, ...names.map((name, n) => `${name}: ${n}`)),
  });
  await here.json('run', '--yes');
  const users = await Array.fromAsync(here.service.users.list());
  expect(users.map(({ name }) => name).toSorted()).toEqual(['+49 171 234-5678', 'Bob', 'Zoë']);
  const [first] = await landed(here);
  expect(first?.source).toMatchObject({ system: 'whatsapp', time: Date.UTC(2025, 6, 13, 9, 5) });
});

test('mentions of people lose the marks around their names', async () => {
  await using here = await chatsHere({ 'a.txt': lines(HEAD, 'Ann: ask @\u2068Bob B.\u2069 now', 'Bob: ok') });
  await here.json('run', '--yes');
  expect(await textsOf(here)).toEqual(['ask @Bob B. now', 'ok']);
});

test('long lines of anything take no long time', async () => {
  const long = 300_000;
  const hostile = [
    '\u200e',
    'a',
    ' ',
    '.',
    '1',
    '/',
    '<',
    ' <a',
    '@\u2068',
    ': ',
    'x.y ',
    '"',
    'added ',
    '\u200e<a: b.c',
  ];
  const all = hostile.flatMap((part) => {
    const run = part.repeat(long / part.length);
    return [
      run,
      `13/07/2025${run}`,
      `13/07/2025, ${run}`,
      `13/07/2025, 09:05${run}`,
      `${HEAD}${run}`,
      `${HEAD}Bob: ${run}`,
    ];
  });
  await using here = await chatsHere({ '_chat.txt': `${HEAD}Ann: hi\n${all.join('\n')}` });
  const before = process.cpuUsage();
  const { result } = await here.json('validate');
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(8_000);
  expect(result.balanced).toBe(true);
});

test('what cannot be read is rejected with its place, and everything around it lands', async () => {
  const chat = Buffer.concat([
    Buffer.from('the end of something\nthat was cut\n'),
    Buffer.from(lines(HEAD, 'Ann: one', 'Bob: two')),
    Buffer.from(`${HEAD}Bob: ca`),
    Buffer.from([0xe9, 0x0a]),
    Buffer.from(`${HEAD}Ann: ${'x'.repeat(600_000)}\n${'y'.repeat(600_000)}\n`),
    Buffer.from(`${HEAD}Ann: ${'z'.repeat(1_100_000)}\n`),
    Buffer.from(lines(HEAD, 'Ann: three')),
  ]);
  await using here = await chatsHere({ '_chat.txt': chat });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.balanced]).toEqual([4, true]);
  expect(result.problems.map(({ code, count }) => [code, count]).toSorted()).toEqual([
    ['EXPORT.ROW_UNKNOWN', 1],
    ['ROW.ENCODING_INVALID', 1],
    ['ROW.TOO_LARGE', 2],
  ]);
  expect(result.export?.kinds.messages).toMatchObject({ read: 7, imported: 3, dropped: { unreadable: 4 } });
  expect(await textsOf(here)).toEqual(['one', 'two', 'three']);
});
