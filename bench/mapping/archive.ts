import { join } from 'node:path';
import { BODIES, ROOM_MAP } from './denormalised.ts';
import { linesOf, randomNumbers, written } from './files.ts';

const ROOMS = 70;
const PEOPLE = 20_000;
/** People who write in a room. */
const WRITERS = 1_000;
const ROWS_OF_FILE = 100;
const DAY_MS = 86_400_000;
const STARTED = Date.parse('2024-01-01T00:00:00Z');

/**
 * Writes messages as a chat archive has them: a file for each room and day, without ids, with equal rows. Returns the pipeline,
 * which brings all rows into the order of their times and derives users, groups and members.
 * @param target lines of the pipeline that say where the rows go
 */
export async function archive(out: string, messages: number, target: string): Promise<string> {
  await writeRooms(join(out, 'archive'), messages);
  return written(join(out, 'archive.yaml'), `version: 1\nname: archive\n${target}\n${SOURCES}`);
}

async function writeRooms(out: string, messages: number): Promise<void> {
  const random = randomNumbers();
  const days = Math.ceil(messages / ROOMS / ROWS_OF_FILE);
  for (let room = 0; room < ROOMS; room++)
    for (let day = 0; day < days; day++) {
      const start = STARTED + day * DAY_MS;
      const name = `${new Date(start).toISOString().slice(0, 10)}.csv`;
      await using file = await linesOf(join(out, `room-${room}`, name), 'author,date,body');
      for (let row = 0; row < ROWS_OF_FILE; row++) {
        const person = (room * WRITERS + random(WRITERS)) % PEOPLE;
        const date = new Date(start + Math.floor((row * DAY_MS) / ROWS_OF_FILE)).toISOString();
        const line = `Person ${person},${date.slice(0, 16)}:00Z,"${BODIES[random(BODIES.length)]}"`;
        await file.add(line);
        // Some rows are there twice.
        if (random(100) === 0 && ++row < ROWS_OF_FILE) await file.add(line);
      }
    }
}

const SOURCES = `sources:
  messages:
    path: archive/**/*.csv
    order: byTime
    ${ROOM_MAP}
  users: { from: messages, key: sender }
  groups: { from: messages, key: receiver, map: { type: { const: private } } }
  members: { from: messages, key: [receiver, sender] }
`;
