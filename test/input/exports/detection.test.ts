import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { exportHere } from './expected.ts';

test('a folder that is no export, and one of another system, are refused with what to write', async () => {
  await using photos = await exportHere('.', { options: '/README.md' });
  const unknown = await runHere(['validate', photos.pipeline]);
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('EXPORT.UNKNOWN')]);
  expect(unknown.stderr).toContain('chatferry init FILE');
  await using other = await exportHere('sendbird/synthetic', { system: 'slack' });
  const refused = await runHere(['validate', other.pipeline]);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('EXPORT.OTHER_SYSTEM')]);
  expect(refused.stderr).toContain('system: sendbird');
});

test('with sender: fail, an author that is not in the list of users ends the command', async () => {
  await using here = await exportHere('sendbird/synthetic', { rest: 'policies: { sender: fail }' });
  const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('EXPORT.USER_UNKNOWN');
  expect(stderr).toContain('ghost-user');
});
