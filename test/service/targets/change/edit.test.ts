import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ChatService } from '../../../../src/service/client/chat-service.ts';
import { serviceHere } from '../../../support/service-here.ts';
import { tamperedService } from '../../../support/tampered-service.ts';

/** An edit of a message keeps what the service and its users have added to the metadata. */

const USERS = 'uid,name\nann,Ann\nben,Ben\n';
const HEAD = 'muid,sender,receiver,receiverType,sentAt,text';
const row = (text: string, ...cells: readonly string[]): string =>
  `m1,ann,ben,user,1600000000,${[text, ...cells].join(',')}\n`;
const cell = (value: object): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const PREVIEW = ['@injected', 'extensions', 'link-preview'];

async function theMessage(service: ChatService) {
  const [message] = await Array.fromAsync(service.messages.list({ category: 'message', limit: 100 }));
  if (!message) throw new Error('no message');
  return message;
}

const notes = async (service: ChatService): Promise<number> =>
  (await Array.fromAsync(service.messages.list({ category: 'action', limit: 100 }))).length;

/** A synced message with a link, of which the service has a preview. */
const previewed = (messages: string) =>
  serviceHere({
    files: { 'users.csv': USERS, 'messages.csv': messages },
    rest: 'sync: {}',
    quirks: 'extensions=linkpreview',
  });

test('an edit changes and removes our members of metadata, and keeps all others', async () => {
  const withMetadata = (text: string, metadata: string): string => `${HEAD},metadata\n${row(text, metadata)}`;
  await using here = await previewed(
    withMetadata('see https://x.example', cell({ a: 1, b: 2, c: { d: 3 } })),
  );
  const night = async (text: string, metadata: string) => {
    writeFileSync(join(here.folder, 'messages.csv'), withMetadata(text, metadata));
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.entities.messages.updated]).toEqual([0, 1]);
    expect((await here.json('verify')).exitCode).toBe(0);
    return (await theMessage(here.service)).data?.metadata as Record<string, unknown>;
  };
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const second = await night('see https://x.example', cell({ a: 1, c: { d: 4 } }));
  expect(second).toEqual({ a: 1, c: { d: 4 }, '@injected': expect.anything() });
  expect(second).toHaveProperty(PREVIEW);
  // The app marks the message.
  const { id } = await theMessage(here.service);
  await here.service.messages.edit(id, { data: { metadata: { ...second, voted: ['ben'] } } });
  const third = await night('see https://x.example Ben', cell({ c: { d: 5 }, e: 1 }));
  expect(third).toEqual({ c: { d: 5 }, e: 1, voted: ['ben'], '@injected': second['@injected'] });
  const last = await night('see https://x.example Ben', '');
  expect(last).toEqual({ voted: ['ben'], '@injected': second['@injected'] });
});

test('an edit of a source without metadata leaves metadata out, and costs no read', async () => {
  await using here = await previewed(`${HEAD}\n${row('see https://x.example')}`);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  writeFileSync(join(here.folder, 'messages.csv'), `${HEAD}\n${row('see https://x.example now')}`);
  here.requests.length = 0;
  expect((await here.json('run', '--yes')).result.entities.messages.updated).toBe(1);
  expect(here.requests).toEqual([expect.stringMatching(/^PUT .*\/messages\/\d+$/)]);
  const { data } = await theMessage(here.service);
  expect([data?.text, data?.metadata]).toEqual([
    'see https://x.example now',
    { '@injected': expect.anything() },
  ]);
});

test('the answer to an edit is lost: the edit is recognised by what we have sent, and not sent again', async () => {
  await using front = await tamperedService();
  const pipeline = front.write(
    'p.yaml',
    [
      'version: 1',
      'name: lost',
      `${front.target}, api: import }`,
      'sync: {}',
      'sources: { users: { path: users.csv }, messages: { path: messages.csv } }',
    ].join('\n'),
  );
  front.write('users.csv', USERS);
  const night = async (text: string, metadata: object) => {
    front.write('messages.csv', `${HEAD},metadata\n${row(text, cell(metadata))}`);
    const { exitCode, stdout } = await front.run('run', pipeline, '--yes', '--json');
    expect(exitCode).toBe(0);
    return JSON.parse(stdout).entities.messages;
  };
  await night('look https://x.example', { a: 1, b: 2 });
  front.tamper(async ({ method, path }, forward) => {
    const answer = await forward();
    if (method === 'PUT' && path.startsWith('/messages/')) return { status: 0, body: '' };
    const { data } = (answer.body as { data?: { data?: { metadata?: object } } }) ?? {};
    if (method === 'GET' && /^\/messages\/\d+$/.test(path) && data?.data)
      data.data.metadata = { ...data.data.metadata, '@injected': { extensions: {} }, voted: 1 };
    return answer;
  });
  front.requests.length = 0;
  const puts = () => front.requests.filter((one) => one.startsWith('PUT')).length;
  expect(await night('look https://x.example now', { a: 2 })).toMatchObject({ updated: 1 });
  expect([puts(), await notes(front.service)]).toEqual([1, 1]);
  const { data } = await theMessage(front.service);
  expect(data?.metadata).toEqual({ a: 2, '@injected': { extensions: {} }, voted: 1 });
  // A member that was removed, while the text stays.
  expect(await night('look https://x.example now', {})).toMatchObject({ updated: 1 });
  expect([puts(), await notes(front.service)]).toEqual([2, 2]);
  expect((await theMessage(front.service)).data?.metadata).not.toHaveProperty('a');
});
