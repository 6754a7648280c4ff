import { expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import { runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

const FILES = {
  'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
  'messages.csv':
    'muid,sender,receiver,receiverType,sentAt,text,parentMuid\nm1,ann,ben,user,1717200000,Hi,\nm2,ben,ann,user,1717200001,Yes,m1\n',
};
const LIVE = 'policies: { threads: write }';

const pushes = ({ service }: ServiceHere): Promise<unknown> =>
  service.notifications.push.fcm.add({
    providerId: 'phones',
    serviceAccountFilename: 'f.json',
    serviceAccountCreds: { project_id: 'p', client_email: 'a@b.c', private_key: 'k', private_key_id: 'i' },
  });
const writes = ({ requests }: ServiceHere): number =>
  requests.filter((request) => request.includes('/data_import/')).length;

test('live calls need a word where the app notifies people: plan and doctor say so, and nothing is sent before', async () => {
  await using here = await serviceHere({ files: FILES, rest: LIVE });
  await pushes(here);
  const warning = expect.stringContaining('live calls may notify people: the app has push by fcm');
  const { result: plan } = await here.json<PlanDocument>('plan');
  expect(plan.warnings).toContainEqual(warning);
  const { result } = await here.json<{ findings: object[] }>('doctor');
  expect(result.findings).toContainEqual(
    expect.objectContaining({ check: 'notifications', status: 'warn', message: warning }),
  );
  const refused = await runHere(['run', here.pipeline, '--yes']);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('NOTIFICATIONS.ON')]);
  expect(refused.stderr).toContain('--allow-notifications');
  expect(writes(here)).toBe(0);
  const ran = await here.json('run', '--yes', '--allow-notifications');
  expect([ran.exitCode, ran.result.entities.messages]).toMatchObject([0, { created: 2 }]);
});

test('without a way to notify people, or without live calls, nobody is asked, and imports read no settings', async () => {
  await using silent = await serviceHere({ files: FILES, rest: LIVE });
  const { result: plan } = await silent.json<PlanDocument>('plan');
  expect(plan.warnings).toEqual([]);
  expect((await silent.json('run', '--yes')).exitCode).toBe(0);
  await using imported = await serviceHere({ files: FILES });
  await pushes(imported);
  const before = imported.requests.length;
  expect((await imported.json('run', '--yes')).exitCode).toBe(0);
  expect(imported.requests.slice(before).some((request) => request.includes('/notifications/'))).toBe(false);
});
