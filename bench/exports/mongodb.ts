import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EJSON, ObjectId, serialize } from 'bson';

/** How large a database is written, as what, and where. */
export type MongodbOptions = {
  /** The folder; created if it is missing. */
  readonly out: string;
  readonly messages: number;
  /** `json` as mongoexport writes it, `bson` as mongodump. */
  readonly form: 'json' | 'bson';
};

const USERS = 2_000;
const ROOMS = 500;
const MEMBERS = 4;
const STARTED = Date.UTC(2025, 6, 2);
const STEP_MS = 1_000;
const WRITE_BYTES = 1 << 20;
const TEXTS = ['Good morning!', 'Can you take a look?', 'Grüße aus Kiel; ich rufe später an.', 'Done ✅'];

type Document = Readonly<Record<string, unknown>>;

/**
 * Writes collections of a home-grown chat, with its pipeline: users, chats with their members, and messages.
 * @returns the path of the pipeline
 */
export async function mongodbExport({ out, messages, form }: MongodbOptions): Promise<string> {
  await mkdir(out, { recursive: true });
  const collections = {
    users: times(USERS, userOf),
    chats: times(ROOMS, chatOf),
    messages: times(messages, messageOf),
  };
  for (const [name, documents] of Object.entries(collections)) {
    await using file = await open(join(out, `${name}.${form}`), 'w');
    let [pieces, length]: [Uint8Array[], number] = [[], 0];
    for (const document of documents) {
      const piece = form === 'bson' ? serialize(document) : Buffer.from(`${EJSON.stringify(document)}\n`);
      pieces.push(piece);
      length += piece.length;
      if (length < WRITE_BYTES) continue;
      await file.write(Buffer.concat(pieces));
      [pieces, length] = [[], 0];
    }
    await file.write(Buffer.concat(pieces));
  }
  const path = join(out, 'pipeline.yaml');
  const files = Object.keys(collections).map((name) => `${name}.${form}`);
  const source = `sources: { export: { system: mongodb, path: [${files.join(', ')}] } }`;
  const rest = 'retention: { messagesOlderThanDays: 36500 }';
  await writeFile(path, `version: 1\nname: mongodb\ntarget: sandbox\n${source}\n${rest}\n`);
  return path;
}

function* times(count: number, of: (number: number) => Document): Generator<Document> {
  for (let number = 1; number <= count; number++) yield of(number);
}

const idOf = (kind: string, number: number): ObjectId =>
  new ObjectId(`${kind}${number.toString(16).padStart(24 - kind.length, '0')}`);
const timeOf = (step: number): Date => new Date(STARTED + step * STEP_MS);

const userOf = (number: number): Document => ({
  _id: idOf('a', number),
  name: `User ${number}`,
  email: `user-${number}@example.com`,
  createdAt: timeOf(0),
});

const chatOf = (number: number): Document => ({
  _id: idOf('c', number),
  chatName: `Room ${number}`,
  isGroupChat: true,
  users: Array.from({ length: MEMBERS }, (_, at) => idOf('a', ((number * 7 + at) % USERS) + 1)),
  createdAt: timeOf(0),
});

const messageOf = (number: number): Document => ({
  _id: idOf('e', number),
  sender: idOf('a', ((number * 13) % USERS) + 1),
  content: `${number} ${TEXTS[number % TEXTS.length]}`,
  chat: idOf('c', (number % ROOMS) + 1),
  readBy: [],
  createdAt: timeOf(number),
  updatedAt: timeOf(number),
  __v: 0,
});

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'bench-data' },
      messages: { type: 'string', default: '1000000' },
      form: { type: 'string', default: 'json' },
    },
  });
  const form = values.form === 'bson' ? 'bson' : 'json';
  process.stdout.write(
    `${await mongodbExport({ out: values.out, messages: Number(values.messages), form })}\n`,
  );
}
