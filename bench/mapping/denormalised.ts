import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { linesOf, randomNumbers, written } from './files.ts';

/** What is written, and where. */
export type DenormalisedOptions = {
  /** The folder; created if it is missing. */
  readonly out: string;
  /** Messages; a multiple of the number of rooms. */
  readonly messages: number;
};

/** Pipelines over the same messages. */
export type Denormalised = {
  /** One file, with ids: every cell is a field as it is, apart from a time in a declared format. */
  readonly plain: string;
  /** The same file: ids by `slug` and `hash`, and a condition. */
  readonly mapped: string;
  /** A file for each room, named by its folder, without ids; users, groups and members are derived. */
  readonly derived: string;
};

const ROOMS = 100;
/** People who write in a room, of 20 times as many; neighbouring rooms share most of them. */
const WRITERS = 1_000;
const SHIFT = 190;
const STARTED = Date.parse('2024-01-01T00:00:00Z');
const NAMES = ['Anna', 'Björn', 'Chloé', 'Dmitri', 'Eva'];
export const BODIES = [
  'Good morning!',
  'Can you take a look?',
  'The ferry leaves at 14:05, gate 3.',
  'She said ""tomorrow"", not ""today"".',
  'Done ✅',
  'Grüße aus Kiel; ich rufe später an.',
  'That took a while, because the printer on the second floor had no paper and nobody knew where it is kept.',
];

/** Writes messages as exports have them that nobody has prepared: by name, one file for each room, one for all. */
export async function denormalised({ out, messages }: DenormalisedOptions): Promise<Denormalised> {
  const random = randomNumbers();
  await mkdir(out, { recursive: true });
  await using all = await linesOf(join(out, 'all.csv'), 'id,room_id,room,author_id,author,date,body,deleted');
  for (let room = 0; room < ROOMS; room++) {
    const name = `Room ${room}`;
    await using own = await linesOf(join(out, 'rooms', name, '1.csv'), 'author,date,body,deleted');
    for (let row = 0; row < messages / ROOMS; row++) {
      const person = (room * SHIFT + random(WRITERS)) % (20 * WRITERS);
      const author = `${NAMES[person % NAMES.length]} Miller ${person}`;
      const date = new Date(STARTED + row * 300_000).toISOString();
      const body = `"${BODIES[random(BODIES.length)]} ${BODIES[random(BODIES.length)]}"`;
      const deleted = random(100) === 0 ? 1 : 0;
      await own.add(`${author},${date.slice(0, 19)}Z,${body},${deleted}`);
      const clock = date.slice(0, 19).replace('T', ' ');
      const ids = `m-${room}-${row},room-${room},${name},person-${person}`;
      await all.add(`${ids},${author},${clock},"${row} ${body.slice(1)},${deleted}`);
    }
  }
  const pipeline = (name: string, sources: string): Promise<string> =>
    written(join(out, `${name}.yaml`), `version: 1\nname: mapping\ntarget: sandbox\n${sources}`);
  return {
    plain: await pipeline('plain', PLAIN),
    mapped: await pipeline('mapped', MAPPED),
    derived: await pipeline('derived', DERIVED),
  };
}

const SENT = 'sentAt: { from: date, time: "yyyy-MM-dd HH:mm:ss", zone: utc }';
const PLAIN = `sources:
  messages:
    path: all.csv
    map: { muid: id, sender: author_id, receiver: room_id, receiverType: { const: group }, text: body, ${SENT} }
`;
const MAPPED = `sources:
  messages:
    path: all.csv
    where: { deleted: ["", "0"] }
    map:
      muid: { hash: [room, author, date, body] }
      sender: { from: author, as: slug }
      receiver: { from: room, as: slug }
      receiverType: { const: group }
      text: body
      ${SENT}
`;
/** How a row of a file of a room becomes a message. */
export const ROOM_MAP = `map:
      muid: { hash: [$dir, author, date, body], perEqualRow: true }
      sender: { from: author, as: slug }
      receiver: { from: $dir, as: slug }
      receiverType: { const: group }
      text: body
      sentAt: date`;
const DERIVED = `sources:
  messages:
    path: rooms/**/*.csv
    ${ROOM_MAP}
  users: { from: messages, key: sender }
  groups: { from: messages, key: receiver, map: { type: { const: public } } }
  members: { from: messages, key: [receiver, sender] }
`;
