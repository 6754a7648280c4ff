import { expect, test } from 'vitest';
import { cli } from '../../support/cli-here.ts';
import { liveHere } from './live-here.ts';
import { twoSystems } from './two-systems.ts';
import { withExport } from './with-export.ts';

test('an export from before the first event leaves a gap that nothing can list', async () => {
  await using systems = await withExport();
  const here = liveHere(systems.pipeline);
  const gap = { exitCode: 9, printed: { error: { code: 'LIVE.GAP' }, live: { phase: 'bulk' } } };
  expect(await here.live()).toMatchObject(gap);
  expect(await here.live({ exportedAt: Date.now() - 3_600_000 })).toMatchObject(gap);
  // It was made after events are received, says who made it.
  expect(await here.live({ exportedAt: Date.now() + 1_000, until: 'live' })).toMatchObject({
    printed: { live: { phase: 'live', gaps: [] } },
  });
  // Nobody received events since, and nobody can be asked: a switch would lose them.
  expect(await here.switch()).toMatchObject({ exitCode: 9, printed: { error: { code: 'LIVE.GAP' } } });
  expect(await here.stop()).toMatchObject({
    printed: { notices: [expect.stringContaining('by hand')], live: { phase: 'stopped' } },
  });
});

test('a plan says what notifies people, and what is not carried', async () => {
  await using systems = await withExport();
  const { out } = await cli(['plan', systems.pipeline, '--json']);
  const { warnings } = JSON.parse(out) as { warnings: readonly string[] };
  expect((await cli(['plan', systems.pipeline])).out).toContain(`chatferry live ${systems.pipeline}`);
  expect(warnings.filter((each) => each.startsWith('live: '))).toEqual([
    expect.stringContaining('may notify people'),
    expect.stringContaining('is not carried back'),
    expect.stringContaining('noted on a message (custom fields) is not carried'),
    expect.stringContaining('stays a gap'),
  ]);
});

test('so does one that has read nothing of the old system yet', async () => {
  await using systems = await twoSystems();
  const { out } = await cli(['plan', systems.pipeline, '--json']);
  expect(JSON.parse(out)).toMatchObject({
    warnings: [expect.stringContaining('may notify people'), expect.stringContaining('is carried back')],
    next: `chatferry live ${systems.pipeline}`,
  });
});
