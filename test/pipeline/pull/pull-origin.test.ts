import { describe, expect, test } from 'vitest';
import { OldSystem } from './old-system.ts';
import { PullPlaceHere, START } from './place.ts';

function populated(): OldSystem {
  const old = new OldSystem();
  old.addConversation('team', ['ann', 'ben', 'cid', 'dan'], 10, START - 20 * 86_400_000);
  old.addConversation('Müll/../x', ['ann', 'ben'], 4, START - 3_600_000);
  old.addConversation('empty', ['ann'], 0, START);
  return old;
}

describe('a first pull', () => {
  test('writes each record on a line, a file for each list', async () => {
    using place = new PullPlaceHere();
    const { folder, counts, faults } = await place.pull(populated());
    expect(folder).toBe(`${place.prepared}/pulled`);
    expect(faults).toEqual([]);
    expect(counts).toMatchObject({ users: 4, conversations: 3, messages: 14 });
    expect(Object.keys(place.records())).toEqual([
      'conversations.1.ndjson.zst',
      'members/empty.1.ndjson.zst',
      expect.stringMatching(/^members\/m_ll_x\.[0-9a-f]{16}\.1\.ndjson\.zst$/),
      'members/team.1.ndjson.zst',
      expect.stringMatching(/^messages\/m_ll_x\./),
      'messages/team.1.ndjson.zst',
      'users.1.ndjson.zst',
    ]);
    expect(place.rows('messages')).toHaveLength(14);
    expect(place.rows('messages')[4]).toMatchObject({ of: 'team', row: { id: 'team-0', sender: 'ann' } });
    expect(place.events[0]).toMatchObject({ type: 'pull.started', mode: 'first' });
    expect(place.events.at(-1)).toMatchObject({ type: 'pull.finished', messages: 14 });
  });
});
