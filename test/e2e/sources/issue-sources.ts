import type { Declared } from './sources-here.ts';

/** Rooms without ids, newest row first, with equal rows and rows that are left out; direct messages by e-mail. */
export const FILES = {
  'rooms/general/1.csv': [
    'author,date,body,is_deleted,kind',
    'Ann,2024-03-01 10:03,three,0,msg',
    'Ben,2024-03-01 10:02,hi,0,msg',
    'Ben,2024-03-01 10:02,hi,0,msg',
    'Ann,2024-03-01 10:01,one,,msg',
    'Ann,2024-03-01 10:00,gone,1,msg',
    'Ann,2024-03-01 09:59,joined,0,join',
    '',
  ].join('\n'),
  'rooms/Über/1.csv':
    'author,date,body,is_deleted,kind\nCy,2024-03-01 10:03,drei,0,msg\nBen,2024-03-01 10:02,zwei,0,msg\n',
  'people.csv': 'id,email,display\nann,ann@x.org,Ann\nben,ben@x.org,Ben\ncy,cy@x.org,Cy\n',
  'direct.csv':
    'id,from_email,to_email,ts,body\nd1,ann@x.org,ben@x.org,1709290000000,hello\nd2,ben@x.org,ann@x.org,1709290001000,hey\n',
} as const satisfies Declared['files'];

/** Nearly every form at once: a list with `where`, `join`, `lookup`, a hash of equal rows, and derived entities. */
export const SOURCES = `  messages:
    - path: rooms/**/*.csv
      where: { is_deleted: ["", "0"], kind: { not: [join, leave] } }
      order: newestFirst
      map:
        muid: { hash: [$dir, author, body], perEqualRow: true }
        receiver: { from: $dir, as: slug }
        receiverType: { const: group }
        sender: { from: author, as: slug }
        text: { from: body, as: htmlToMarkdown }
        sentAt: { from: date, time: "yyyy-MM-dd HH:mm", zone: UTC }
    - path: direct.csv
      join: { p: { path: people.csv, on: { email: from_email } } }
      map:
        muid: id
        sender: p.id
        receiver: { from: to_email, lookup: { file: people.csv, key: email, value: id } }
        receiverType: { const: user }
        sentAt: { from: ts, time: ms }
        text: { template: "{body} ({p.display})" }
  users:
    - { path: people.csv, map: { uid: id, name: display } }
    - { from: messages, key: sender, map: { name: { column: author, prefer: last } } }
  groups: { from: messages, key: receiver, where: { receiverType: group } }
  members: { from: messages, key: [receiver, sender], where: { receiverType: group } }`;
