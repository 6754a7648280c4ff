import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ExportFiles } from '../../../src/exports/files/export-files.ts';
import { type Files, realFiles } from '../../../src/system/files.ts';
import { tarOf } from '../../input/sources/documents/tar-file.ts';

const MEMBERS = 200;

test('a compressed tar archive is not read from its beginning for each of its files, and leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-files-'));
  try {
    const archive = join(folder, 'export.tar.gz');
    const named = Array.from({ length: MEMBERS }, (_, at) => ({
      name: `days/${at}.json`,
      content: `[${at}]`,
    }));
    writeFileSync(archive, gzipSync(tarOf(named)));
    let opened = 0;
    const open: Files['open'] = (path, flags, mode) => {
      if (path === archive) opened++;
      return realFiles.open(path, flags, mode);
    };
    const unpacking = { signal: new AbortController().signal, folder: () => Promise.resolve(folder) };
    {
      await using files = await ExportFiles.open([archive], { ...realFiles, open }, unpacking);
      for (const file of files.all) {
        expect(await files.head(file)).toBe(`[${/\d+/.exec(file.name)?.[0]}]`);
        expect(file).toMatchObject({ archive, shown: `${archive}!/${file.name}` });
      }
      expect([files.all.length, files.onDisk]).toEqual([MEMBERS, [archive]]);
      expect(opened).toBeLessThan(10);
      const unpacked = readdirSync(folder).filter((name) => name !== 'export.tar.gz');
      expect(unpacked.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
    }
    expect(readdirSync(folder)).toEqual(['export.tar.gz']);
    writeFileSync(archive, gzipSync(tarOf(named)).subarray(0, 400));
    await expect(ExportFiles.open([archive], realFiles, unpacking)).rejects.toMatchObject({
      code: 'SOURCE.TRUNCATED',
    });
    expect(readdirSync(folder)).toEqual(['export.tar.gz']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
