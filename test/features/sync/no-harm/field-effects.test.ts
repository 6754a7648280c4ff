import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  CHANGING,
  type ChangingName,
  type Effect,
  effectOf,
  fieldsPage,
  TRANSITIONS,
  type Transition,
  type Tried,
  tried,
  valuesOf,
} from '../../../docs/field-effects.ts';
import { runHere } from '../../../support/command-here.ts';
import { repository } from '../../../support/repository.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';

/** What docs/operating/sync.md says of every field is what the service has after it, and what run, plan and verify say. */

type Case = {
  readonly entity: ChangingName;
  readonly field: string;
  readonly transition: Transition;
  readonly effect: Effect;
  readonly key: string;
  readonly tried: Tried;
};
type Shown = Readonly<Record<string, unknown>>;

const cases: readonly Case[] = CHANGING.flatMap((entity) =>
  Object.entries(tried[entity]).flatMap(([field, each]) =>
    TRANSITIONS.flatMap((transition) => {
      const effect = effectOf(entity, field, transition);
      const key = `${field}-${transition}`.toLowerCase();
      return effect ? [{ entity, field, transition, effect, key, tried: each }] : [];
    }),
  ),
);

const KEYS = { users: 'uid', groups: 'guid', members: 'uid', messages: 'muid', roles: 'role' } as const;

const cell = (value: unknown): string => {
  const text = value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `"${text.replaceAll('"', '""')}"`;
};

/** A file of all cases of an entity: with the values of before, or of after. */
function fileOf(entity: ChangingName, night: 0 | 1 | 2): string {
  const own = cases.filter((each) => each.entity === entity);
  const columns = [
    ...new Set([
      KEYS[entity],
      ...Object.keys(tried[entity]),
      ...own.flatMap((each) => Object.keys(each.tried.row)),
    ]),
  ];
  const rows = own.map((each) => {
    const value = valuesOf(each.tried, each.transition)[night === 2 ? 1 : 0];
    // The import call of the service takes not every field of a new row: those arrive with the first change.
    const name =
      night > 0 && each.field !== 'name' && each.tried.row['name'] !== undefined ? { name: 'N2' } : {};
    return { ...each.tried.row, ...name, [KEYS[entity]]: each.key, [each.field]: value } as Shown;
  });
  const people = entity === 'users' ? PEOPLE.map((uid) => ({ uid, name: uid }) as Shown) : [];
  const groups = entity === 'groups' ? [{ guid: 'both', name: 'both', type: 'public' } as Shown] : [];
  const roles = entity === 'roles' ? ['editor', 'writer'].map((role) => ({ role, name: role }) as Shown) : [];
  const lines = [...people, ...groups, ...roles, ...rows].map((row) =>
    columns.map((name) => cell(row[name])).join(),
  );
  return `${[columns.join(), ...lines].join('\n')}\n`;
}

const PEOPLE = [
  'ann',
  'ben',
  'both',
  ...cases.filter(({ entity }) => entity === 'members').map(({ key }) => key),
];

async function shownBy({
  service,
}: ServiceHere): Promise<Readonly<Record<ChangingName, ReadonlyMap<string, Shown>>>> {
  const byKey = async (entity: ChangingName, rows: AsyncIterable<object>) =>
    new Map((await Array.fromAsync(rows)).map((row) => [String((row as Shown)[KEYS[entity]]), row as Shown]));
  const members = await byKey('members', service.members.list('both'));
  for (const [uid] of await byKey('members', service.bannedUsers.list('both')))
    members.set(uid, { uid, isBanned: true });
  return {
    users: await byKey('users', service.users.list({ withDeactivated: true, withTags: true } as never)),
    groups: await byKey('groups', service.groups.list({ withTags: true } as never)),
    members,
    messages: await byKey('messages', service.messages.list({ withTags: true } as never)),
    roles: await byKey('roles', service.roles.list()),
  };
}

/** A field as the service shows it. */
const shownField = (entity: ChangingName, field: string, row: Shown): unknown =>
  entity === 'messages' && ['text', 'metadata', 'attachments'].includes(field)
    ? (row['data'] as Shown)[field]
    : row[field];

/** Times that the service keeps of every change, and the note that an edit leaves. */
const steady = ({ updatedAt: _, conversation: __, ...row }: Shown): Shown => row;

async function confirmed(here: ServiceHere): Promise<Said> {
  const plan = await here.json<{ id: string; warnings: readonly string[] }>('plan');
  const run = await here.json<{ warnings: readonly string[] }>('run', '--yes', '--confirm', plan.result.id);
  return { plan: plan.result.warnings, run: run.result.warnings };
}
type Said = { readonly plan: readonly string[]; readonly run: readonly string[] };

function judge(
  { entity, field, transition, effect, tried: each }: Case,
  before: Shown,
  after: Shown,
): boolean {
  const shown = shownField(entity, field, after);
  // A message whose metadata is removed has an empty object of it.
  if (effect === 'removed') return Object.keys(shown ?? {}).length === 0;
  if (effect === 'arrives') {
    const [, to] = valuesOf(each, transition);
    if (field === 'deactivatedAt') return Number(shown) > 0;
    // The service shows no password: of that, only the request is asserted.
    return field === 'password' || JSON.stringify(shown) === JSON.stringify(to);
  }
  return JSON.stringify(steady(after)) === JSON.stringify(steady(before));
}

test('the page says of every field what its entity says', () => {
  expect(readFileSync(join(repository, 'docs/operating/sync.md'), 'utf8')).toBe(fieldsPage());
});

test('every field becomes what the page says, and run, plan and verify say so of those that stay', async () => {
  const nights = ([0, 1, 2] as const).map((night) =>
    Object.fromEntries(CHANGING.map((entity) => [`${entity}.csv`, fileOf(entity, night)])),
  );
  await using here = await serviceHere({
    files: nights[0] as Record<string, string>,
    rest: 'sync: {}',
  });
  const write = (night: number) => {
    for (const [name, text] of Object.entries(nights[night] as Record<string, string>))
      writeFileSync(join(here.folder, name), text);
  };
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(1);
  await confirmed(here);
  const before = await shownBy(here);
  write(2);
  here.requests.length = 0;
  const said = await confirmed(here);
  const writes = here.requests.filter((each) => !each.startsWith('GET '));
  const after = await shownBy(here);
  const wrong = cases.flatMap((each) => {
    const [old, now] = [before, after].map((rows) => rows[each.entity].get(each.key)) as [Shown, Shown];
    const id = each.entity === 'messages' ? String(old['id']) : each.key;
    const isSent = writes.some((request) => request.split(/[/?]/).includes(id));
    const isDue = each.effect === 'arrives' || each.effect === 'removed';
    return judge(each, old, now) && isSent === isDue ? [] : [{ ...each, old, now, isSent }];
  });
  expect(wrong).toEqual([]);
  const kept = cases.filter(
    ({ entity, effect, field, key }) =>
      (effect === 'kept' || effect === 'right') &&
      shownField(entity, field, after[entity].get(key) as Shown) !== undefined,
  );
  expect(kept.map(({ entity, field }) => `${entity}.${field}`)).toEqual(
    expect.arrayContaining([
      'users.statusMessage',
      'users.role',
      'groups.owner',
      'groups.type',
      'members.scope',
    ]),
  );
  const { stdout } = await runHere(['verify', here.pipeline]);
  for (const { entity, field } of kept) {
    const [text, ...others] = said.run.filter((each) =>
      each.startsWith(`${entity}: 1 row has an empty ${field}: `),
    );
    expect([entity, field, others]).toEqual([entity, field, []]);
    expect(said.plan).toContain(text);
    expect(stdout).toContain(text);
  }
});
