import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waiting } from '../../test/live/chaos/waiting-events.ts';

/** The people and groups of the backlog, as rows of files. */
function peopleRows(): Readonly<Record<'users' | 'groups' | 'members', readonly object[]>> {
  const groups = Array.from({ length: waiting.groups }, (_, at) => at);
  return {
    users: Array.from({ length: waiting.people }, (_, at) => ({ uid: `p${at}`, name: `Person p${at}` })),
    groups: groups.map((at) => ({
      guid: `g${at}`,
      name: `Group g${at}`,
      type: 'public',
      owner: `p${waiting.memberOf(at, 0)}`,
    })),
    members: groups.flatMap((at) =>
      Array.from({ length: waiting.members }, (_, each) => ({
        guid: `g${at}`,
        uid: `p${waiting.memberOf(at, each)}`,
        scope: 'participant',
      })),
    ),
  };
}

/**
 * Writes the messages of a backlog as files, with a pipeline that runs them.
 * @param rest members of the pipeline, with its target
 */
export async function writeSame(
  folder: string,
  count: number,
  rest: object,
): Promise<{ readonly pipeline: string; readonly rows: number }> {
  const now = Math.floor(Date.now() / 1_000);
  const people = peopleRows();
  for (const [name, rows] of Object.entries(people))
    writeFileSync(join(folder, `${name}.ndjson`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const lines = createWriteStream(join(folder, 'messages.ndjson'));
  for (let at = 0; at < count; at++) {
    const { muid, sender, receiver, receiverType, category, type, data, sentAt } = waiting.messageOf(
      at,
      count,
      now,
    );
    const { text } = data;
    const row = { muid, sender, receiver, receiverType, category, type, data: { text }, sentAt };
    if (!lines.write(`${JSON.stringify(row)}\n`)) await once(lines, 'drain');
  }
  lines.end();
  await once(lines, 'finish');
  const pipeline = join(folder, 'run.json');
  const names = ['users', 'groups', 'members', 'messages'];
  const sources = Object.fromEntries(names.map((name) => [name, { path: `./${name}.ndjson` }]));
  writeFileSync(pipeline, JSON.stringify({ version: 1, name: 'same', sources, ...rest }));
  return { pipeline, rows: Object.values(people).reduce((sum, rows) => sum + rows.length, count) };
}
