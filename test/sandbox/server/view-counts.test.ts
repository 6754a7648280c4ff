import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Counters } from '../../../src/sandbox/server/view.ts';
import { Database } from '../../../src/sandbox/storage/database.ts';
import { temporaryFolder } from '../sandbox-client.ts';

test('new messages are counted at once, removed ones with the next count of all', () => {
  using folder = temporaryFolder();
  const db = new Database(join(folder.path, 'data.sqlite'));
  let now = 0;
  const counters = new Counters(db, () => now);
  const add = (id: number) =>
    db.run(
      `INSERT INTO messages (id, conversation, sent_at, sender, category, type, data, updated_at)
       VALUES (?, 1, 1, 'ann', 'message', 'text', '{}', 1)`,
      id,
    );
  expect(counters.read().messages).toBe(0);
  for (let id = 1; id <= 10; id++) {
    add(id);
    expect(counters.read().messages).toBe(id);
  }
  db.run('DELETE FROM messages WHERE id <= 4');
  expect(counters.read().messages).toBe(10);
  add(11);
  now += 60_000;
  expect(counters.read().messages).toBe(7);
  db.close();
});
