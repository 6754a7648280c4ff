import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { request } from 'undici';
import type { Copying } from './files.ts';

/** The least that copies files: fetches each, and puts or writes it, so many at once. Nothing is checked, known or remembered. */

const { source, files, bytes, store, concurrency } = JSON.parse(process.argv[2] ?? '') as Copying;
const put = 'folder' in store ? intoFolder(store.folder) : intoBucket(store);

function intoFolder(folder: string) {
  mkdirSync(folder, { recursive: true });
  return (name: string, body: Buffer): Promise<unknown> => writeFile(join(folder, name), body);
}

function intoBucket({ endpoint, bucket, keys }: Extract<Copying['store'], { endpoint: string }>) {
  const client = new S3Client({
    endpoint,
    region: 'auto',
    forcePathStyle: true,
    credentials: keys,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return (name: string, body: Buffer): Promise<unknown> =>
    client.send(
      new PutObjectCommand({ Bucket: bucket, Key: `floor/${name}`, Body: body, ContentLength: bytes }),
    );
}

let next = 0;
async function work(): Promise<void> {
  while (next < files) {
    const name = `${next++}-${bytes}.png`;
    const { body } = await request(`http://${source}/${name}`);
    await put(name, Buffer.from(await body.arrayBuffer()));
  }
}
await Promise.all(Array.from({ length: concurrency }, work));
