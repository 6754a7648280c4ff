import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asRunError, firstError, RunError } from '../../src/errors/run-error.ts';
import { checkedFiles } from '../../src/files/checked-files.ts';
import { diskSpace, tooSmall } from '../../src/files/disk-space.ts';
import { appendAt } from '../../src/files/state/file-state.ts';
import { type Files, type OpenFile, realFiles } from '../../src/system/files.ts';

const failing = (code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: it fails`), { code });

/** Checked files of a disk with 12,288 free bytes, on which these methods fail. */
function withFailing(methods: Partial<Files>) {
  const space = { bavail: 3, bsize: 4_096, ffree: 0, files: 100 } as ReturnType<Files['statfsSync']>;
  return checkedFiles({ ...realFiles, statfsSync: () => space, ...methods }, 'chatferry run p.yaml');
}

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('checkedFiles', () => {
  test.each([
    ['ENOSPC', 'no space is left on the disk'],
    ['EDQUOT', 'the disk quota is used up'],
    ['EFBIG', 'the file may not become larger'],
    ['EIO', 'the disk failed'],
    ['EROFS', 'the file system is read-only'],
    ['EACCES', 'permission denied'],
  ])('%s says the path, why, the free space and the command to go on', async (code, why) => {
    const { files } = withFailing({
      writeFile: async () => {
        throw failing(code);
      },
    });
    const error = await thrownBy(() => files.writeFile('/state/report.json', '', {}));
    expect(error).toBeInstanceOf(RunError);
    const { message, hint, exitCode } = error as RunError;
    expect(exitCode).toBe(7);
    expect(message).toMatch(/^\/state\/report\.json cannot be written: /);
    expect(message).toContain(why);
    expect(message).toContain(`(${code}), 12 kB free, and no more files can be made on it`);
    expect(hint).toMatch(/, then continue with: {2}chatferry run p\.yaml$/);
  });

  test('a failed read and too many open files have names of their own; a missing file stays what it is', async () => {
    const reading = (code: string) =>
      thrownBy(() =>
        withFailing({
          readFile: async () => {
            throw failing(code);
          },
        }).files.readFile('/in.csv', 'utf8'),
      );
    expect(await reading('EIO')).toMatchObject({ code: 'DISK.UNREADABLE', exitCode: 7 });
    expect(await reading('EMFILE')).toMatchObject({ code: 'MACHINE.TOO_MANY_FILES', exitCode: 7 });
    for (const code of ['ENOENT', 'EACCES']) expect(await reading(code)).toMatchObject({ code });
  });

  test('remembers the first write that the disk has refused, not what the rights forbid', async () => {
    let code = 'EACCES';
    const { files, refused } = withFailing({
      rmSync: () => {
        throw failing(code);
      },
    });
    await thrownBy(() => files.rmSync('/a', {}));
    expect(refused()).toBeUndefined();
    code = 'EROFS';
    await thrownBy(() => files.rmSync('/b', {}));
    await thrownBy(() => files.rmSync('/c', {}));
    expect(refused()?.message).toContain('/b');
  });

  test('a sync that has failed is never tried again on the same file', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'checked-'));
    const path = join(folder.path, 'a');
    let syncs = 0;
    const { files } = withFailing({
      open: async (...where) => {
        const file: OpenFile = await realFiles.open(...where);
        const close = () => file.close();
        return {
          read: (...at) => file.read(...at),
          write: (...at) => file.write(...at),
          stat: () => file.stat(),
          sync: async () => {},
          datasync: async () => {
            if (++syncs === 1) throw failing('EIO');
          },
          close,
          [Symbol.asyncDispose]: close,
        };
      },
    });
    const first = await thrownBy(() => appendAt(files, path, 'one', 0));
    expect(first).toMatchObject({ code: 'STATE.UNWRITABLE' });
    expect(await thrownBy(() => appendAt(files, path, 'one', 0))).toBe(first);
    expect(syncs).toBe(1);
    await appendAt(files, join(folder.path, 'b'), 'two', 0);
  });

  test('writes all of it where the system takes a part at a time', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'checked-'));
    const path = join(folder.path, 'a');
    const { files } = withFailing({
      open: async (...where) => {
        const file = await realFiles.open(...where);
        return Object.assign(Object.create(file) as OpenFile, {
          write: (from: Uint8Array, offset: number, length: number, position: number) =>
            file.write(from, offset, Math.min(3, length), position),
          datasync: () => file.datasync(),
          close: () => file.close(),
        });
      },
    });
    await appendAt(files, path, 'more than three bytes', 0);
    expect(await readFile(path, 'utf8')).toBe('more than three bytes');
  });
});

describe('a database', () => {
  /** A database whose next write fails with this result code of SQLite. */
  async function database(errcode: number) {
    const folder = await mkdtempDisposable(join(tmpdir(), 'checked-'));
    let fails = false;
    const { files } = withFailing({
      openDatabase: (path, options = {}) => {
        const db = realFiles.openDatabase(path, options);
        const exec = db.exec.bind(db);
        db.exec = (sql) => {
          if (fails && sql === 'COMMIT') {
            fails = false;
            throw Object.assign(new Error('it fails'), { code: 'ERR_SQLITE_ERROR', errcode });
          }
          exec(sql);
        };
        return db;
      },
    });
    const db = files.openDatabase(join(folder.path, 'a.sqlite'));
    db.exec('CREATE TABLE t (n INTEGER)');
    const write = (): void => {
      db.exec('BEGIN');
      try {
        db.prepare('INSERT INTO t VALUES (?)').run(1);
        db.exec('COMMIT');
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    };
    return {
      db,
      write,
      fail: () => {
        fails = true;
      },
      [Symbol.asyncDispose]: async () => {
        db.close();
        await folder.remove();
      },
    };
  }

  test('that is full says so, and can be written again once there is space', async () => {
    await using full = await database(13);
    full.fail();
    expect(await thrownBy(full.write)).toMatchObject({
      code: 'STATE.UNWRITABLE',
      message: expect.stringMatching(
        /a\.sqlite cannot be written: no space is left on the disk \(SQLite 13\), 12 kB/,
      ),
    });
    full.write();
    expect(full.db.prepare('SELECT count(*) AS n FROM t').get()).toEqual({ n: 1 });
  });

  test('whose write or sync has failed is read, but not written any more', async () => {
    await using broken = await database(1_034);
    broken.write();
    broken.fail();
    const first = await thrownBy(broken.write);
    expect(first).toMatchObject({ code: 'STATE.UNWRITABLE' });
    expect(await thrownBy(broken.write)).toBe(first);
    expect([...broken.db.prepare('SELECT n FROM t').iterate()]).toEqual([{ n: 1 }]);
  });
});

test('the error that came first is the one that counts', () => {
  const [first, second, third] = [new Error('1'), new Error('2'), new Error('3')];
  expect(firstError(new SuppressedError(third, new SuppressedError(second, first)))).toBe(first);
  expect(firstError(first)).toBe(first);
  const named = new RunError('STATE.UNWRITABLE', 'full');
  expect(asRunError(named, 'STATE.CORRUPT', 'damaged')).toBe(named);
  expect(asRunError(first, 'STATE.CORRUPT', 'damaged')).toMatchObject({
    code: 'STATE.CORRUPT',
    cause: first,
  });
});

test('a run needs at most three times the sources; what its state takes already is no longer needed', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'checked-'));
  const source = join(folder.path, 'users.csv');
  const { files } = withFailing({});
  expect(diskSpace(files, folder.path, 4_096)).toEqual({ free: 12_288, missing: 0 });
  expect(diskSpace(files, folder.path, 5_000)).toEqual({ free: 12_288, missing: 2_712 });
  expect(diskSpace(files, folder.path, 5_000, 2_712).missing).toBe(0);
  await writeFile(source, 'x'.repeat(8_000));
  const state = join(folder.path, 'state');
  expect(await tooSmall(files, [state], [source])).toBe(
    `the disk of ${state} has 12 kB free; the sources are 8 kB, and a run may need 12 kB more`,
  );
  expect(await tooSmall(files, [folder.path], [source])).toContain('may need 4 kB more');
});
