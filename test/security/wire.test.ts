import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { FAST, targetOf, type Workspace, workspace } from '../e2e/workspace.ts';
import { openSandbox } from '../sandbox/sandbox-client.ts';
import { httpServer } from '../service/transport/http-server.ts';
import { runHere } from '../support/command-here.ts';

/** Ids that would lead to another path, or bring headers of their own. */
const EVIL_IDS = [
  'a/b',
  '..',
  '.',
  '%2f',
  '%2e%2e',
  'a?x=1',
  'a#b',
  'a\\b',
  'a\r\nx-evil: 1',
  'a\tb',
  'a\0b',
  ' lead',
  'caf\u00e9',
  '',
  'x'.repeat(101),
  `x${'y'.repeat(8_192)}`,
];
/** Every path of the v3 API that a run, a retry, a check or an undo may ask for, with ids filled in. */
const PATH =
  /^\/v3\/(?:notifications\/(?:push|sms|email)\/v1\/providers\/[a-z]+|(?:data_import\/(?:users|groups|members|messages)|users|groups|messages|conversations)(?:\/[a-z0-9_-]{1,100}(?:\/(?:members|messages|conversation|bannedusers)(?:\/[a-z0-9_-]{1,100})?)?)?)$/;
const HEADERS = [
  'accept',
  'accept-encoding',
  'apikey',
  'connection',
  'content-length',
  'content-type',
  'host',
  'onbehalfof',
  // The client asks before a run: what the fetch of the platform adds.
  'accept-language',
  'sec-fetch-mode',
  'user-agent',
];

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Good rows with evil ones between them, whose texts and addresses are evil as well. */
function evilExport(space: Workspace, elsewhere: string): string {
  const link = `${elsewhere}/${'fetched'}`;
  const id = (at: number): string => EVIL_IDS[at] as string;
  const each = <T extends object>(row: (evil: string) => T): T[] => EVIL_IDS.map((_, at) => row(id(at)));
  space.write(
    'users.ndjson',
    lines([
      { uid: 'ann', name: 'Secret Ann', avatar: link, link },
      { uid: 'ben', name: 'Secret Ben' },
      ...each((uid) => ({ uid, name: 'Evil' })),
    ]),
  );
  space.write(
    'groups.ndjson',
    lines([
      { guid: 'team', name: 'Secret Team', owner: 'ann', icon: link },
      ...each((guid) => ({ guid, name: 'Evil', owner: 'ann' })),
    ]),
  );
  space.write(
    'members.ndjson',
    lines([
      { guid: 'team', uid: 'ann' },
      { guid: 'team', uid: 'ben' },
      ...each((uid) => ({ guid: 'team', uid })),
      ...each((guid) => ({ guid, uid: 'ann' })),
    ]),
  );
  const message = {
    sender: 'ann',
    receiver: 'team',
    receiverType: 'group',
    sentAt: 1_700_000_000,
    text: 'Secret text',
  };
  const attachments = [{ url: link, name: 'a.png', extension: 'png', mimeType: 'image/png', size: 1 }];
  space.write(
    'messages.ndjson',
    lines([
      { muid: 'm-1', ...message },
      { muid: 'm-2', ...message, type: 'image', attachments },
      ...each((sender) => ({ muid: `m-${EVIL_IDS.indexOf(sender)}-s`, ...message, sender })),
      ...each((receiver) => ({ muid: `m-${EVIL_IDS.indexOf(receiver)}-r`, ...message, receiver })),
      ...each((muid) => ({ ...message, muid })),
    ]),
  );
  return ['users', 'groups', 'members', 'messages']
    .map((name) => `  ${name}: { path: ${name}.ndjson }`)
    .join('\n');
}

type Seen = {
  readonly path: string;
  readonly headers: readonly string[];
  readonly host: string | undefined;
  readonly by: string | string[] | undefined;
};

/** Passes everything on to a sandbox, and writes down what came over the wire. */
async function tapped(origin: string, seen: Seen[]) {
  return await httpServer(async (request, response) => {
    const names = request.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    const [path = ''] = (request.url ?? '').split('?');
    seen.push({
      path: decodeURIComponent(path),
      headers: names,
      host: request.headers.host,
      by: request.headers['onbehalfof'],
    });
    const { host, ...headers } = request.headers;
    const onward = send(origin + request.url, { method: request.method, headers });
    onward.end(await text(request));
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
}

test.each(['import', 'rest'])(
  'through api: %s no id changes a path or adds a header, the key goes to one host, and no address in a row is fetched',
  async (api) => {
    const [seen, fetched]: [Seen[], unknown[]] = [[], []];
    await using opened = await openSandbox();
    const { baseUrl, files } = opened.sandbox;
    await using tap = await tapped(new URL(baseUrl).origin, seen);
    await using other = await httpServer((request, response) => {
      fetched.push(request.url);
      response.end();
    });
    using space = workspace(1);
    const sources = evilExport(space, other.origin);
    const target = targetOf({ baseUrl: `${tap.origin}/v3`, keyFile: files.apiKey }, api);
    const pipeline = space.pipeline({ target, sources, rest: FAST });
    const said: string[] = [];
    for (const args of [
      ['validate', pipeline],
      ['run', pipeline, '--yes', '--verbose'],
      ['rejects', 'retry', pipeline, '--yes'],
      ['verify', pipeline],
      ['undo', pipeline],
    ]) {
      const { exitCode, stdout, stderr } = await runHere(args);
      expect([args[0], exitCode]).not.toEqual([args[0], 1]);
      if (args[0] === 'run') said.push(stderr, stdout);
    }
    expect(seen.length).toBeGreaterThan(8);
    expect(seen.filter(({ path }) => !PATH.test(path))).toEqual([]);
    for (const { headers, host, by } of seen) {
      expect(headers.filter((name) => !HEADERS.includes(name))).toEqual([]);
      expect(headers.filter((name) => name === 'apikey')).toEqual(['apikey']);
      expect(host).toBe(new URL(tap.origin).host);
      expect(by ?? 'ann').toMatch(/^[a-z0-9_-]{1,100}$/);
    }
    expect(fetched).toEqual([]);
    // Rows of users are in the files that the user asked for, not in the log and not on the screen.
    const log = readFileSync(join(space.folder, '.chatferry/e2e/run.log'), 'utf8');
    expect(log.split('\n').length).toBeGreaterThan(3);
    expect(log + said.join('')).not.toContain('Secret');
  },
);
