import { describe, expect, test } from 'vitest';
import { realClock } from '../../../src/system/clock.ts';
import { type Files, realFiles } from '../../../src/system/files.ts';
import { tamperedService } from '../../support/tampered-service.ts';

/** Files whose run log cannot be written from the moment that `fail` is called. */
function failingLog(): { readonly files: Files; readonly fail: () => void } {
  const logs = new Set<number>();
  let isFull = false;
  const openSync: Files['openSync'] = (path, flags, mode) => {
    const fd = realFiles.openSync(path, flags, mode);
    if (path.endsWith('.log')) logs.add(fd);
    return fd;
  };
  const writeSync: Files['writeSync'] = (fd, from, offset, length, position) => {
    if (isFull && logs.has(fd)) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    return realFiles.writeSync(fd, from, offset, length, position);
  };
  return {
    files: { ...realFiles, openSync, writeSync },
    fail: () => {
      isFull = true;
    },
  };
}

describe('undo', () => {
  test('names the run log that it cannot write, also while it waits for a service that is busy', async () => {
    const { files, fail } = failingLog();
    await using peer = await tamperedService({ files, clock: realClock });
    peer.write('groups.csv', 'guid,name,type\nteam,Team,public\n');
    const pipeline = peer.write(
      'pipeline.yaml',
      `version: 1\nname: full\n${peer.target}, api: import }\nsources: { groups: { path: groups.csv } }\n`,
    );
    expect((await peer.run('run', pipeline, '--yes')).exitCode).toBe(0);
    fail();
    peer.tamper(({ path }, forward) =>
      path.startsWith('/groups/') ? { status: 503, body: 'busy' } : forward(),
    );
    const { exitCode, stderr } = await peer.run('undo', pipeline);
    expect(stderr).toContain('no space left');
    expect(exitCode).toBe(7);
  });
});
