import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeStamps } from '../../../../src/keys/key-index.ts';
import type { Report } from '../../../../src/report/result/report.ts';
import { jsonHere, runHere } from '../../../support/command-here.ts';
import { sized } from '../../../support/long-form.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';
import { FORMS, OTHERS, WRITE } from './mixed-history.ts';
import { changePipeline, stagesHere } from './stages-here.ts';

const stateOf = ({ folder }: ServiceHere): string => join(folder, '.chatferry', 'here');

/** The service numbers the messages as they come. */
const ids = (text: string): string => text.replaceAll(/with id \d+/g, 'with id');

/** What a run leaves, without what differs from run to run; the order of rejects is that of the shards. */
function left(here: ServiceHere, { entities, problems, skipped, notCarried, balanced }: Report): object {
  const state = stateOf(here);
  const rejects = readdirSync(join(state, 'rejects')).map((name) => [
    name,
    readFileSync(join(state, 'rejects', name), 'utf8')
      .split(/(?=^\uFEFF?(?:m-|,,|\{|again|unknown|nonsense))/m)
      .map((row) => row.trim())
      .sort(),
  ]);
  const keys = readdirSync(join(state, 'keys')).flatMap((name) =>
    name.endsWith('.bin')
      ? [
          [
            name,
            Array.from(decodeStamps(new Uint8Array(readFileSync(join(state, 'keys', name)))), (each) =>
              JSON.stringify(each),
            ).sort(),
          ],
        ]
      : [],
  );
  const samples = problems.map(({ code, count, samples }) => [
    code,
    count,
    // Of more, those are shown that came first in each shard.
    count > samples.length ? [] : samples.map((sample) => ids(JSON.stringify(sample))).sort(),
  ]);
  return { entities, samples: samples.sort(), skipped, notCarried, balanced, rejects, keys };
}

async function started(form: (typeof FORMS)[number]): Promise<ServiceHere> {
  const here = await serviceHere({ files: { ...OTHERS, [form.file]: form.text }, rest: WRITE });
  const { options } = form;
  if (options)
    changePipeline(here.pipeline, (text) =>
      text.replace(`path: ${form.file}`, `path: ${form.file}, ${options}`),
    );
  return here;
}

describe('three shards leave what one process leaves', () => {
  test.each(FORMS)('$name', async (form) => {
    await using one = await started(form);
    await using shards = await started(form);
    const { result } = await one.json('run', '--yes');
    const { report, exitCode } = await stagesHere(shards.pipeline);
    expect(exitCode).toBe(4);
    expect(left(shards, report as Report)).toEqual(left(one, result));
    expect(existsSync(join(stateOf(shards), 'shards'))).toBe(false);

    const [same, other] = [await contentOf(one), await contentOf(shards)];
    expect(other).toEqual(same);
    if (sized(form !== FORMS[0], false)) return;
    const verified = await shards.json<{ entities: object }>('verify', '--one-way');
    const before = await one.json<{ entities: object }>('verify', '--one-way');
    expect([verified.exitCode, verified.result.entities]).toEqual([before.exitCode, before.result.entities]);

    const shown = await jsonHere<{ confirm: string }>(['undo', shards.pipeline, '--json']);
    await jsonHere(['undo', shards.pipeline, '--json', '--confirm', shown.result.confirm]);
    expect(await Array.fromAsync(shards.service.messages.list())).toEqual([]);
    expect(await Array.fromAsync(shards.service.users.list())).toEqual([]);
  });
});

describe('whatever is done with messages', () => {
  const [csv] = FORMS as [(typeof FORMS)[number]];

  test.each([
    [
      'kept in the archive because they are too old',
      'import',
      'retention: { messagesOlderThanDays: 7, policy: archive }',
    ],
    ['sent live', 'rest', ''],
    ['with reactions and pins in metadata', 'import', 'policies: {}'],
  ])('%s', async (_, api, rest) => {
    const files = { ...OTHERS, [csv.file]: csv.text };
    const lines = rest.startsWith('policies') ? 'shards: 3' : `${WRITE}\n${rest}`;
    await using one = await serviceHere({ files, api, rest: lines });
    await using shards = await serviceHere({ files, api, rest: lines });
    const { result } = await one.json('run', '--yes', '--allow-notifications');
    const { report } = await stagesHere(shards.pipeline);
    expect(left(shards, report as Report)).toEqual(left(one, result));
    expect(await contentOf(shards)).toEqual(await contentOf(one));
    expect(archiveOf(shards)).toEqual(archiveOf(one));
    expect(archiveOf(one).length > 300).toBe(rest.includes('archive'));
    expect((await runHere(['state', 'check', shards.pipeline])).exitCode).toBe(0);
  });
});

/** The lines of the archive, without the time at which each was written. */
function archiveOf(here: ServiceHere): readonly string[] {
  const path = join(stateOf(here), 'archive', 'messages.ndjson');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').sort() : [];
}

/** The messages of each conversation, in the order in which they came. */
async function contentOf({ service }: ServiceHere): Promise<Record<string, readonly string[]>> {
  const all = (await Array.fromAsync(service.messages.list())).sort((a, b) => Number(a.id) - Number(b.id));
  const found: Record<string, string[]> = {};
  for (const { conversationId, muid, sender } of all) {
    const name = String(conversationId);
    found[name] = [...(found[name] ?? []), `${muid} ${String(sender)}`];
  }
  return found;
}
