import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { realSystem } from '../../../src/system/system.ts';
import { status } from '../../pipeline/files/source-answers.ts';
import { sourceServer } from '../../pipeline/files/source-server.ts';
import { runHere } from '../../support/command-here.ts';
import { skippingClock } from '../../support/skipping-clock.ts';
import { type CopiesHere, copiesHere, keyOf, PUBLIC, png } from './copies-here.ts';

/** What commands say of files that were not copied, and what to type. */

/** The text of a command without its line breaks. */
async function said(...args: readonly string[]): Promise<string> {
  const system = { ...realSystem, clock: skippingClock() };
  const { stdout, stderr } = await runHere(args, undefined, system);
  return `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
}

const LIST = 'here/attachments.csv';

async function withFailures(): Promise<CopiesHere> {
  const here = await copiesHere();
  const [gone, login] = [404, 401].map((code) => here.source.answer(`/${code}.png`, status(code)));
  here.messages({ muid: 'm1', files: [gone ?? '', login ?? ''], text: 'look' });
  return here;
}

test('a migration whose files failed says why, where they are listed, and what to type; that sends them', async () => {
  await using here = await withFailures();
  const command = here.pipeline;
  const files = await said('run', command, '--only', 'files');
  expect(files).toContain('2 files were not copied (1 gone, 1 needs a login): see ');
  expect(files).toContain(
    `ask again: chatferry run ${command} --only files --retry-files; write the rows: chatferry run ${command}`,
  );
  const text = await said('run', command, '--yes');
  expect(text).toContain('2 files were not copied (1 gone, 1 needs a login): see ');
  expect(text).toContain(LIST);
  expect(text).toContain(`chatferry undo ${command} and then chatferry run ${command}`);
  expect(text).not.toContain('nothing is left');
  expect(readFileSync(here.state('attachments.csv'), 'utf8')).toMatch(/404\.png.*gone[\s\S]*401\.png.*login/);
  here.source.put('/404.png', png('a'));
  here.source.put('/401.png', png('b'));
  const { confirm } = (await here.json<{ confirm: string }>('undo')).result;
  await here.json('undo', '--confirm', confirm);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await here.sent()).toEqual({ m1: ['a', 'b'].map((name) => `${PUBLIC}/${keyOf(png(name))}`) });
  expect(await said('run', command, '--yes')).toContain('nothing is left to do');
});

test('a sync says that messages which were sent stay as they are; --retry-files leaves them so', async () => {
  await using here = await withFailures();
  here.copies('', 'sync: {}');
  const command = here.pipeline;
  const text = await said('run', command, '--yes');
  expect(text).toContain('2 files were not copied (1 gone, 1 needs a login): see ');
  expect(text).toContain(
    `ask again for those of people, groups and new messages: chatferry run ${command} --retry-files; messages that were sent stay as they are, unless all is sent anew: chatferry undo ${command}`,
  );
  here.source.put('/404.png', png('a'));
  const again = await said('run', command, '--yes', '--retry-files');
  expect(again).toContain('2 files that could not be copied before stay so: rows were sent without');
  expect(again).toContain('messages that were sent stay as they are, unless all is sent anew');
  expect(await here.sent()).toEqual({ m1: [] });
});

test('a pilot and a run with rejects name the list, too', async () => {
  await using here = await withFailures();
  const command = here.pipeline;
  const pilot = await said('run', command, '--yes', '--conversation', 'ann,ben');
  expect(pilot).toMatch(/2 files were not copied .*attachments\.csv; check the imported rows/);
  here.copies('onFailure: reject, maxFailed: 100%');
  here.messages({ muid: 'm2', files: [here.source.answer('/2.png', status(404))] });
  const run = await said('run', command, '--yes');
  expect(run).toContain(
    `put the file there again, then chatferry run ${command} --only files --retry-files; then chatferry rejects retry ${command}`,
  );
  expect(run).toMatch(/1 file was not copied \(1 gone\): see \S+attachments\.csv; correct the rows/);
  const shown = await said('rejects', command);
  expect(shown).toContain(`chatferry run ${command} --only files --retry-files`);
  expect(shown).not.toContain('<pipeline>');
});

test('hosts that do not answer are named, those with the most files first', async () => {
  await using here = await copiesHere();
  await using other = await sourceServer();
  const from = `from: [{ host: "${here.source.host}", allowPrivate: true }, { host: "${other.host}", allowPrivate: true }]`;
  here.rest(`files: { ${here.store.members}, ${from} }`);
  const urls = [here.source, other, other].map((server, at) => server.answer(`/${at}.png`, status(503)));
  here.messages({ muid: 'm1', files: urls });
  expect(await said('run', here.pipeline, '--yes')).toContain(
    `the hosts of 3 files do not answer: ${other.host} (2), ${here.source.host} (1)`,
  );
});
