import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceHere } from '../../../support/service-here.ts';

const LONG = '12345678901234567891';
const OWN = '98765432109876543210987';

test.each(['import', 'rest'])(
  'api %s: whole numbers of metadata keep their digits, also those of others',
  async (api) => {
    const users = (name: string): string =>
      `{"uid":"ann","name":"${name}","metadata":{"n":${LONG}}}\n{"uid":"ben","name":"Ben"}\n`;
    const messages = (text: string): string =>
      `{"muid":"1","sender":"ann","receiver":"ben","receiverType":"user","sentAt":1790000000,"text":"${text}","metadata":{"n":[-${LONG}]}}\n`;
    await using here = await serviceHere({
      files: { 'users.ndjson': users('Ann'), 'messages.ndjson': messages('one') },
      api,
      rest: 'sync: {}',
    });
    const key = readFileSync(
      /file: "(.*?)"/.exec(readFileSync(here.pipeline, 'utf8'))?.[1] ?? '',
      'utf8',
    ).trim();
    const headers = { apikey: key, 'content-type': 'application/json' };
    const read = async (path: string): Promise<string> =>
      (await fetch(`${here.baseUrl}${path}`, { headers })).text();
    const held = async (): Promise<readonly unknown[]> => [
      /"metadata":(\{.*?\})/.exec(await read('/users/ann'))?.[1],
      /"metadata":(\{.*?\})/.exec(await read('/messages/1'))?.[1],
    ];
    await here.json('run', '--yes');
    expect(await held()).toEqual([`{"n":${LONG}}`, `{"n":[-${LONG}]}`]);
    expect((await here.json('verify')).exitCode).toBe(0);
    // The app adds members; a change of the rows leaves them as they are.
    const put = (path: string, body: string): Promise<Response> =>
      fetch(`${here.baseUrl}${path}`, { method: 'PUT', headers, body });
    await put('/users/ann', `{"metadata":{"n":${LONG},"own":${OWN}}}`);
    await put('/messages/1', `{"data":{"metadata":{"n":[-${LONG}],"own":${OWN}}}}`);
    writeFileSync(join(here.folder, 'users.ndjson'), users('Anna').replace(LONG, `${LONG}1`));
    writeFileSync(join(here.folder, 'messages.ndjson'), messages('two').replace(LONG, `${LONG}1`));
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(await held()).toEqual([`{"own":${OWN},"n":${LONG}1}`, `{"own":${OWN},"n":[-${LONG}1]}`]);
    expect((await here.json('verify')).exitCode).toBe(0);
    await put('/users/ann', `{"metadata":{"n":${LONG}2}}`);
    expect((await here.json('verify')).exitCode).toBe(5);
  },
);

test('an undo puts a whole number back with all its digits', async () => {
  const group = (n: string): string => `{"guid":"team","name":"Team","metadata":{"n":${n}}}\n`;
  await using here = await serviceHere({
    files: { 'groups.ndjson': group('1') },
    rest: 'sync: {}',
  });
  const path = /file: "(.*?)"/.exec(readFileSync(here.pipeline, 'utf8'))?.[1] ?? '';
  const headers = { apikey: readFileSync(path, 'utf8').trim(), 'content-type': 'application/json' };
  const body = `{"guid":"team","name":"Team","type":"private","metadata":{"n":${LONG}}}`;
  await fetch(`${here.baseUrl}/groups`, { method: 'POST', headers, body });
  const held = async (): Promise<string> =>
    await (await fetch(`${here.baseUrl}/groups/team`, { headers })).text();
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await held()).toContain('"metadata":{"n":1}');
  const { result } = await here.json<{ confirm: string }>('undo');
  expect((await here.json('undo', '--confirm', result.confirm)).exitCode).toBe(0);
  expect(await held()).toContain(`"metadata":{"n":${LONG}}`);
});
