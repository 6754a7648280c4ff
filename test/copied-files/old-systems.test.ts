import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ChatApp } from '../origins/sendbird/chat-app.ts';
import { sendbirdHere } from '../origins/sendbird/sendbird-here.ts';
import { appOf, changes } from '../origins/stream/stream-app.ts';
import { streamHere } from '../origins/stream/stream-here.ts';
import { daysAgo, TwilioData } from '../origins/twilio/twilio-data.ts';
import { twilioHere } from '../origins/twilio/twilio-here.ts';
import { startFakeS3 } from '../pipeline/files/fake-s3.ts';
import type { ServiceHere } from '../support/service-here.ts';
import { addressesIn, digestsAt, type FileCopies, isAtRest, picture } from './copied-here.ts';
import { digestOf } from './stores-here.ts';

const SID = 'ME0123456789abcdef0123456789abcdef';

/** A store, and the part of a pipeline that names it, for a system whose files are on the host of its API. */
async function storeFor() {
  const fake = await startFakeS3();
  const keys = { 's3.id': fake.keys.accessKeyId, 's3.secret': fake.keys.secretAccessKey };
  const part = (host: string): string =>
    `files: ${JSON.stringify({
      to: `s3://${fake.bucket}`,
      endpoint: fake.endpoint,
      publicUrl: fake.publicUrl,
      credentials: { accessKeyId: { file: 's3.id' }, secretAccessKey: { file: 's3.secret' } },
      from: [{ host: new URL(host).host, allowPrivate: true }],
    })}`;
  return { fake, keys, part, [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose]() };
}

/** Adds the part of files to a pipeline that is written already: its host is known only now. */
function addPart(
  { folder, pipeline }: ServiceHere,
  part: string,
  keys: Readonly<Record<string, string>>,
): void {
  for (const [name, text] of Object.entries(keys)) writeFileSync(join(folder, name), text);
  writeFileSync(pipeline, `\n${part}\n`, { flag: 'a' });
}

async function runOf(here: ServiceHere): Promise<{ exitCode: number; copies: FileCopies | undefined }> {
  const { exitCode, result } = await here.json<{ fileCopies?: FileCopies }>('run', '--yes');
  return { exitCode, copies: result.fileCopies };
}

test('a media of Twilio becomes an attachment that everybody can open', async () => {
  const data = new TwilioData().user('ann').user('ben');
  const bytes = picture('of Twilio');
  const media = [
    { sid: SID, size: bytes.length, content_type: 'image/png', filename: 'quay.png', category: 'media' },
  ];
  data.message(data.conversation('quay', ['ann', 'ben']), 'ann', daysAgo(3), { body: null, media });
  await using at = await twilioHere(data);
  await using store = await storeFor();
  at.api.held.put(SID, bytes, 'image/png');
  addPart(at.here, store.part(at.api.host), store.keys);
  expect(await runOf(at.here)).toMatchObject({ exitCode: 0, copies: { copied: 1, balanced: true } });
  expect(await digestsAt(await addressesIn(at.here))).toEqual([digestOf(bytes)]);
  expect(at.api.held.log).toEqual([{ path: `/held/${SID}`, withKey: false, status: 200 }]);
  const again = await runOf(at.here);
  expect(isAtRest(again.copies)).toBe(true);
});

test('files of Stream whose addresses ended while it was read are asked for anew', async () => {
  const app = appOf(['ann', 'ben'].map((id) => ({ type: 'user', item: { id, name: id } })));
  await using at = await streamHere({ app });
  await using store = await storeFor();
  const { held } = at.fake;
  held.opening.lifeMs = -1_000;
  const [one, face] = [picture('of Stream'), picture('face')];
  const change = changes(app);
  change.open('messaging:quay', ['ann', 'ben'], Date.now() - 90_000);
  change.write('messaging:quay', 'with-file', 'ann', Date.now() - 60_000, {
    attachments: [{ type: 'image', image_url: held.put('one.png', one, 'image/png') }],
  });
  Object.assign(app.users.get('ann') ?? {}, { image: held.put('face.png', face, 'image/png') });
  addPart(at.here, store.part(at.fake.address), store.keys);
  expect((await at.here.json('validate')).exitCode).toBe(0);
  held.opening.lifeMs = 60_000;
  expect(await runOf(at.here)).toMatchObject({ exitCode: 0, copies: { copied: 2, balanced: true } });
  const own = (await addressesIn(at.here)).filter((address) => address.startsWith(store.fake.publicUrl));
  expect((await digestsAt(own)).toSorted()).toEqual([digestOf(one), digestOf(face)].toSorted());
  expect(held.log.every(({ withKey, status }) => !withKey && status === 200)).toBe(true);
});

test('a file of Sendbird that needs the key becomes an attachment that everybody can open', async () => {
  const app = new ChatApp();
  for (const name of ['ann', 'ben']) app.addUser(name);
  app.addChannel('quay', ['ann', 'ben']);
  await using at = await sendbirdHere(app);
  await using store = await storeFor();
  const bytes = picture('of Sendbird');
  const url = at.api.held.put('quay.png', bytes, 'image/png');
  app.write('quay', 'ann', 1, Date.now() - 60_000, {
    type: 'FILE',
    message: '',
    require_auth: true,
    file: { url, name: 'quay.png', type: 'image/png', size: bytes.length },
  });
  addPart(at.here, store.part(at.api.host), store.keys);
  expect(await runOf(at.here)).toMatchObject({ exitCode: 0, copies: { copied: 1, balanced: true } });
  expect(await digestsAt(await addressesIn(at.here))).toEqual([digestOf(bytes)]);
  expect(at.api.held.log).toEqual([{ path: '/held/quay.png', withKey: true, status: 200 }]);
});
