import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { serviceHere } from '../../support/service-here.ts';
import { FILES, HEAD, reactionsIn, WRITE } from './reacted-history.ts';

const REACTIONS = `${HEAD}m-2,ann,👍,\nm-2,ben,👍,\n`;
const WITHOUT_ANNS = `${HEAD}m-2,ben,👍,\n`;
const START = { ...FILES, 'bans.csv': 'guid,uid\nteam,cat\n', 'reactions.csv': REACTIONS };

/** How somebody does not reach a message any more, and how they come back. */
const AWAY = [
  ['was banned', { 'bans.csv': 'guid,uid\nteam,cat\nteam,ann\n' }, { 'bans.csv': START['bans.csv'] }],
  ['has left', { 'members.csv': 'guid,uid\nteam,ben\n' }, { 'members.csv': START['members.csv'] }],
  [
    'is deactivated',
    { 'users.csv': 'uid,name,deactivatedAt\nann,Ann,2026-01-02T00:00:00Z\nben,Ben,\ncat,Cat,\n' },
    { 'users.csv': 'uid,name,deactivatedAt\nann,Ann,never\nben,Ben,\ncat,Cat,\n' },
  ],
] as const;

test.each(AWAY)(
  'a reaction of somebody who %s is tried once, and again when they are back',
  async (_, away, back) => {
    const sync = 'sync: { onMissing: delete, maxDelete: 100% }';
    await using here = await serviceHere({ files: START, rest: `${WRITE}\n${sync}` });
    const night = async (files: Readonly<Record<string, string>>): Promise<Report> => {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(here.folder, name), text);
      here.requests.length = 0;
      const { exitCode, result } = await here.json<Report>('run', '--yes');
      expect([exitCode, result.error, result.balanced]).toEqual([0, undefined, true]);
      return result;
    };
    const removals = (): string[] => here.requests.filter((path) => /^DELETE .*reactions/.test(path));
    const there = async (): Promise<string[] | undefined> => (await reactionsIn(here))['m-2'];
    await night({});
    await night(away);

    const refused = await night({ 'reactions.csv': WITHOUT_ANNS });
    expect(removals()).toHaveLength(1);
    expect(refused.missing?.reactions).toMatchObject({ deleted: 0, failed: 1 });
    expect(refused.warnings.join()).toMatch(
      /1 missing reactions could not be removed .* when the user is back/,
    );

    const remembered = await night({});
    expect([remembered.requests.sent, here.requests.filter((path) => !path.startsWith('GET'))]).toEqual([
      0,
      [],
    ]);
    expect(remembered.missing?.reactions).toMatchObject({ kept: 1, deleted: 0, failed: 0 });
    expect(remembered.warnings).toEqual([]);
    expect((await here.json<PlanDocument>('plan')).result.entities.reactions).toMatchObject({
      missing: 1,
      removed: 0,
    });
    // A row that comes back while they are away is still there.
    expect((await night({ 'reactions.csv': REACTIONS })).entities.reactions).toMatchObject({ unchanged: 2 });
    expect((await night({ 'reactions.csv': WITHOUT_ANNS })).requests.sent).toBe(0);
    expect(await there()).toEqual(['👍 ann', '👍 ben']);

    const returned = await night(back);
    expect(returned.missing?.reactions).toMatchObject({ deleted: 1, failed: 0 });
    expect(await there()).toEqual(['👍 ben']);
    expect((await night({})).requests.sent).toBe(0);
  },
);
