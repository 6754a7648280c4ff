import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fileHost } from '../../pipeline/remote/file-host.ts';
import { makeFleet } from './fleet-loop.ts';
import { serverKinds } from './queue-servers.ts';

const { start } = serverKinds.at(-1) as (typeof serverKinds)[number];

test('workers fetch files on a server for themselves, and for a text that is not theirs only from hosts of theirs', async () => {
  await using server = await start();
  await using host = await fileHost();
  await using fleet = await makeFleet(await server.queue(), { pipelines: 1, rows: 1_032, more: 'shards: 2' });
  const [file = ''] = fleet.files;
  let text = readFileSync(file, 'utf8');
  for (const name of ['users.csv', 'groups.csv', 'members.csv', 'messages.csv']) {
    const path = join(dirname(file), name);
    text = text.replace(name, `"${host.put(`/${name}`, readFileSync(path))}?key=s3cr3t"`);
    rmSync(path);
  }
  writeFileSync(file, text);
  await using inside = await fileHost();
  appendFileSync(
    join(fleet.folder, 'worker.yaml'),
    `folders: [.]\nhosts: ["${new URL(host.origin).host}"]\n`,
  );
  host.behave((_, response) => {
    response.writeHead(302, { location: `${inside.origin}/secrets` }).end();
    return true;
  });
  await fleet.fleet('submit', file);
  // What the queue has is not what stands there now.
  writeFileSync(file, `${text}# changed\n`);
  const workers = [fleet.worker(), fleet.worker()];
  // A host of the worker that leads to another one.
  const refused = await fleet.untilEnded();
  expect(refused.pipelines[0]).toMatchObject({ state: 'failed', last: { code: 'FLEET.HOST_REFUSED' } });
  expect(inside.asked).toEqual([]);

  host.behave(undefined);
  writeFileSync(file, `${text}# another\n`);
  await fleet.fleet('submit', file);
  writeFileSync(file, text);
  const done = await fleet.untilEnded();
  expect(done.pipelines[0]).toMatchObject({
    state: 'done',
    last: { exitCode: 0, counts: { created: 1_032 } },
  });
  expect(await fleet.faults()).toEqual([]);
  expect(JSON.stringify(done) + workers.map(({ said }) => said()).join('')).not.toContain('s3cr3t');
});
