import { expect, test } from 'vitest';
import { type Json, openSandbox } from '../sandbox-client.ts';
import { newRule, words } from './moderation-client.ts';

const FILTER = { entity: 'user', operand: 'role', operator: 'equals', value: 'default', type: 'sender' };

test('a rule is created, read, changed with a new revision, and deleted', async () => {
  await using opened = await openSandbox({ appId: 'myapp' });
  const created = await newRule(opened, { description: 'One', filters: [FILTER] });
  expect(created).toEqual({
    id: 'r1',
    name: 'Rule 1',
    enabled: true,
    description: 'One',
    action: ['blockMessage'],
    filters: [FILTER],
    conditions: [{ ...words('darn'), id: 1, entity: 'message' }],
    active: true,
    createdAt: expect.any(Number),
    updatedAt: created.createdAt,
    revisionId: 'myapp_r1_1',
  });
  expect((await opened.get('/moderation/rules/r1')).json.data).toEqual(created);
  const changed = (await opened.put('/moderation/rules/r1', { enabled: false, name: 'Two' })).json.data;
  expect(changed).toMatchObject({
    name: 'Two',
    enabled: false,
    description: 'One',
    revisionId: 'myapp_r1_2',
  });
  await newRule(opened, { id: 'r2' });
  const list = (await opened.get('/moderation/rules')).json;
  expect(list.data.map((rule: Json) => rule.revisionId)).toEqual(['myapp_r1_2', 'myapp_r2_1']);
  expect(list.meta).toEqual({ current: { limit: 50, count: 2 } });
  expect((await opened.get('/moderation/rules?limit=1')).json.data).toHaveLength(1);
  const revisions = (await opened.get('/moderation/rules/r1/revisions')).json.data;
  expect(revisions.map((rule: Json) => [rule.revisionId, rule.active])).toEqual([
    ['myapp_r1_2', true],
    ['myapp_r1_1', false],
  ]);
  expect((await opened.remove('/moderation/rules/r1')).json.data).toEqual({
    success: true,
    message: 'Rule with id r1 has been deleted successfully.',
  });
  for (const path of ['/moderation/rules/r1', '/moderation/rules/r1/revisions']) {
    const gone = await opened.get(path);
    expect([gone.status, gone.json.error.code]).toEqual([404, 'ERR_RULE_NOT_FOUND']);
  }
});

test('members of conditions that only models use are kept as they are', async () => {
  await using opened = await openSandbox();
  const condition = {
    id: 7,
    entity: 'message',
    operand: 'image',
    operator: 'contains',
    category: 'toxicity',
    isMediaPresent: true,
    value: ['violence_greaterThan_30'],
    weight: 3,
    prompts: { a: ['b'] },
  };
  expect((await newRule(opened, { conditions: [condition] })).conditions).toEqual([condition]);
});

test('an id is taken once, and an app has at most 25 rules', async () => {
  await using opened = await openSandbox();
  await newRule(opened);
  const body = { id: 'r1', name: 'R', conditions: [words('x')] };
  const again = await opened.post('/moderation/rules', body);
  expect([again.status, again.json.error.code]).toEqual([400, 'ERR_RULE_ALREADY_EXISTS']);
  for (let n = 2; n <= 25; n++) await newRule(opened, { id: `r${n}` });
  const more = await opened.post('/moderation/rules', { ...body, id: 'more' });
  expect([more.status, more.json.error.code]).toEqual([400, 'ERR_PLAN_QUOTA_RESTRICTION']);
});

const condition = (over: object) => [{ ...words('x'), ...over }];
const pattern = (value: string) => condition({ category: 'pattern', value: [value] });

test.each([
  ['id', [undefined, '', 'a b', 'a.b', 'é', 'x'.repeat(101)]],
  ['name', [undefined, ' ', 'x'.repeat(101)]],
  ['description', ['x'.repeat(256), 7]],
  ['action', [['banUser'], 'blockMessage']],
  ['enabled', ['yes']],
  ['conditions', [undefined, [], 'x', ['x'], Array(11).fill(words('x'))]],
  ['conditions.0.operand', [condition({ operand: 'voice' }), condition({ operand: undefined })]],
  ['conditions.0.operator', [condition({ operator: 'startsWith' })]],
  ['conditions.0.category', [condition({ category: 'magic' })]],
  ['conditions.0.value', [condition({ value: {} }), condition({ value: ['x'.repeat(101)] }), pattern('(')]],
  ['filters', [Array(11).fill(FILTER), {}]],
  ['filters.0.operand', [[{ ...FILTER, operand: 'guid' }]]],
  ['filters.0.operator', [[{ ...FILTER, operator: 'lessThan' }]]],
  ['filters.0.type', [[{ ...FILTER, type: 'both' }]]],
  ['filters.0.value', [[{ ...FILTER, value: undefined }], [{ ...FILTER, value: [] }]]],
] as const)('a rule whose %s breaks the limits is refused, and says where', async (name, values) => {
  await using opened = await openSandbox();
  const [field = ''] = name.split('.');
  for (const value of values) {
    const body = { id: 'r', name: 'R', conditions: [words('x')], [field]: value };
    const { status, json } = await opened.post('/moderation/rules', body);
    expect([value, status, json.error?.code, Object.keys(json.error?.details ?? {})]).toEqual([
      value,
      400,
      'ERR_BAD_REQUEST',
      [name],
    ]);
  }
});

test('patterns that are greedy, too large or need backtracking are refused; bounded ones are taken', async () => {
  await using opened = await openSandbox();
  const refused = ['.*', '.+', '\\d{10,}', '(x.*)y', '(?=a)b', '(a)\\1', 'a{1001}'];
  for (const value of [...refused, '((((a{9}){9}){9}){9})', '[a', 'a{2,}']) {
    const { status, json } = await opened.post('/moderation/rules', {
      id: 'r',
      name: 'R',
      conditions: pattern(value),
    });
    expect([value, status, Object.keys(json.error?.details ?? {})]).toEqual([
      value,
      400,
      ['conditions.0.value'],
    ]);
  }
  const taken = ['\\d{3,10}', 'a?b', '[*+]', '\\*\\+', '(?i)card', 'a{0,20}b', '^.{1,20}$', 'x.*?y', '[^]*]'];
  // Others had been refused wrongly: they take no more time than bounded ones, for nothing backtracks.
  taken.push('a+', '(a|b)*c', '(a*)*b', '(a+)+$', '[.*]+', '\\.+', '\\w+@\\w+');
  for (const [n, value] of taken.entries()) {
    expect((await newRule(opened, { id: `t${n}`, conditions: pattern(value) })).conditions[0].value).toEqual([
      value,
    ]);
  }
});
