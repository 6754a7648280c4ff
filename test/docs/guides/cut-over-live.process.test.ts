import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LiveDocument } from '../../../src/features/live/phases/documents/live-document.ts';
import { chatService } from '../../../src/service/client/chat-service.ts';
import { liveHere } from '../../live/phases/live-here.ts';
import { freePort, textsOf, untilTexts } from '../../live/phases/two-systems.ts';
import { startCli } from '../../support/cli-process.ts';
import { copyOf, program, repository } from '../../support/repository.ts';

/** The ports of the page and the samples: those of both sandboxes and of the receiver. */
const PORTS = ['7701', '7702', '8787'];

/** Puts free ports into what the page or the samples say. */
async function freePorts(): Promise<(said: string) => string> {
  const free = await Promise.all(PORTS.map(async (port) => [port, String(await freePort())] as const));
  return (said) => free.reduce((all, [port, own]) => all.replaceAll(port, own), said);
}

type Typed = { readonly code: number | null; readonly out: string; readonly err: string };

/** Types a line into a shell. */
async function typed(folder: string, line: string): Promise<Typed> {
  const chatferry = `"${process.execPath}" "${program}"`;
  const child = spawn('sh', ['-c', line.replace(/^chatferry/, chatferry)], { cwd: folder });
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code, out, err };
}

/** Starts a command of the program that stands beside the next ones. */
function beside(folder: string, line: string) {
  const child = startCli(line.replace(/^chatferry /, '').split(' '), process.env, folder);
  child.stdin.end();
  const closed = once(child, 'close');
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  return {
    async end(): Promise<Typed> {
      if (child.exitCode === null) child.kill('SIGTERM');
      const [code] = (await closed) as [number | null];
      const [out, err] = await said;
      return { code, out, err };
    },
    async [Symbol.asyncDispose]() {
      await this.end();
    },
  };
}

async function until(is: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await is())) {
    if (Date.now() > end) throw new Error(`${what} did not come`);
    await sleep(50);
  }
}

/** The app of a sandbox, whose key is in a file. */
function appOf(port: string, keyFile: string) {
  const baseUrl = `http://127.0.0.1:${port}/v3`;
  return chatService({ baseUrl, apiKey: readFileSync(keyFile, 'utf8').trim() });
}

const isThere = (port: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/v3/users`).then(
    () => true,
    () => false,
  );

const phaseOf = async (folder: string, pipeline: string): Promise<string | undefined> => {
  const { code, out } = await typed(folder, `chatferry live status ${pipeline} --json`);
  return code === 0 ? (JSON.parse(out) as { live: LiveDocument }).live.phase : undefined;
};

test('the commands of the page keep two apps alike while people write, move them, turn round and stop', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const ported = await freePorts();
  const page = ported(await readFile(join(repository, 'docs/operating/cut-over.md'), 'utf8'));
  for (const [, name = '', body = ''] of page.matchAll(/^```(?:csv|yaml) (\S+)\n([\s\S]*?)^```/gm)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), body);
  }
  const lines = Array.from(page.matchAll(/^```console\n([\s\S]*?)^```/gm), ([, body = '']) => body)
    .join('')
    .split('\n')
    .flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));
  const next = async (): Promise<Typed> => {
    const line = lines.shift() ?? '';
    const done = await typed(folder.path, line);
    expect([line, done.code], done.err).toEqual([line, 0]);
    return done;
  };
  const nextBeside = () => {
    const line = lines.shift() ?? '';
    expect(line.endsWith(' &')).toBe(true);
    return beside(folder.path, line.slice(0, -2));
  };
  const [oldPort = '', newPort = ''] = PORTS.map(ported);
  const keyOf = (app: string): string => join(folder.path, app, 'apps', app, 'api-key');

  await using _old = nextBeside();
  await using _new = nextBeside();
  await until(() => existsSync(keyOf('old')) && existsSync(keyOf('new')), 'both sandboxes');
  await using old = appOf(oldPort, keyOf('old'));
  await using fresh = appOf(newPort, keyOf('new'));
  await until(() => isThere(oldPort), 'the old app');
  await until(() => isThere(newPort), 'the new app');
  await next();
  await next();

  // People write while everything is imported.
  const texts = ['Hello Ben'];
  const say = async (app: typeof old, from: string, to: string): Promise<void> => {
    const words = `${from} ${texts.length}`;
    await app.messages.send(
      { receiver: to, receiverType: 'user', type: 'text', data: { text: words } },
      { onBehalfOf: from },
    );
    texts.push(words);
  };
  const deliverer = nextBeside();
  await using _deliverer = deliverer;
  let phase: string | undefined;
  while (phase !== 'live') {
    await say(old, 'ann', 'ben');
    expect(texts.length).toBeLessThan(60);
    phase = await phaseOf(folder.path, 'live.yaml');
  }
  expect(texts.length).toBeGreaterThan(3);
  await say(fresh, 'ben', 'ann');
  await untilTexts(fresh, texts);
  await untilTexts(old, texts);

  // What the page has somebody write arrives.
  await next();
  texts.push('Hi');
  await untilTexts(fresh, texts);
  const { out } = await next();
  expect(out).toContain('"Hi"');
  expect((await next()).out).toContain('next:  chatferry live switch live.yaml');

  // The process ends, and another one continues: it waits for less silence than a minute.
  expect(await deliverer.end()).toMatchObject({ code: 143 });
  await say(old, 'ben', 'ann');
  const continued = liveHere(join(folder.path, 'live.yaml')).live();
  await untilTexts(fresh, texts);
  const switched = await next();
  expect(switched.out).toContain('switched since');
  expect(switched.err).toContain('people can write there until they stop');
  await say(fresh, 'ann', 'ben');
  await untilTexts(old, texts);
  expect((await next()).out).toContain('live since');
  await say(old, 'ann', 'ben');
  await untilTexts(fresh, texts);
  expect((await next()).out).toContain('stopped since');
  expect(await continued).toMatchObject({ exitCode: 0, printed: { live: { phase: 'stopped' } } });
  expect(await textsOf(old)).toEqual(await textsOf(fresh));
  expect(lines).toEqual([]);
  expect((await typed(folder.path, 'chatferry live hooks live.yaml')).out.match(/no webhooks/g)).toHaveLength(
    2,
  );
});

test('the samples keep two apps alike', async () => {
  await using copy = await copyOf('samples', 'schema');
  const folder = join(copy.path, 'samples/live');
  const ported = await freePorts();
  const comments: string[] = [];
  for (const name of ['old-chat.yaml', 'pipeline.yaml']) {
    const path = join(folder, name);
    const own = ported(await readFile(path, 'utf8'));
    await writeFile(path, own);
    comments.push(...Array.from(own.matchAll(/^# {3}(.*)$/gm), ([, line = '']) => line));
  }
  const [startOld = '', fill = '', startNew = '', password = '', live = '', ...rest] = comments;
  await using _old = beside(copy.path, startOld.replace(' &', ''));
  await using _new = beside(copy.path, startNew.replace(' &', ''));
  const keyOf = (app: string): string => join(folder, '.chatferry', app, 'apps', app, 'api-key');
  await until(() => existsSync(keyOf('old')) && existsSync(keyOf('new')), 'both sandboxes');
  const [oldPort = '', newPort = ''] = PORTS.map(ported);
  await using old = appOf(oldPort, keyOf('old'));
  await using fresh = appOf(newPort, keyOf('new'));
  await until(() => isThere(newPort), 'the new app');
  const ended = async (line: string): Promise<Typed> => {
    const done = await typed(copy.path, line);
    expect([line, done.code], done.err).toEqual([line, 0]);
    return done;
  };
  await ended(fill);
  await ended(password);
  await ended(live.replace(' &', ' --until live'));
  const moved = await textsOf(fresh);
  expect(moved.length).toBeGreaterThan(150);
  expect(moved).toEqual(await textsOf(old));
  const [status = '', , stop = ''] = rest;
  expect((await ended(status)).out).toContain('live since');
  expect((await ended(stop)).out).toContain('stopped since');
});
