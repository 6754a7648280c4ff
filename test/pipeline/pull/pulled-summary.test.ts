import { expect, test } from 'vitest';
import { RunError } from '../../../src/errors/run-error.ts';
import { ofRecords } from '../../../src/pipeline/pull/pulled-summary.ts';
import type { PullSpec } from '../../../src/pipeline/pull-spec.ts';

const spec = { shown: 'https://api.example.com/v3' } as PullSpec;
const failing = (file: string) =>
  ofRecords(
    spec,
    Promise.reject(new RunError('SOURCE.MISSING', `${file} does not exist`, { where: { file } })),
  );

test('records that another command replaces meanwhile are no files that a person has to look for', async () => {
  await expect(failing(`${spec.shown}/messages/a.1.ndjson.zst`)).rejects.toMatchObject({
    code: 'STATE.LOCKED',
    message: 'another command reads the records of https://api.example.com/v3 anew',
    hint: 'wait for it, then run the same command again',
  });
  await expect(failing('users.csv')).rejects.toMatchObject({ code: 'SOURCE.MISSING' });
});
