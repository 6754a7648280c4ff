import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** How large a database is written, and where. */
export type FirebaseOptions = {
  /** The folder; created if it is missing. */
  readonly out: string;
  readonly messages: number;
};

const USERS = 10_000;
const ROOMS = 2_000;
const MEMBERS = 40;
const STARTED = Date.parse('2026-01-01T00:00:00Z');
const STEP_MS = 1_500;
const WRITE_CHARS = 65_536;
const TEXTS = ['Good morning!', 'Can you take a look?', 'Grüße aus Kiel; ich rufe später an.', 'Done ✅'];

/**
 * Writes Firestore's JSON of node-firestore-import-export, `export.json`, with its pipeline: users, and rooms with their
 * messages inside, as flutter_firebase_chat_core has them.
 * @returns the path of the pipeline
 */
export async function firebaseExport({ out, messages }: FirebaseOptions): Promise<string> {
  await mkdir(out, { recursive: true });
  await using file = await open(join(out, 'export.json'), 'w');
  let text = '';
  for (const piece of pieces(messages)) {
    text += piece;
    if (text.length < WRITE_CHARS) continue;
    await file.write(text);
    text = '';
  }
  await file.write(text);
  const path = join(out, 'pipeline.yaml');
  const source = 'sources: { export: { system: firebase, path: export.json } }';
  await writeFile(path, `version: 1\nname: firebase\ntarget: sandbox\n${source}\n`);
  return path;
}

function* pieces(messages: number): Generator<string> {
  yield '{"__collections__":{"users":{';
  for (let user = 0; user < USERS; user++)
    yield `${user > 0 ? ',' : ''}"user-${user}":${JSON.stringify({ firstName: 'User', lastName: String(user), createdAt: timeOf(0), __collections__: {} })}`;
  yield '},"rooms":{';
  for (let room = 0; room < ROOMS; room++) {
    const userIds = Array.from({ length: MEMBERS }, (_, at) => `user-${(room * 7 + at) % USERS}`);
    const own = JSON.stringify({ name: `Room ${room}`, type: 'group', createdAt: timeOf(0), userIds });
    yield `${room > 0 ? ',' : ''}"room-${room}":${own.slice(0, -1)},"__collections__":{"messages":{`;
    for (let message = room; message < messages; message += ROOMS)
      yield `${message > room ? ',' : ''}"m-${message}":${JSON.stringify(messageOf(message, userIds))}`;
    yield '}}}';
  }
  yield '}}}\n';
}

const messageOf = (message: number, userIds: readonly string[]): object => ({
  authorId: userIds[message % MEMBERS],
  createdAt: timeOf(message),
  updatedAt: timeOf(message),
  type: 'text',
  text: `${message} ${TEXTS[message % TEXTS.length]}`,
  status: 'seen',
});

function timeOf(step: number): object {
  const ms = STARTED + step * STEP_MS;
  const value = { _seconds: Math.floor(ms / 1000), _nanoseconds: (ms % 1000) * 1e6 + 123_000 };
  return { __datatype__: 'timestamp', value };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'bench-data' },
      messages: { type: 'string', default: '1000000' },
    },
  });
  process.stdout.write(`${await firebaseExport({ out: values.out, messages: Number(values.messages) })}\n`);
}
