import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { SharedTransaction } from '../../src/sandbox/shared-transaction.ts';

function open() {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
  db.exec('CREATE TABLE one (id INTEGER PRIMARY KEY)');
  // Checked at the commit, so that a commit can be made to fail.
  db.exec('CREATE TABLE two (one INTEGER REFERENCES one (id) DEFERRABLE INITIALLY DEFERRED)');
  let undone = 0;
  const shared = new SharedTransaction(db, () => {
    undone += 1;
  });
  const ids = () =>
    db
      .prepare('SELECT id FROM one ORDER BY id')
      .all()
      .map(({ id }) => id);
  const add = (id: number) => shared.run(() => db.exec(`INSERT INTO one VALUES (${id})`));
  return { db, shared, ids, add, undone: () => undone };
}

test('work of one moment is committed together, without being asked', async () => {
  const { db, shared, add, ids } = open();
  add(1);
  add(2);
  expect(db.isTransaction).toBe(true);
  await shared.committed;
  expect(db.isTransaction).toBe(false);
  expect(ids()).toEqual([1, 2]);
  await shared.committed;
});

test('work that throws is undone alone', async () => {
  const { shared, add, ids, undone } = open();
  add(1);
  expect(() =>
    shared.run(() => {
      add(2);
      throw new Error('no');
    }),
  ).toThrow('no');
  add(3);
  await shared.committed;
  expect([ids(), undone()]).toEqual([[1, 3], 1]);
});

test('when the commit fails, everyone who waits is told, and the next work begins anew', async () => {
  const { db, shared, add, ids, undone } = open();
  add(1);
  const first = shared.committed;
  shared.run(() => db.exec('INSERT INTO two VALUES (7)'));
  const second = shared.committed;
  await expect(first).rejects.toThrow('FOREIGN KEY');
  await expect(second).rejects.toThrow('FOREIGN KEY');
  expect([ids(), undone()]).toEqual([[], 1]);
  add(2);
  shared.commit();
  await shared.committed;
  expect(ids()).toEqual([2]);
});

test('work that ends the whole transaction fails the work before it too', async () => {
  const { db, shared, add, ids } = open();
  add(1);
  const first = shared.committed;
  expect(() =>
    shared.run(() => {
      db.exec('ROLLBACK');
      throw new Error('the disk is full');
    }),
  ).toThrow('the disk is full');
  await expect(first).rejects.toThrow('the disk is full');
  expect(ids()).toEqual([]);
});
