import { expect, test } from 'vitest';
import { chatsHere, landed } from './files-of-whatsapp.ts';

/** The same three messages as phones of many languages write them, and the order of dates that they prove. */
const DIALECTS = {
  'android-en-gb': ['13/07/2025, 09:05 - ', '13/07/2025, 17:30 - ', '01/12/2025, 00:15 - '],
  'android-en-us': ['7/13/25, 9:05\u202fAM - ', '7/13/25, 5:30\u202fPM - ', '12/1/25, 12:15\u202fAM - '],
  'android-en-au': ['13/7/2025, 9:05 am - ', '13/7/2025, 5:30 pm - ', '1/12/2025, 12:15 am - '],
  'android-en-ca': ['2025-07-13, 9:05 a.m. - ', '2025-07-13, 5:30 p.m. - ', '2025-12-01, 12:15 a.m. - '],
  'android-en-za': ['2025/07/13, 09:05 - ', '2025/07/13, 17:30 - ', '2025/12/01, 00:15 - '],
  'android-de': ['13.07.25, 09:05 - ', '13.07.25, 17:30 - ', '01.12.25, 00:15 - '],
  'android-es': [
    '13/7/25, 9:05 a.\u00a0m. - ',
    '13/7/25, 5:30 p.\u00a0m. - ',
    '1/12/25, 12:15 a.\u00a0m. - ',
  ],
  'android-nl': ['13-07-2025 09:05 - ', '13-07-2025 17:30 - ', '01-12-2025 00:15 - '],
  'android-fi': ['13.7.2025 klo 9.05 - ', '13.7.2025 klo 17.30 - ', '1.12.2025 klo 0.15 - '],
  'android-fr-ca': ['2025-07-13, 09 h 05 - ', '2025-07-13, 17 h 30 - ', '2025-12-01, 00 h 15 - '],
  'android-sv': ['2025-07-13 09:05 - ', '2025-07-13 17:30 - ', '2025-12-01 00:15 - '],
  'android-hu': ['2025. 07. 13. 9:05 - ', '2025. 07. 13. 17:30 - ', '2025. 12. 01. 0:15 - '],
  'android-hr': ['13. 07. 2025. 09:05 - ', '13. 07. 2025. 17:30 - ', '01. 12. 2025. 00:15 - '],
  'android-ko': ['2025. 7. 13. 오전 9:05 - ', '2025. 7. 13. 오후 5:30 - ', '2025. 12. 1. 오전 12:15 - '],
  'android-zh': ['2025/7/13 上午9:05 - ', '2025/7/13 下午5:30 - ', '2025/12/1 上午12:15 - '],
  'android-el': ['13/7/25, 9:05 π.μ. - ', '13/7/25, 5:30 μ.μ. - ', '1/12/25, 12:15 π.μ. - '],
  'android-hi': ['13/7/25, 9:05 पूर्वाह्न - ', '13/7/25, 5:30 अपराह्न - ', '1/12/25, 12:15 पूर्वाह्न - '],
  'android-th': ['13/7/2568 09:05 - ', '13/7/2568 17:30 - ', '1/12/2568 00:15 - '],
  'android-ar': [
    '١٣\u200f/٧\u200f/٢٠٢٥، ٩:٠٥ ص - ',
    '١٣\u200f/٧\u200f/٢٠٢٥، ٥:٣٠ م - ',
    '١\u200f/١٢\u200f/٢٠٢٥، ١٢:١٥ ص - ',
  ],
  'iphone-en-gb': ['[13/07/2025, 09:05:00] ', '\u200e[13/07/2025, 17:30:00] ', '[01/12/2025, 00:15:00] '],
  'iphone-en-us': [
    '[7/13/25, 9:05:00\u202fAM] ',
    '[7/13/25, 5:30:00\u202fPM] ',
    '[12/1/25, 12:15:00\u202fAM] ',
  ],
  'iphone-de': ['[13.07.25, 09:05:00] ', '[13.07.25, 17:30:00] ', '[01.12.25, 00:15:00] '],
  'iphone-zh': ['[2025/7/13 上午9:05:00] ', '[2025/7/13 下午5:30:00] ', '[2025/12/1 上午12:15:00] '],
  'iphone-sv': ['[2025-07-13, 09:05:00] ', '[2025-07-13, 17:30:00] ', '[2025-12-01, 00:15:00] '],
  'iphone-da': ['[13.07.2025 09.05.00] ', '[13.07.2025 17.30.00] ', '[01.12.2025 00.15.00] '],
  'iphone-2016': ['13.07.25, 09:05:00: ', '13.07.25, 17:30:00: ', '01.12.25, 00:15:00: '],
  'no-seconds': ['[13/07/25 09:05] ', '[13/07/25 17:30] ', '[01/12/25 00:15] '],
  'year-first-short': ['25/07/13, 09:05 - ', '25/07/13, 17:30 - ', '25/12/01, 00:15 - '],
} as const satisfies Readonly<Record<string, readonly [string, string, string]>>;

const chat = ([first, second, third]: readonly [string, string, string], end = '\n'): string =>
  [
    `${first}Messages and calls are end-to-end encrypted.`,
    `${first}Ann: hello`,
    `${second}\u202a+49 171 2345678\u202c: there:`,
    '',
    '  two lines',
    `${third}~\u00a0Cy: bye`,
  ].join(end) + end;

test('dates and times of phones of many languages are read, with LF and CR LF, a byte order mark and UTF-16', async () => {
  const files = Object.entries(DIALECTS).map(([name, heads], index) => {
    const text = `${index % 3 === 1 ? '\ufeff' : ''}${chat(heads, index % 2 === 0 ? '\r\n' : '\n')}`;
    const bytes = name === 'iphone-de' ? Buffer.from(`\ufeff${text}`, 'utf16le') : text;
    return [`WhatsApp Chat with ${name}.txt`, bytes] as const;
  });
  await using here = await chatsHere(Object.fromEntries(files), { zone: 'Europe/Berlin' });
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(result.export?.kinds.messages).toMatchObject({
    read: files.length * 4,
    imported: files.length * 3,
    dropped: { system: files.length },
  });
  const found = Map.groupBy(await landed(here), ({ receiver }) => receiver);
  const wanted = [
    ['ann', '2025-07-13T07:05:00', 'hello'],
    // A number has no letter, so its id is the hash.
    ['2618ce4c02da', '2025-07-13T15:30:00', 'there:\n\n  two lines'],
    ['cy', '2025-11-30T23:15:00', 'bye'],
  ];
  for (const name of Object.keys(DIALECTS))
    expect([name, found.get(name)?.map(({ sender, at, text }) => [sender, at, text])]).toEqual([
      name,
      wanted,
    ]);
});

const ONE = (name: string) => ({ [`WhatsApp Chat with ${name}.txt`]: '' });

test('a line that looks like the beginning of a message, and is in no dialect or date of its file, is text', async () => {
  const pasted = [
    '7/13/25, 9:05 AM - Cy: in another form',
    '[13/07/25, 10:00:00] Cy: in brackets',
    '32/13/2025, 10:01 - Cy: no date',
    '13/07/2025, 25:01 - Cy: no time',
    '2025-07-13 10:00 - Cy: the year first',
    '13/07/2025, 10:00 xy - Cy: no half of a day',
  ];
  await using here = await chatsHere({
    ...ONE('x'),
    'WhatsApp Chat with Bob.txt': `13/07/2025, 10:00 - Ann: look:\n${pasted.join('\n')}\n13/07/2025, 10:02 - Bob: yes\n`,
  });
  await here.json('run', '--yes');
  expect((await landed(here)).map(({ text }) => text)).toEqual([`look:\n${pasted.join('\n')}`, 'yes']);
  const users = await Array.fromAsync(here.service.users.list());
  expect(users.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Bob']);
});

test.each([
  ['its days', '04/13/24, 09:15 - Ann: hi\n04/05/24, 09:15 - Bob: ho\n', '2024-04-13T09:15:00'],
  // Read as day and month, time would go back from December to January.
  ['its sequence', '12/04/24, 09:15 - Ann: hi\n01/05/24, 09:15 - Bob: ho\n', '2024-04-12T09:15:00'],
  ['a declaration', '03/04/24, 09:15 - Ann: hi\n04/05/24, 09:15 - Bob: ho\n', '2024-03-04T09:15:00', 'mdy'],
  ['a declaration of a short year', '10/04/05, 09:15 - Ann: hi\n', '2010-04-05T09:15:00', 'ymd'],
] as const)('the order of day and month is that of %s', async (_, text, at, dates?: string) => {
  await using here = await chatsHere(
    { 'chat.txt': text },
    dates === undefined ? {} : { options: `, shape: { dates: ${dates} }` },
  );
  await here.json('run', '--yes');
  const [first] = (await landed(here)).filter(({ sender }) => sender === 'ann');
  expect(first?.at).toBe(at);
});

test('a declared order that the days of a chat contradict is said, and that chat is read as it is', async () => {
  await using here = await chatsHere(
    {
      'a.txt': '04/13/24, 09:15 - Ann: hi\n04/14/24, 09:15 - Bob: ho\n',
      'b.txt': '03/04/24, 09:15 - Ann: hi\n03/04/24, 09:15 - Cy: ho\n',
    },
    { options: ', shape: { dates: dmy }' },
  );
  const { result } = await here.json('run', '--yes');
  expect(result.export?.notes.join('\n')).toContain('a.txt: its dates are certainly mdy');
  expect((await landed(here)).map(({ at }) => at.slice(0, 10))).toEqual([
    '2024-04-03',
    '2024-04-03',
    '2024-04-13',
    '2024-04-14',
  ]);
});

test('the hour that comes twice when clocks are put back is read twice, in the order of the file', async () => {
  const times = ['01:59', '02:10', '02:50', '02:49', '02:05', '02:06', '02:55', '03:01'];
  await using here = await chatsHere(
    { 'a.txt': times.map((time, n) => `26/10/2025, ${time} - ${n % 2 ? 'Ann' : 'Bob'}: ${n}\n`).join('') },
    { zone: 'Europe/Berlin' },
  );
  await here.json('run', '--yes');
  // The one that came a minute late stands where it belongs.
  expect((await landed(here)).map(({ at, text }) => `${at.slice(11, 16)} ${text}`)).toEqual([
    '23:59 0',
    '00:10 1',
    '00:49 3',
    '00:50 2',
    '01:05 4',
    '01:06 5',
    '01:55 6',
    '02:01 7',
  ]);
});
