/** Rows of rooms and direct messages, as many as a test wants, in the files of an export. */
export type Rooms = {
  readonly files: Readonly<Record<string, string>>;
  /** The texts of each conversation, in the order in which they were sent. */
  readonly conversations: Readonly<Record<string, readonly string[]>>;
};

const PEOPLE = ['ann', 'ben', 'cy'] as const;

/** A room has its newest row first, and every third text twice in the same minute. */
export function rooms(rows: number): Rooms {
  const files: Record<string, string> = {
    'people.csv': `id,email,display\n${PEOPLE.map((id) => `${id},${id}@x.org,${id.toUpperCase()}\n`).join('')}`,
  };
  const conversations: Record<string, string[]> = {};
  for (const room of ['general', 'random']) {
    const texts = Array.from({ length: rows }, (_, at) => `${room} ${at - (at % 3 === 2 ? 1 : 0)}`);
    const lines = texts.map((text, at) => {
      const minute = at - (at % 3 === 2 ? 1 : 0);
      const time = new Date(Date.UTC(2024, 0, 1) + minute * 60_000).toISOString().slice(0, 16);
      return `${PEOPLE[Math.floor(at / 3) % 3]},${time},${text}\n`;
    });
    files[`rooms/${room}/1.csv`] = `author,date,body\n${lines.reverse().join('')}`;
    conversations[`group_${room}`] = texts;
  }
  const direct = Array.from({ length: rows }, (_, at) => `direct ${at}`);
  files['direct.csv'] =
    `id,from_email,to_email,ts,body\n${direct.map((text, at) => `d${at},ann@x.org,ben@x.org,${1_704_067_200_000 + at * 1000},${text}\n`).join('')}`;
  conversations['ann_user_ben'] = direct;
  return { files, conversations };
}

const ROOMS = `path: rooms/*/*.csv
      map:
        muid: { hash: [$dir, author, date, body], perEqualRow: true }
        sender: author
        receiver: $dir
        receiverType: { const: group }
        sentAt: { from: date, time: "yyyy-MM-dd'T'HH:mm", zone: UTC }
        text: body`;

const DIRECT = `join: { p: { path: people.csv, on: { email: from_email } } }
      map:
        muid: id
        sender: p.id
        receiver: { from: to_email, lookup: { file: people.csv, key: email, value: id } }
        receiverType: { const: user }
        sentAt: { from: ts, time: ms }
        text: body`;

const DERIVED = `  users: { from: messages, key: sender }
  groups: { from: messages, key: receiver, where: { receiverType: group } }
  members: { from: messages, key: [receiver, sender], where: { receiverType: group } }`;

/** Sources of the same messages, by the way in which they are read. */
export const ways = {
  'files, newest row first': `  messages:
    - order: newestFirst
      ${ROOMS}
    - path: direct.csv
      ${DIRECT}
${DERIVED}`,
  'a command and standard input': `  messages:
    - order: newestFirst
      ${ROOMS}
    - path: "-"
      ${DIRECT}
  users: { command: [sh, -c, "echo called >> calls.txt; cat people.csv"], map: { uid: id, name: display } }
  groups: { from: messages, key: receiver, where: { receiverType: group } }
  members: { from: messages, key: [receiver, sender], where: { receiverType: group } }`,
  'two sources in order of time, through a transform': `  messages:
    - order: byTime
      transform: ./keep.ts
      ${ROOMS}
    - path: direct.csv
      ${DIRECT}
${DERIVED}`,
} as const;

/** A transform that gives every row as it came. */
export const KEEP = { 'keep.ts': 'export default (row) => row;\n' } as const;
