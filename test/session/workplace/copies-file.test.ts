import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memoryState } from '../../../src/files/state/memory-state.ts';
import { openFileMap } from '../../../src/pipeline/files/map/open-file-map.ts';
import { writeCopiedFiles } from '../../../src/session/workplace/copies-file.ts';
import { realFiles } from '../../../src/system/files.ts';

const OWN = 'https://files.example.com/chat';
const sha256 = 'a'.repeat(64);

test('each address that was tried has a line: the copy, or the reason; no cell is a formula', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  await using map = await openFileMap(memoryState(), join(folder.path, 'map.sqlite'), realFiles, 'write');
  const copy = { outcome: 'copied', sha256, bytes: 7, type: 'image/png', origin: 'created', at: 1 } as const;
  const object = `aa/${sha256}.png`;
  for (const address of ['https://old.example/a%20b.png', 'export:///chat%20one/=x.png'])
    await map.record({ ...copy, address, object });
  for (const address of [`data:sha256,${sha256}`, 'export:///%zz', 'https://old.example/gone.pdf'])
    await map.record({ address, outcome: 'failed', why: 'gone', message: '404', tries: 1, at: 1 });
  const path = join(folder.path, 'attachments.csv');
  const { signal } = new AbortController();
  await writeCopiedFiles({}, map, path, { publicUrl: OWN }, realFiles, signal);
  const [head, ...lines] = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(head).toBe('path,url,name,type,size,sha256,why,message,outcome,newUrl,bytes');
  expect(lines.toSorted()).toEqual(
    [
      `,https://old.example/a%20b.png,a b.png,image/png,7,${sha256},,,copied,${OWN}/${object},7`,
      `chat one/=x.png,,'=x.png,image/png,7,${sha256},,,copied,${OWN}/${object},7`,
      `,"data:sha256,${sha256}",,,,,gone,,failed,,`,
      '%zz,,%zz,,,,gone,,failed,,',
      ',https://old.example/gone.pdf,gone.pdf,,,,gone,,failed,,',
    ].toSorted(),
  );
});
