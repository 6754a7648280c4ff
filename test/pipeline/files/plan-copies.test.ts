import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileState } from '../../../src/files/state/file-state.ts';
import { addressKey } from '../../../src/input/rows/forms/address-key.ts';
import { MAP_INDEX, openFileMap } from '../../../src/pipeline/files/map/open-file-map.ts';
import { realFiles } from '../../../src/system/files.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { sourceServer } from './source-server.ts';

/** What every command knows of copies that earlier runs have made. */

const OWN = 'https://files.example.com/chat';
const FILES = (more = ''): string => `files: { to: ./public, publicUrl: "${OWN}"${more} }`;
const OLD = 'retention: { messagesOlderThanDays: 36500 }\n';
const signed = (night: number): string =>
  `https://old.example/a.png?Expires=${1_795_000_000 + night}&Signature=s${night}&Key-Pair-Id=K`;
const objectOf = (letter: string): string => `${letter}${letter}/${letter.repeat(64)}.png`;

const users = (avatar: string): string => `uid,name,avatar\nann,Ann,${avatar}\nben,Ben,\n`;
const message = (url: string): string =>
  JSON.stringify({
    muid: 'm1',
    sender: 'ann',
    receiver: 'ben',
    receiverType: 'user',
    type: 'image',
    sentAt: 1_717_200_000,
    attachments: [{ url, name: 'a.png', mimeType: 'image/png', extension: 'png' }],
  });

/** Records copies of addresses as a run does. */
async function know({ folder }: ServiceHere, copies: Readonly<Record<string, string>>): Promise<void> {
  const state = join(folder, '.chatferry/here');
  realFiles.mkdirSync(join(state, 'files'), { recursive: true, mode: 0o700 });
  await using map = await openFileMap(
    fileState(state, realFiles),
    join(state, MAP_INDEX),
    realFiles,
    'write',
  );
  for (const [address, letter] of Object.entries(copies)) {
    const own = { sha256: letter.repeat(64), bytes: 1, type: 'image/png', object: objectOf(letter) };
    await map.record({ ...own, address: addressKey(address), outcome: 'copied', origin: 'created', at: 1 });
  }
}

test('rows are judged with the addresses of copies, or with such as these would be', async () => {
  const avatar = `"data:image/png;base64,${'A'.repeat(9_000)}"`;
  await using here = await serviceHere({
    files: { 'users.csv': users(avatar), 'messages.ndjson': message(signed(1)) },
    rest: `${OLD}${FILES()}`,
  });
  expect((await here.json('validate')).exitCode).toBe(0);
  here.rest(OLD);
  const { result } = await here.json('validate');
  expect(result.problems.map(({ code }) => code)).toContain('USER.URL_INVALID');
});

async function addressesIn({ service }: ServiceHere): Promise<readonly unknown[]> {
  const { avatar } = await service.users.get('ann');
  const found: unknown[] = [avatar];
  for await (const { data } of service.messages.list())
    found.push(...((data?.attachments ?? []) as { url: string }[]).map(({ url }) => url));
  return found;
}

const AVATAR = 'https://old.example/ann.png';

test('rows get the addresses of known copies; an address that is signed anew each night changes nothing', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': users(AVATAR), 'messages.ndjson': message(signed(1)) },
    rest: `${OLD}${FILES()}\nsync: {}`,
  });
  await know(here, { [AVATAR]: 'a', [signed(1)]: 'b' });
  const first = await here.json('run', '--yes');
  expect(first).toMatchObject({ exitCode: 0, result: { fileCopies: { distinct: 2, known: 2, copied: 0 } } });
  expect(await addressesIn(here)).toEqual([`${OWN}/${objectOf('a')}`, `${OWN}/${objectOf('b')}`]);
  expect((await here.json('verify')).exitCode).toBe(0);
  writeFileSync(join(here.folder, 'messages.ndjson'), message(signed(2)));
  const { result } = await here.json('run', '--yes');
  expect(result.entities.messages).toMatchObject({ unchanged: 1, updated: 0 });
  expect(result.entities.users).toMatchObject({ unchanged: 2, updated: 0 });
});

test('rows of another policy for files are not mixed with those that were sent; other settings of files may change', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': users(AVATAR), 'messages.ndjson': message(signed(1)) },
    rest: `${OLD}${FILES()}`,
  });
  await know(here, { [AVATAR]: 'a', [signed(1)]: 'b' });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  here.rest(`${OLD}${FILES(', concurrency: 3, maxBytes: 1GB, recheck: none')}`);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  for (const changed of [FILES(', onFailure: drop'), FILES(', what: [attachments]'), '']) {
    here.rest(`${OLD}${changed}`);
    await expect(here.json('run', '--yes')).rejects.toThrow(
      /files of users|no {2}files: {2}any more|files\.what/,
    );
  }
});

const png = (text: string): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.from(text)]);

test('a picture that is there later, or is another one, changes its user in a sync; the rows are the same', async () => {
  await using source = await sourceServer();
  await using here = await serviceHere({
    files: { 'users.csv': users(`${source.origin}/ann.png`) },
    rest: `${OLD}${FILES(`, from: [{ host: "${source.host}", allowPrivate: true }], maxFailed: 1`)}\nsync: {}`,
  });
  const nightly = async (...options: readonly string[]): Promise<unknown> => {
    const { result } = await here.json('run', '--yes', ...options);
    const { avatar } = await here.service.users.get('ann');
    return [result.entities.users.updated, avatar];
  };
  const copyOf = (content: Buffer): string => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    return `${OWN}/${sha256.slice(0, 2)}/${sha256}.png`;
  };
  expect(await nightly()).toEqual([0, undefined]);
  source.put('/ann.png', png('one'));
  expect(await nightly()).toEqual([0, undefined]);
  expect(await nightly('--retry-files')).toEqual([1, copyOf(png('one'))]);
  expect(await nightly()).toEqual([0, copyOf(png('one'))]);
  source.put('/ann.png', png('two'));
  expect(await nightly()).toEqual([1, copyOf(png('two'))]);
});
