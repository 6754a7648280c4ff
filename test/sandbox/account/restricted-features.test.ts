import { expect, test } from 'vitest';
import { openSandbox } from '../sandbox-client.ts';

const PATH = '/roles/default/restrictedfeatures';

/** What the sandbox does not know of a feature, and when it was restricted. */
const MORE = { description: '', path: '', createdAt: expect.any(Number) };

test('features are restricted for a role, listed, and allowed again', async () => {
  await using opened = await openSandbox();
  const restricted = await opened.post(PATH, {
    featuresToRestrict: ['u.listUsers', 'u.deleteGroup', 'addMember'],
  });
  expect(restricted.json.data['u.listUsers']).toEqual({
    success: true,
    message: 'The feature u.listUsers has been restricted successfully.',
  });
  expect(Object.keys(restricted.json.data)).toEqual(['u.listUsers', 'u.deleteGroup', 'addMember']);
  const list = await opened.get(PATH);
  expect(list.json.data).toEqual(
    ['addMember', 'u.deleteGroup', 'u.listUsers'].map((key) => ({ key, title: key, ...MORE })),
  );
  expect(list.json.meta.pagination.total).toBe(3);
  const allowed = await opened.call('DELETE', PATH, { body: { featuresToAllow: ['addMember', 'unknown'] } });
  expect(allowed.json.data).toEqual({ success: true, message: 'The feature has been allowed successfully.' });
  expect((await opened.get(`${PATH}?perPage=1&page=2`)).json.data).toEqual([
    { key: 'u.listUsers', title: 'u.listUsers', ...MORE },
  ]);
  await opened.call('DELETE', PATH, { body: { allowAll: true } });
  expect((await opened.get(PATH)).json.data).toEqual([]);
  const prototype = await opened.post(PATH, { featuresToRestrict: ['constructor'] });
  expect(prototype.text).toContain('"constructor":{"success":true');
});

test('unknown roles and bad keys are refused', async () => {
  await using opened = await openSandbox();
  for (const featuresToRestrict of [
    undefined,
    null,
    [],
    'x',
    {},
    [7],
    [''],
    ['a b'],
    ['x'.repeat(101)],
    ['\u0000'],
  ]) {
    const { status, json } = await opened.post(PATH, { featuresToRestrict });
    expect([status, Object.keys(json.error.details)]).toEqual([400, ['featuresToRestrict']]);
  }
  for (const body of [{}, { featuresToAllow: 'x' }, { allowAll: false }]) {
    const { status, json } = await opened.call('DELETE', PATH, { body });
    expect([status, Object.keys(json.error.details)]).toEqual([400, ['featuresToAllow']]);
  }
  for (const method of ['GET', 'POST', 'DELETE']) {
    const body = { featuresToRestrict: ['a'], featuresToAllow: ['a'] };
    const answer = await opened.call(method, '/roles/none/restrictedfeatures', {
      ...(method !== 'GET' && { body }),
    });
    expect([answer.status, answer.json.error.code]).toEqual([404, 'ERR_ROLE_NOT_FOUND']);
  }
});
