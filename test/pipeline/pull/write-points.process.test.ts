import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cli } from '../../e2e/cli-process.ts';
import { talkative } from '../../origins/twilio/twilio-data.ts';
import { pulledBytes, twilioHere } from '../../origins/twilio/twilio-here.ts';
import { sized } from '../../support/long-form.ts';
import { buildLibrary } from '../../write-points/write-points.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-library-'));
const library = buildLibrary(folder) ?? '';
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(library === '')(
  'a process that is killed at a write of a pull ends with the same bytes',
  async () => {
    await using quiet = await twilioHere(talkative());
    await quiet.here.json('validate');
    const wanted = pulledBytes(quiet);
    expect(wanted.length).toBeGreaterThan(3);
    let killed = 0;
    for (let at = 3, isKilled = true; isKilled; at += sized(60, 1)) {
      await using through = await twilioHere(talkative());
      const { here } = through;
      const { signal } = await cli(['validate', here.pipeline, '--quiet'], {
        LD_PRELOAD: library,
        WRITE_POINTS_FOLDER: join(here.folder, '.chatferry'),
        WRITE_POINTS_AT: String(at),
        UV_THREADPOOL_SIZE: '1',
        UV_USE_IO_URING: '0',
      });
      isKilled = signal === 'SIGKILL';
      if (isKilled) killed++;
      await here.json('validate');
      expect(pulledBytes(through), `point ${at}`).toEqual(wanted);
    }
    expect(killed).toBeGreaterThan(1);
  },
);
