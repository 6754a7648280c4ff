import { expect, test } from 'vitest';
import { startCli } from '../e2e/cli-process.ts';
import { runHere } from '../verify/migrated.ts';
import { type Export, type Nights, nights, type Rows } from './nights.ts';
import { Seeded } from './seeded.ts';

const NAMES = ['users', 'groups', 'members', 'messages'] as const;

async function killed(own: Nights, command: readonly string[], count: number): Promise<void> {
  const { child, ended } = startCli(command, {});
  const from = own.requests.length;
  const look = (): void => {
    if (own.requests.slice(from).filter((each) => /^(POST|PUT|DELETE) /.test(each)).length >= count)
      child.kill('SIGKILL');
  };
  own.heard.on('request', look);
  await ended;
  own.heard.off('request', look);
}

const confirmed = async (own: Nights): Promise<string[]> => {
  const { id } = await own.plan();
  return id === undefined ? [] : ['--confirm', id];
};

function someExport(random: Seeded, isRest: boolean): Export {
  const words = ['A', 'B'];
  const U = 24;
  const G = 6;
  const goneUsers = new Set(Array.from({ length: random.whole(0, 6) }, () => random.whole(0, U - 1)));
  const goneGroups = new Set(Array.from({ length: random.whole(0, 2) }, () => random.whole(0, G - 1)));
  const users: Rows = Array.from({ length: U }, (_, n) => n).flatMap((n) =>
    goneUsers.has(n)
      ? []
      : [
          {
            uid: `u-${n}`,
            name: `${random.pick(words)} ${n}`,
            ...(!isRest && n > 18 && random.chance(0.4) ? { deactivatedAt: '2023-11-15T00:00:00Z' } : {}),
          },
        ],
  );
  const groups: Rows = Array.from({ length: G }, (_, n) => n).flatMap((n) =>
    goneGroups.has(n) ? [] : [{ guid: `g-${n}`, name: `${random.pick(words)} ${n}`, type: 'public' }],
  );
  const members: Rows = Array.from({ length: 18 }, (_, n) => n).flatMap((n) =>
    goneUsers.has(n) || goneGroups.has(n % G) || random.chance(0.1)
      ? []
      : [
          {
            guid: `g-${n % G}`,
            uid: `u-${n}`,
            scope: random.pick(['participant', 'moderator']),
            isBanned: !isRest && n > 10 && random.chance(0.4),
          },
        ],
  );
  const messages: Rows = Array.from({ length: 60 }, (_, n) => n).flatMap((n) => {
    const sender = n % 18;
    const toGroup = !isRest && n % 3 === 0;
    const other = toGroup ? n % G : (n + 1) % 18;
    if (
      goneUsers.has(sender) ||
      (toGroup ? goneGroups.has(other) : goneUsers.has(other)) ||
      random.chance(0.1)
    )
      return [];
    return [
      {
        ...{
          muid: `m-${n}`,
          sender: `u-${sender}`,
          text: `${random.pick(words)} ${n}`,
          sentAt: 1_700_000_000 + n,
        },
        ...(toGroup
          ? { receiver: `g-${other}`, receiverType: 'group' }
          : { receiver: `u-${other}`, receiverType: 'user' }),
      },
    ];
  });
  return { users, groups, members, messages };
}

const seeds = (process.env['SEEDS'] ?? '1').split(',').map(Number);
const api = process.env['API'] === 'rest' ? ('rest' as const) : undefined;
const onMissing = process.env['MISSING'] ?? 'delete';

test.each(seeds)(
  'seed %s',
  async (seed) => {
    const random = new Seeded(seed);
    await using own = await nights(NAMES, {
      sync: `{ onMissing: ${onMissing}, maxDelete: 100% }`,
      limits: 'batch: 5, concurrency: 3',
      api,
    });
    const told: string[] = [];
    const before = random.chance(0.5);
    if (before)
      for (let n = 0; n < 24; n += 3) await own.service.users.create({ uid: `u-${n}`, name: 'Old' });
    told.push(`before ${before}`);
    for (let round = 0; round < 5; round++) {
      for (let step = random.whole(1, 4); step > 0; step--) {
        own.put(someExport(random, api === 'rest'));
        const kind = random.pick(['night', 'night', 'night', 'undo']);
        const count = random.whole(1, kind === 'undo' ? 60 : api ? 120 : 60);
        if (kind === 'night') {
          told.push(`night killed ${count}`);
          await killed(own, ['run', own.pipeline, '--yes', '--quiet', ...(await confirmed(own))], count);
        } else {
          const { stdout } = await runHere('undo', own.pipeline, '--json');
          const { confirm } = JSON.parse(stdout || '{}') as { confirm?: string };
          told.push(`undo killed ${count} ${confirm}`);
          if (confirm) await killed(own, ['undo', own.pipeline, '--confirm', confirm, '--quiet'], count);
        }
      }
      const last = someExport(random, api === 'rest');
      own.put(last);
      const end = await own.run(...(await confirmed(own)));
      told.push(`complete ${end.exitCode}`);
      const fail = `${told.join('\n')}\n${end.stderr}${JSON.stringify(end.report.problems)} ${JSON.stringify(end.report.warnings)}`;
      expect(end.exitCode, fail).toBe(0);
      const again = await own.run(...(await confirmed(own)));
      const { stdout } = await runHere('verify', own.pipeline, '--json');
      const report = JSON.parse(stdout);
      const fs = await import('node:fs');
      const differences = fs
        .readFileSync(report.files.differences, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !(before && /"users","mark":"-"/.test(line)));
      const real =
        onMissing === 'delete' ? differences : differences.filter((line) => !/"mark":"-"/.test(line));
      expect(real, fail).toEqual([]);
      expect(again.writes, fail).toBe(0);
      const held = await Array.fromAsync(own.service.messages.list({ category: 'message', limit: 1_000 }));
      expect(new Set(held.map(({ muid }) => muid)).size, fail).toBe(held.length);
      if (before)
        for (let n = 0; n < 24; n += 3) {
          const row = (last.users as Rows).find((each) => each['uid'] === `u-${n}`) as
            | { deactivatedAt?: string }
            | undefined;
          const user = (await Array.fromAsync(own.service.users.list({ searchKey: `u-${n}` } as never))).find(
            (each) => each.uid === `u-${n}`,
          );
          if (!row?.deactivatedAt && row) expect(user?.uid, fail).toBe(`u-${n}`);
        }
    }
  },
  120_000,
);
