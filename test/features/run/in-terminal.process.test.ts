import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { serviceReader, untilStored } from '../../e2e/service-reader.ts';
import { FAST, targetOf, workspace } from '../../e2e/workspace.ts';
import { cli, startSandboxHere } from '../../support/cli-here.ts';
import { eventsIn, ofType, resultTrouble } from '../../support/schemas/run-schemas.ts';
import { hasTerminals, inTerminal } from './terminal.ts';

const CLEARED = '\u001b]9;4;0;0\u0007\u001b[23;2t';
/** In each width. */
const DRAWINGS = 8;
const CTRL_C = '\u0003';
const landed = ({ entities }: Report): number =>
  Object.values(entities).reduce((sum, { created, exists }) => sum + created + exists, 0);

test.skipIf(!hasTerminals)(
  'a terminal that is resized shows one block, untorn; Ctrl-C says what is done of all; a resume goes on from there',
  { retry: 2 },
  async () => {
    using space = workspace(30_000);
    await using sandbox = await startSandboxHere(space.folder);
    const target = targetOf(sandbox);
    const pipeline = space.pipeline({ target, rest: 'limits: { requestsPerMinute: 900 }' });
    const terminal = inTerminal(['run', pipeline, '--yes'], 100);
    await terminal.until(/chatferry [1-9]\d?% messages/);
    const widths = [50, 24, 120, 70];
    for (const columns of widths) {
      await terminal.resize(columns);
      // A block that is left behind with every drawing would be there some times more.
      await terminal.drawn(DRAWINGS);
    }
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(130);
    const { lines, torn } = terminal.screen;
    const blocks = lines.filter((line) => line.startsWith('  users  ')).length;
    // One block before the message, and one after it; and what was drawn in the moment of a resize.
    expect(blocks).toBeGreaterThanOrEqual(2);
    expect(blocks).toBeLessThanOrEqual(2 + 2 * widths.length);
    if (blocks === 2) expect(torn).toBe(0);
    expect(terminal.text()).toMatch(/]2;chatferry \d+% messages/);
    expect(terminal.text()).toMatch(/]9;4;1;[1-9]/);
    expect(terminal.text()).toContain(CLEARED);
    expect(terminal.text()).not.toContain('adds up');

    const report = JSON.parse(
      readFileSync(join(space.folder, '.chatferry/e2e/report.json'), 'utf8'),
    ) as Report;
    expect(resultTrouble(report)).toBeUndefined();
    const [, done = '', all = ''] = /stopped: (\d[\d ]*) of ~(\d[\d ]*) rows/.exec(lines.join('\n')) ?? [];
    const numberOf = (shown: string): number => Number(shown.replaceAll(' ', ''));
    expect(numberOf(done)).toBe(landed(report));
    expect(Math.abs(numberOf(all) / 30_006 - 1)).toBeLessThan(0.1);
    let held = 6;
    for await (const _ of serviceReader(sandbox.baseUrl, sandbox.apiKey).messages()) held++;
    expect(numberOf(done)).toBe(held);

    const status = await cli(['status', pipeline]);
    expect(status.out).toMatch(/total {6}read [\d ]+\/~[\d ]+ \(\d+ %\)/);
    expect(status.out).toContain('stopped    RUN.INTERRUPTED');

    space.pipeline({ target, rest: FAST });
    const { code, out, err } = await cli(['run', pipeline, '--yes', '--events']);
    expect([code, err]).toEqual([0, expect.stringContaining('adds up')]);
    const events = eventsIn(out);
    expect(events[0]).toMatchObject({ type: 'run.started', resumed: true });
    expect(ofType(events, 'entity.started')[0]).toMatchObject({ entity: 'messages', done: held - 6 });
    expect(ofType(events, 'progress').at(-1)).toMatchObject({ done: 30_006, total: 30_006, percent: 100 });
    expect(events.at(-1)).toMatchObject({
      exitCode: 0,
      result: { entities: { messages: { created: 30_000 } } },
    });
  },
);

test.skipIf(!hasTerminals)('Ctrl-C twice ends at once, and leaves neither title nor taskbar', async () => {
  using space = workspace(1_000);
  await using sandbox = await startSandboxHere(space.folder, ['--faults', 'lost@/data_import/messages']);
  const pipeline = space.pipeline({ target: targetOf(sandbox), rest: FAST });
  const terminal = inTerminal(['run', pipeline, '--yes'], 80);
  await terminal.until(']9;4;1;');
  // Its request gets no answer. A stop that came before it would end the run with the first Ctrl-C.
  await untilStored(sandbox);
  terminal.type(CTRL_C);
  await terminal.until('Stopping');
  await sleep(300);
  terminal.type(CTRL_C);
  expect(await terminal.ended).toBe(130);
  expect(terminal.text().endsWith(CLEARED)).toBe(true);
});
