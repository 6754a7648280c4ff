import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../../src/pipeline/files/stores/stores.ts';
import { storeConformance } from './conformance.ts';
import { storeAccess } from './store-here.ts';

storeConformance(async () => {
  const above = await mkdtemp(join(tmpdir(), 'published-'));
  const folder = join(above, 'public', 'files');
  const store = await openStore({ store: { kind: 'folder', folder } }, storeAccess());
  return {
    store,
    held: (key) => readFile(join(folder, key)).catch(() => undefined),
    count: async () => (await Array.fromAsync(glob('**/*.*', { cwd: folder }))).length,
    [Symbol.asyncDispose]: () => rm(above, { recursive: true, force: true }),
  };
});
