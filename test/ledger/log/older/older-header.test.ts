import { copyFile, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Ledger } from '../../../../src/ledger/ledger.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { ledgerAt } from '../../../support/state-at.ts';

test('a log whose blocks have room for 8 entities opens, and goes on with blocks that have room for 16', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const file = join(at.path, 'ledger.log');
  // Written by a run of two users, a group, a member and a message before there were more entities.
  await copyFile(new URL('ledger.bin', import.meta.url), file);
  const rows = (ledger: Ledger) => ({
    users: ledger.count('users', 'created'),
    groups: ledger.count('groups', 'created'),
    members: ledger.find('members', 'team_member_ann')?.origin,
    messages: ledger.find('messages', 'm-1')?.conversation,
    friends: ledger.find('friends', 'ann ben')?.origin,
  });
  const before = { users: 2, groups: 1, members: 'created', messages: 'g team', friends: undefined };
  {
    using ledger = new Ledger(ledgerAt(file), realSystem);
    expect([rows(ledger), ledger.lastRow('friends')]).toEqual([before, 0]);
    const friendship = { key: 'ann ben', version: { content: 1, fixed: 1 }, active: true };
    ledger.acknowledge('friends', [{ ...friendship, origin: 'created' }]);
  }
  // An index that an older program made has no table for the new entity.
  const index = new DatabaseSync(join(at.path, 'ledger.sqlite'));
  index.exec('DROP TABLE friends');
  index.close();
  using again = new Ledger(ledgerAt(file), realSystem);
  expect([rows(again), again.lastRow('friends')]).toEqual([{ ...before, friends: 'created' }, 1]);
  expect(again.lastRow('users')).toBe(2);
});
