import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';

/** A row that counts in another file of its source than before: what that file has no column for stays. */

const HEAD = 'muid,sender,receiver,receiverType,sentAt,text';
const cells = (n: number, text: string): string => `m${n},u0,u1,user,179000000${n},${text}`;
const object = (n: number, text: string, rest = {}): string => {
  const names = { muid: `m${n}`, sender: 'u0', receiver: 'u1', receiverType: 'user' };
  return `${JSON.stringify({ ...names, sentAt: 1_790_000_000 + n, text, ...rest })}\n`;
};

/** Messages in all of these files, which are one source. */
async function oneSource(files: Readonly<Record<string, string>>): Promise<ServiceHere> {
  const here = await serviceHere({
    files: { 'users.csv': 'uid,name\nu0,Zero\nu1,One\n', 'messages.csv': '', ...files },
    rest: 'sync: { onMissing: keep }',
  });
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, text.replace('path: messages.csv', 'path: "part-*.*"'));
  return here;
}

const write = ({ folder }: ServiceHere, name: string, text: string): void =>
  writeFileSync(join(folder, name), text);

/** A message as the service has it. */
async function messageOf({ service }: ServiceHere, key: string) {
  const found = (await Array.fromAsync(service.messages.list())).find(({ muid }) => muid === key);
  const { data, tags } = await service.messages.get(String(found?.id));
  return { text: data?.text, metadata: data?.metadata, tags };
}

const METADATA = '"{""plan"":""gold""}"';
const WITH_TAGS = `${HEAD},tags,metadata\n${cells(0, 'B')},vip,${METADATA}\n${cells(1, 'C')},vip,${METADATA}\n`;
const REFUSED = WITH_TAGS.replace(',B,', ',,');
const GONE = WITH_TAGS.replace(/m0.*\n/, '');
const STAYS = { text: 'A', tags: ['vip'], metadata: { plan: 'gold' } };

test.each([
  ['objects', { 'part-0.ndjson': object(0, 'A') }, REFUSED],
  ['objects that has it alone now', { 'part-0.ndjson': object(0, 'A') }, GONE],
  ['columns', { 'part-0.csv': `${HEAD}\n${cells(0, 'A')}\n` }, REFUSED],
])('a row of a file of %s leaves the fields that another file has', async (_, first, next) => {
  await using here = await oneSource({ ...first, 'part-1.csv': WITH_TAGS });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await messageOf(here, 'm0')).toEqual({ ...STAYS, text: 'B' });
  write(here, 'part-1.csv', next);
  expect((await here.json('run', '--yes')).exitCode).toBe(next === GONE ? 0 : 4);
  expect(await messageOf(here, 'm0')).toEqual(STAYS);
});

const BOTH = { tags: ['vip'], metadata: { plan: 'gold' } };

test('a file of objects without a field leaves what others have written, whatever another file of objects has', async () => {
  await using here = await oneSource({
    'part-0.ndjson': object(0, 'A', BOTH) + object(2, 'A', BOTH),
    'part-1.ndjson': object(1, 'B'),
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const found = (await Array.fromAsync(here.service.messages.list())).find(({ muid }) => muid === 'm1');
  const data = { text: 'B', metadata: { plan: 'app' } };
  await here.service.messages.edit(String(found?.id), { data, tags: ['app'] });
  for (const text of ['C', 'D']) {
    write(here, 'part-1.ndjson', object(1, text));
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(await messageOf(here, 'm1')).toEqual({ text, metadata: { plan: 'app' }, tags: ['app'] });
  }
});

/** What a sync run remembers. */
const SHAPE = '.chatferry/here/sync/shape.json';
const forgetFiles = (here: ServiceHere): void => {
  const text = readFileSync(join(here.folder, SHAPE), 'utf8');
  write(here, SHAPE, text.replace(/"ofFiles":\[\{.*?\}\],/g, ''));
};
const renameFile = ({ folder }: ServiceHere): void =>
  renameSync(join(folder, 'part-1.ndjson'), join(folder, 'part-2.ndjson'));

test.each([
  ['it has had it', () => undefined, 'part-1.ndjson'],
  ['the version before remembered no files', forgetFiles, 'part-1.ndjson'],
  ['it had it under another name', renameFile, 'part-2.ndjson'],
])('a field that an object has not any more is emptied if its file has it: %s', async (_, change, file) => {
  await using here = await oneSource({
    'part-0.ndjson': object(0, 'A'),
    'part-1.ndjson': object(1, 'B', BOTH) + object(2, 'C', BOTH) + object(3, 'D', BOTH),
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  change(here);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(here, file, object(1, 'B') + object(2, 'C', BOTH) + object(3, 'D', BOTH));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await messageOf(here, 'm1')).toEqual({ text: 'B', metadata: {}, tags: undefined });
});

test('a row that moves to another source leaves the members of metadata that this has never had', async () => {
  await using here = await oneSource({
    'part-0.ndjson': object(0, 'A', { x_plan: 'silver' }),
    'part-1.csv': WITH_TAGS.replaceAll('gold""', 'gold"",""team"":""red""'),
  });
  const first = '{ path: part-0.ndjson, map: { metadata.plan: x_plan } }';
  const text = readFileSync(here.pipeline, 'utf8');
  write(here, 'pipeline.yaml', text.replace('{ path: "part-*.*" }', `[${first}, { path: part-1.csv }]`));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(here, 'part-1.csv', GONE);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const metadata = { plan: 'silver', team: 'red' };
  expect(await messageOf(here, 'm0')).toEqual({ text: 'A', metadata, tags: ['vip'] });
});
