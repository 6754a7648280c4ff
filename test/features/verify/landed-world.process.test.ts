import { expect, test } from 'vitest';
import { coreNames } from '../../../src/input/entities/entity.ts';
import { syncScenario } from '../sync/scenario/syncs.ts';
import { World } from '../sync/scenario/world.ts';
import { acknowledgedKeys } from './acknowledged-keys.ts';
import { runHere, verified } from './migrated.ts';

test.each(['keep', 'deactivate', 'delete'] as const)(
  'a chat system in use, %s: after every sync run, every acknowledged row is compared',
  async (onMissing) => {
    await using scenario = await syncScenario(coreNames, {
      sync: `{ onMissing: ${onMissing}, maxDelete: 99% }`,
    });
    const world = new World(1);
    for (let day = 0; day < 4; day++) {
      if (day > 0) world.advance('revocable');
      const rows = {
        users: [...world.rows.users.values()],
        groups: [...world.rows.groups.values()],
        members: [...world.rows.members.values()],
        messages: [...world.rows.messages.values()],
      };
      // On the last day users and a group are missing in the export, while what refers to them is not.
      scenario.put(day < 3 ? rows : { ...rows, users: rows.users.slice(3), groups: rows.groups.slice(1) });
      const { id } = await scenario.plan();
      const ended = await scenario.run(...(id ? ['--confirm', id] : []));
      // Rows that still name who was removed are refused in the same night.
      expect(ended.exitCode).toBe(onMissing === 'delete' && day === 3 ? 4 : 0);
      const count = acknowledgedKeys(scenario.state).length;
      const { exitCode, report, differences } = await verified(scenario.pipeline);
      expect({ exitCode, differences }).toEqual({ exitCode: 0, differences: [] });
      expect(report.acknowledged).toMatchObject({ rows: count, compared: count });
      expect(report.verified).toEqual({ same: count, of: count });
      for (const how of [['--quick'], ['--sample', '50%']])
        expect((await runHere('verify', scenario.pipeline, ...how)).exitCode).toBe(0);
    }
  },
);
