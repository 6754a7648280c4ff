import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Database } from '../../../src/sandbox/storage/database.ts';
import { temporaryFolder } from '../sandbox-client.ts';

const ADD = 'INSERT INTO groups (guid, name, type, owner, created_at) VALUES (?, ?, ?, ?, ?)';

/** A data file whose writes the test makes itself. */
class File implements Disposable {
  readonly #folder = temporaryFolder();
  readonly path = join(this.#folder.path, 'data.sqlite');
  readonly log = `${this.path}-redo`;
  db = new Database(this.path);

  /** Adds a group to the shared transaction; a name of several bytes a character shows that the log counts bytes. */
  add(guid: string): void {
    this.db.shared(() => this.db.run(ADD, guid, `Grüße "${guid}"\n`, 'public', 'ann', 1_700_000_000));
  }

  get guids(): readonly string[] {
    return this.db.all<{ guid: string }>('SELECT guid FROM groups ORDER BY seq').map(({ guid }) => guid);
  }

  /** What a process leaves that is killed now: the files as they are on disk, opened by another one. */
  killed(change: (file: Killed) => void = () => {}): readonly string[] {
    const path = join(this.#folder.path, 'killed.sqlite');
    for (const end of ['', '-wal', '-redo']) {
      if (existsSync(this.path + end)) copyFileSync(this.path + end, path + end);
    }
    change({ path, log: `${path}-redo` });
    const db = new Database(path);
    const rows = db.all<{ guid: string; name: string }>('SELECT guid, name FROM groups ORDER BY seq');
    db.close();
    expect(existsSync(`${path}-redo`)).toBe(false);
    expect(rows.map(({ name }) => name)).toEqual(rows.map(({ guid }) => `Grüße "${guid}"\n`));
    return rows.map(({ guid }) => guid);
  }

  [Symbol.dispose](): void {
    if (this.db.isOpen) this.db.close();
    this.#folder[Symbol.dispose]();
  }
}

type Killed = { readonly path: string; readonly log: string };

test('what ran is kept at once, and in the data file when it is closed or a second has passed', async () => {
  using file = new File();
  file.add('g1');
  file.add('g2');
  expect(file.guids).toEqual(['g1', 'g2']);
  expect(file.killed()).toEqual(['g1', 'g2']);
  expect(statSync(file.log).mode & 0o777).toBe(0o600);
  await expect.poll(() => file.killed(({ log }) => rmSync(log))).toEqual(['g1', 'g2']);
  file.add('g3');
  file.db.close();
  expect(existsSync(file.log)).toBe(false);
  const plain = new DatabaseSync(file.path);
  expect(plain.prepare('SELECT guid FROM groups ORDER BY seq').all()).toEqual([
    { guid: 'g1' },
    { guid: 'g2' },
    { guid: 'g3' },
  ]);
  plain.close();
});

test('work that throws is undone alone', () => {
  using file = new File();
  file.add('g1');
  const throwing = () =>
    file.db.shared(() => {
      file.db.run(ADD, 'g2', 'G', 'public', 'ann', 1);
      throw new Error('no');
    });
  expect(throwing).toThrow('no');
  file.db.settle();
  expect(file.guids).toEqual(['g1']);
  file.add('g3');
  expect(file.guids).toEqual(['g1', 'g3']);
  expect(file.killed()).toEqual(['g1', 'g3']);
});

test('work that ends the whole transaction takes nothing with it', () => {
  using file = new File();
  file.add('g1');
  const full = () =>
    file.db.shared(() => {
      file.db.get('ROLLBACK');
      throw new Error('the disk is full');
    });
  expect(full).toThrow('the disk is full');
  expect(file.killed()).toEqual(['g1']);
  file.add('g2');
  expect(file.guids).toEqual(['g1', 'g2']);
});

test('a transaction of its own, and a write outside of any, come after what is shared', () => {
  using file = new File();
  file.add('g1');
  file.db.transaction(() => file.db.run("DELETE FROM groups WHERE guid = 'g1'"));
  file.add('g2');
  file.db.run("DELETE FROM groups WHERE guid = 'g2'");
  file.add('g3');
  expect(file.guids).toEqual(['g3']);
  expect(file.killed()).toEqual(['g3']);
});

test('far more writes than one transaction takes are all kept, and the log stays short', () => {
  using file = new File();
  const guids = Array.from({ length: 60_000 }, (_, index) => `g${index}`);
  for (const guid of guids) file.add(guid);
  expect(statSync(file.log).size).toBeLessThan(5_000_000);
  expect(file.killed()).toEqual(guids);
});

test('a transaction that cannot begin leaves nothing open', () => {
  using file = new File();
  file.add('g1');
  file.db.transaction(() => {});
  // Its first write fails, as on a full disk.
  file.db.get("CREATE TRIGGER no BEFORE INSERT ON settings BEGIN SELECT RAISE(FAIL, 'no room'); END");
  expect(() => file.add('g2')).toThrow('no room');
  file.db.get('DROP TRIGGER no');
  file.add('g3');
  expect(file.guids).toEqual(['g1', 'g3']);
  expect(file.killed()).toEqual(['g1', 'g3']);
});

test('a data file that does not take the transaction has it taken later, and says so until then', () => {
  using file = new File();
  file.add('g1');
  // As on a full disk: not one page more.
  const pages = file.db.get<{ page_count: number }>('PRAGMA page_count')?.page_count;
  file.db.get(`PRAGMA max_page_count = ${pages}`);
  const guids: string[] = ['g1'];
  const fill = () => {
    for (let index = 2; index < 20_000; index++) {
      file.add(`g${index}`);
      guids.push(`g${index}`);
    }
  };
  expect(fill).toThrow(/full/);
  expect(guids.length).toBeGreaterThan(10);
  file.db.settle();
  expect(file.guids).toEqual(guids);
  expect(file.killed()).toEqual(guids);
  file.db.get('PRAGMA max_page_count = 1000000');
  file.add('gx');
  expect(file.guids).toEqual([...guids, 'gx']);
});

test('a line that is cut off anywhere was never answered: what stands before it is kept', () => {
  using file = new File();
  file.add('g0');
  file.db.transaction(() => {});
  file.add('g1');
  const one = readFileSync(file.log);
  file.add('g2');
  const two = readFileSync(file.log);
  expect(file.killed()).toEqual(['g0', 'g1', 'g2']);
  const lineBreak = 1;
  for (let bytes = 0; bytes < two.length - lineBreak; bytes++) {
    // A line that lacks nothing but its line break may be kept or not: it was not answered.
    if (bytes === one.length - lineBreak) continue;
    const kept = bytes < one.length ? ['g0'] : ['g0', 'g1'];
    expect(file.killed(({ log }) => writeFileSync(log, two.subarray(0, bytes)))).toEqual(kept);
    // Behind it stands what an earlier transaction has left.
    const old = Buffer.concat([two.subarray(0, bytes), Buffer.from('["an older line"]of another state\n')]);
    expect(file.killed(({ log }) => writeFileSync(log, old))).toEqual(kept);
    // A power failure keeps what was written last, and not what was written before it.
    const torn = Buffer.concat([two.subarray(0, bytes), Buffer.alloc(1), two.subarray(bytes + 1)]);
    expect(file.killed(({ log }) => writeFileSync(log, torn))).toEqual(kept);
  }
});

test('a transaction that ends outside of the work, as reading ends it on a full disk, is written again', () => {
  using file = new File();
  file.add('g1');
  file.db.get('ROLLBACK');
  file.add('g2');
  expect(file.guids).toEqual(['g1', 'g2']);
  file.db.get('ROLLBACK');
  file.db.settle();
  expect(file.guids).toEqual(['g1', 'g2']);
  expect(file.killed()).toEqual(['g1', 'g2']);
});

test('a copy that is put back after a kill takes nothing of what came after it', () => {
  using file = new File();
  file.add('g1');
  file.db.close();
  const copy = readFileSync(file.path);
  file.db = new Database(file.path);
  file.add('g2');
  expect(file.killed()).toEqual(['g1', 'g2']);
  const putBack = ({ path }: Killed) => {
    writeFileSync(path, copy);
    rmSync(`${path}-wal`, { force: true });
  };
  expect(file.killed(putBack)).toEqual(['g1']);
});

test('the log stands beside the file itself, whatever link it was opened by', () => {
  using file = new File();
  file.db.close();
  symlinkSync(file.path, `${file.path}-link`);
  file.db = new Database(`${file.path}-link`);
  file.add('g1');
  expect(existsSync(`${file.path}-link-redo`)).toBe(false);
  expect(file.killed()).toEqual(['g1']);
});

test('a log that does not fit says which file to move away', () => {
  using file = new File();
  file.add('g1');
  const tampered = ({ path }: Killed) => {
    const plain = new DatabaseSync(path);
    plain.prepare(ADD).run('g1', 'G', 'public', 'ann', 1);
    plain.close();
  };
  expect(() => file.killed(tampered)).toThrow(/UNIQUE.*killed\.sqlite-redo holds.*move it away/);
});

test('shared work within shared work, and a commit within it, are refused', () => {
  using file = new File();
  file.add('g1');
  expect(() => file.db.shared(() => file.add('g2'))).toThrow('shared work');
  expect(() => file.db.shared(() => file.db.transaction(() => {}))).toThrow('not committed');
  file.db.settle();
  expect(file.guids).toEqual(['g1']);
});

test('a log that belongs to another state of the data file is not written into it', () => {
  using file = new File();
  file.add('g1');
  const old = readFileSync(file.log);
  file.db.transaction(() => {});
  file.add('g2');
  // As after a kill between the commit and the log's clearing, and as beside a data file that was made anew.
  expect(file.killed(({ log }) => writeFileSync(log, old))).toEqual(['g1']);
  using other = new File();
  expect(other.killed(({ log }) => writeFileSync(log, old))).toEqual([]);
  other.add('gx');
  expect(other.killed(({ log }) => writeFileSync(log, old))).toEqual([]);
});
