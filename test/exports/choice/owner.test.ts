import { expect, test } from 'vitest';
import type { ExportSummary } from '../../../src/exports/export-summary.ts';
import type { Verification } from '../../../src/report/result/verification.ts';
import { exportHere } from '../expected.ts';
import { landedIn, runOf, SYSTEMS } from './landed.ts';

/** Somebody in each export who is in no private group. */
const OWNERS = { 'slack/synthetic.zip': 'U00000001', 'sql/csv': '1' } as const;

test.each(SYSTEMS)(
  '%s: the declared owner gets the groups that have none, and no conversation of people',
  async (path, how) => {
    const owner = OWNERS[path];
    const all = (await runOf(path, how)).landed;
    // Their owner is left out, so they have none.
    const rules = `, owner: ${owner}, exclude: { users: ["Eve*", "محمد علي"] }`;
    await using here = await exportHere(path, { ...how, options: `${how.options}${rules}` });
    const { result } = await here.json('run', '--yes');
    const { groups, users } = await landedIn(here);
    const uid = users[0];
    const gone = all.users.filter((each) => !users.includes(each));
    const given: string[] = [];
    for (const [guid, { owner: own }] of groups) {
      const before = all.groups.get(guid)?.owner;
      const isOwnerless = before === undefined || gone.includes(before);
      if (isOwnerless && !/^(?:dm|self)-/.test(guid)) given.push(guid);
      expect(own, guid).toBe(given.includes(guid) ? uid : before);
    }
    expect(given.length).toBeGreaterThan(0);
    expect((result.export as ExportSummary).notes).toContain(
      `groups without an owner: ${given.length}; each gets the declared owner`,
    );
    expect((await here.json<Verification>('verify')).exitCode).toBe(0);
  },
);
