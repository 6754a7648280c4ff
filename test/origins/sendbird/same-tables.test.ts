import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportHere, fixtures } from '../../exports/expected.ts';
import type { ServiceHere } from '../../support/service-here.ts';
import { ChatApp } from './chat-app.ts';
import { held, sendbirdHere } from './sendbird-here.ts';

const FOLDER = join(fixtures, 'sendbird/synthetic');

/** The export as a file, without what no API lists: a message of a channel that is not there. */
async function byFile(): Promise<ServiceHere> {
  const here = await exportHere('sendbird/synthetic');
  for (const name of readdirSync(join(here.folder, 'export/messages'))) {
    const path = join(here.folder, 'export/messages', name);
    const { messages } = JSON.parse(readFileSync(path, 'utf8')) as { messages: { channel_url: string }[] };
    const known = messages.filter(({ channel_url }) => !channel_url.endsWith('unknown'));
    writeFileSync(path, JSON.stringify({ messages: known }));
  }
  return here;
}

test('the same rows through export files, the export job, lists, and files beside lists', async () => {
  await using file = await byFile();
  await using lists = await sendbirdHere(ChatApp.ofExport(FOLDER));
  await using job = await sendbirdHere(ChatApp.ofExport(FOLDER), {
    more: ', by: export',
    options: { jobAnswers: 0 },
  });
  await using both = await sendbirdHere(ChatApp.ofExport(FOLDER), { beside: 'path: export,' });
  cpSync(join(file.folder, 'export'), join(both.here.folder, 'export'), { recursive: true });
  for (const here of [file, lists.here, job.here, both.here])
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const expected = await held(file);
  expect(expected.messages.length).toBeGreaterThan(400);
  expect(await held(lists.here)).toEqual(expected);
  expect(await held(job.here)).toEqual(expected);
  expect(await held(both.here)).toEqual(expected);
});
