import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { LaneWork, LiveRow } from '../../../src/features/live/pass/lane-writer.ts';
import { sized } from '../../support/long-form.ts';
import { type TamperedService, tamperedService } from '../../support/tampered-service.ts';

const SCRIPT = fileURLToPath(new URL('write-work.ts', import.meta.url));
const BEGIN = 1_780_000_000;

/** Starts a process that writes some work. */
function started(pipeline: string, work: string) {
  const child = spawn(process.execPath, [SCRIPT, pipeline, 'new', work], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk;
  });
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, ...said })) };
}

const isWrite = (method: string): boolean => method !== 'GET';

const textMessage = (muid: string, sender: string, receiver: string, at: number, text: string): LiveRow => ({
  muid,
  sender,
  receiver,
  receiverType: 'group',
  sentAt: BEGIN + at,
  type: 'text',
  data: { text },
});

/** People, a group and messages of their own for each round. */
const rowsOf = (
  round: string,
): Required<Pick<LaneWork['rows'], 'users' | 'groups' | 'members' | 'messages'>> => ({
  users: [{ uid: `ann-${round}`, name: 'Ann' }],
  groups: [{ guid: `g-${round}`, name: 'G', type: 'private', owner: `ann-${round}` }],
  members: [{ guid: `g-${round}`, uid: `ann-${round}`, scope: 'admin' }],
  messages: [0, 1, 2].map((at) =>
    textMessage(`m-${round}-${at}`, `ann-${round}`, `g-${round}`, at, `text ${at}`),
  ),
});

/** An edit and a removal of what was written, and something new. */
function changesOf(round: string, how: LaneWork['how']): LaneWork {
  const { messages } = rowsOf(round);
  const edited = { ...messages[0], data: { text: 'edited' } };
  return {
    rows: { messages: [edited, textMessage(`m-${round}-3`, `ann-${round}`, `g-${round}`, 3, 'text 3')] },
    removals: [{ entity: 'messages', key: `m-${round}-1` }],
    how,
  };
}

/** The messages of a round, in order. */
async function heldOf({ service }: TamperedService, round: string): Promise<readonly string[]> {
  const messages = await Array.fromAsync(service.messages.list({ affix: 'append', limit: 1_000 }));
  return messages
    .filter(({ muid, category }) => category === 'message' && muid?.startsWith(`m-${round}-`))
    .map(({ muid, data }) => `${muid}: ${data?.text}`)
    .sort();
}

test.each(['import', 'send'] as const)(
  'what is written by %s is there once, whenever it is killed',
  async (how) => {
    await using service = await tamperedService();
    service.write('old.key', 'key');
    const pipeline = service.write(
      'live.yaml',
      [
        'version: 1',
        'name: live',
        `${service.target} }`,
        'limits: { requestsPerMinute: 10000000, timeoutSeconds: 30 }',
        'sources: { export: { system: service, api: { appId: old, baseUrl: "http://127.0.0.1:9/v3", apiKey: { file: old.key } } } }',
      ].join('\n'),
    );
    let kills = 0;
    /** Writes work in processes of which the first is killed at a request, or a short time after its answer. */
    const written = async (name: string, work: LaneWork, at: number, when: 'before' | 'after' | number) => {
      const path = service.write(`${name}.json`, JSON.stringify(work));
      const first = started(pipeline, path);
      let writes = 0;
      service.tamper(async ({ method }, forward) => {
        if (!isWrite(method) || ++writes !== at) return await forward();
        const kill = () => first.child.kill('SIGKILL');
        if (when === 'before') kill();
        const answer = when === 'before' ? { status: 0, body: '' } : await forward();
        if (when === 'after') kill();
        else if (when !== 'before') setTimeout(kill, when);
        return answer;
      });
      const { code } = await first.ended;
      if (code === null) kills++;
      service.tamper((_request, forward) => forward());
      const second = await started(pipeline, path).ended;
      expect(second.err).toBe('');
      const outcomes = JSON.parse(second.out) as string[];
      expect(
        outcomes.filter((each) => !/ (?:created|updated|exists|unchanged|removed|gone)$/.test(each)),
      ).toEqual([]);
      return outcomes;
    };
    for (const when of sized(['before', 'after'] as const, ['before', 'after', 1, 6] as const))
      for (const at of sized([how === 'send' ? 5 : 4, 2], [1, 2, 3, 4, 5, 6])) {
        const round = `${when}-${at}`;
        await written(round, { rows: rowsOf(round), removals: [], how }, at, when);
        expect(await heldOf(service, round), round).toEqual(
          [0, 1, 2].map((each) => `m-${round}-${each}: text ${each}`),
        );
        if (at > 3) continue;
        await written(round, changesOf(round, how), at, when);
        const [edited, ...others] = [`m-${round}-0: edited`, `m-${round}-2: text 2`, `m-${round}-3: text 3`];
        expect(await heldOf(service, round), `${round} changed`).toEqual([edited, ...others]);
        // Whoever writes all of it again has nothing to do.
        const before = service.requests.length;
        const { code, out } = await started(
          pipeline,
          service.write('again.json', JSON.stringify(changesOf(round, how))),
        ).ended;
        expect([code, JSON.parse(out)]).toEqual([
          0,
          [
            `messages m-${round}-0 unchanged`,
            `messages m-${round}-3 unchanged`,
            `messages m-${round}-1 gone`,
          ],
        ]);
        expect(service.requests.slice(before).filter((each) => !each.startsWith('GET'))).toEqual([]);
      }
    expect(kills).toBeGreaterThan(sized(4, 15));
  },
);
