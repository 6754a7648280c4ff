import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RunError } from '../../../src/errors/run-error.ts';
import { openSides } from '../../../src/features/live/sides/open-sides.ts';
import { liveFault } from '../../../src/pipeline/live/live-fault.ts';
import { parsePipeline } from '../../../src/pipeline/pipeline.ts';
import { mainHere } from '../../support/main-here.ts';

const ENV = {
  OLD: 'old-key',
  NEW: 'new-key',
  ONE: 'one-secret',
  TWO: 'two-secret',
  MGMT: 'mgmt-key',
  MSEC: 'mgmt-secret',
};
const SERVICE =
  '{ system: service, api: { appId: old, baseUrl: "http://127.0.0.1:9/v3", apiKey: { env: OLD } } }';
const STREAM = '{ system: stream, api: { key: abc, secret: { env: OLD } } }';
const TARGET = '{ appId: new, region: eu, serviceHost: service.example, apiKey: { env: NEW } }';

type Parts = {
  readonly from?: string;
  readonly live?: string;
  readonly policies?: string;
  readonly target?: string;
};

const pipelineOf = ({
  from = STREAM,
  live = '{ publicUrl: "https://relay.example.io/cf/" }',
  policies = '{ reactions: write, pins: drop }',
  target = TARGET,
}: Parts = {}) =>
  parsePipeline(
    `version: 1\nname: people\nsources: { export: ${from} }\ntarget: ${target}\npolicies: ${policies}\nlive: ${live}\n`,
    'people.yaml',
    ENV,
  );

const access = { env: ENV, allowCode: false };
const open = (parts: Parts) => openSides(pipelineOf(parts), access);

test('the key of the API recognises events of the old system, unless secrets are named', async () => {
  const { old, new: fresh } = await open({});
  expect(old).toMatchObject({ side: 'old', system: 'stream', names: { key: 'abc' }, management: undefined });
  expect(old.secrets?.keys.map((key) => key.reveal())).toEqual(['old-key']);
  expect(fresh).toMatchObject({ side: 'new', system: 'service', secrets: undefined });
  expect(fresh.account?.names).toEqual({
    appId: 'new',
    region: 'eu',
    baseUrl: 'https://new.api-eu.service.example/v3',
  });
  expect(fresh.account?.secrets['apiKey']?.reveal()).toBe('new-key');
  const named = await open({
    live: '{ publicUrl: "https://r.io", old: { secrets: [{ env: ONE }, { env: TWO }] } }',
  });
  expect(named.old.secrets?.keys.map((key) => key.reveal())).toEqual(['one-secret', 'two-secret']);
});

test('an app of the service logs in, as the old system and as the new one', async () => {
  const { old, new: fresh } = await open({
    from: SERVICE,
    live: `{ direction: both, publicUrl: "https://r.io", old: { user: them, password: { env: ONE } },
      service: { password: [{ env: ONE }, { env: TWO }], hooks: { key: { env: MGMT }, secret: { env: MSEC } } } }`,
  });
  expect(old.secrets).toMatchObject({ user: 'them' });
  expect(old.secrets?.keys.map((key) => key.reveal())).toEqual(['one-secret']);
  expect(fresh.secrets).toMatchObject({ user: 'chatferry' });
  expect(fresh.secrets?.keys.map((key) => key.reveal())).toEqual(['one-secret', 'two-secret']);
  expect([fresh.management?.key.reveal(), fresh.management?.secret.reveal(), fresh.management?.url]).toEqual([
    'mgmt-key',
    'mgmt-secret',
    undefined,
  ]);
});

test('an export without an API has events all the same, if a secret is named', async () => {
  const from = '{ system: stream, path: ./dump }';
  expect(liveFault(pipelineOf({ from }))).toMatchObject({ code: 'LIVE.SECRET' });
  const { old } = await open({
    from,
    live: '{ publicUrl: "https://r.io", old: { secrets: [{ env: ONE }] } }',
  });
  expect(old).toMatchObject({ account: undefined, names: {} });
});

const TWILIO = '{ system: twilio, api: { account: AC1, keySid: SK1, secret: { env: OLD } } }';
const PLAIN = 'publicUrl: "https://r.io"';
test.each<[code: string, Parts, message: RegExp]>([
  [
    'LIVE.UNSUPPORTED',
    { from: '{ system: discord, path: ./dump }' },
    /^discord has no events that are read here; these have: .*service, stream/,
  ],
  ['LIVE.UNSUPPORTED', { from: '{ system: auto, path: ./dump }' }, /not auto/],
  ['LIVE.UNSUPPORTED', { target: 'sandbox' }, /runs by itself/],
  [
    'LIVE.ONE_WAY',
    { from: '{ system: stream, path: ./dump }', live: `{ direction: both, ${PLAIN} }` },
    /no key is there to write to stream with/,
  ],
  ['LIVE.POLICY', { policies: '{ reactions: metadata, pins: write }' }, /policies.reactions/],
  ['LIVE.POLICY', { policies: '{ reactions: drop }' }, /policies.pins/],
  ['LIVE.PLAIN_EXPOSED', { live: `{ ${PLAIN}, listen: { host: 0.0.0.0 } }` }, /live.listen.host is 0.0.0.0/],
  ['LIVE.PLAIN_EXPOSED', { live: `{ ${PLAIN}, listen: { host: "::" } }` }, /live.listen.host is ::/],
  ['LIVE.PUBLIC_URL', { live: '{}' }, /webhooks are to be set/],
  ['LIVE.ONE_WAY', { from: TWILIO, live: `{ direction: both, ${PLAIN} }` }, /nothing is written to twilio/],
  ['LIVE.PUBLIC_URL', { from: TWILIO, live: '{ hooks: manual }' }, /twilio signs the address/],
  ['LIVE.SECRET', { from: TWILIO }, /events of twilio are genuine/],
  ['LIVE.SECRET', { from: SERVICE }, /events of service are genuine/],
  ['LIVE.SECRET', { live: `{ direction: both, ${PLAIN} }` }, /events of the service are genuine/],
])('%s %#', (code, parts, message) => {
  const fault = liveFault(pipelineOf(parts));
  expect(fault).toBeInstanceOf(RunError);
  expect(fault).toMatchObject({
    code,
    message: expect.stringMatching(message),
    where: { file: 'people.yaml' },
  });
});

test('what is right has no fault: with TLS, on this machine by any of its names, with webhooks set by hand', () => {
  const lives = [
    `{ ${PLAIN}, listen: { host: 0.0.0.0, tls: { cert: c.pem, key: k.pem } } }`,
    `{ ${PLAIN}, listen: { host: localhost } }`,
    `{ ${PLAIN}, listen: { host: "::1" } }`,
    '{ hooks: manual }',
    `{ direction: both, ${PLAIN}, service: { password: { env: ONE } } }`,
  ];
  expect(lives.map((live) => liveFault(pipelineOf({ live })))).toEqual(lives.map(() => undefined));
});

test('a secret that is named and not there, and a pipeline that does not say live, are errors of their own', async () => {
  await expect(open({ live: `{ ${PLAIN}, old: { secrets: [{ env: NOWHERE }] } }` })).rejects.toMatchObject({
    code: 'AUTH.KEY_MISSING',
    message: expect.stringContaining('live.old.secrets'),
  });
  const text = 'version: 1\nname: people\nsources: { users: { path: u.csv } }\ntarget: sandbox\n';
  await expect(openSides(parsePipeline(text, 'p.yaml', {}), access)).rejects.toMatchObject({
    code: 'CONFIG.INVALID',
  });
});

test('validate says it as well, and ends with 2', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'live-'));
  const file = join(folder.path, 'people.yaml');
  await writeFile(
    file,
    `version: 1\nname: people\nsources: { export: ${STREAM} }\ntarget: ${TARGET}\nlive: { ${PLAIN} }\n`,
  );
  const { code, err } = await mainHere(['validate', file], ENV);
  expect([code, err]).toEqual([2, expect.stringContaining('LIVE.POLICY')]);
  expect(err).toContain('policies: { reactions: write, pins: write }');
});
