import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFakeS3 } from '../../test/pipeline/files/fake-s3.ts';

/**
 * A server of files that differ by their number, and the fake of S3, in a process of their own.
 * The process says where they are, and ends with its parent.
 */

const NUMBER_BYTES = 20;

/** Bytes of a file: its number, and the same filling for all. */
const filling = Buffer.alloc(64 * 2 ** 20, 'a picture of the harbour ');
Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(filling);

const headOf = (number: number): Buffer => {
  const head = Buffer.from(filling.subarray(0, 16 + NUMBER_BYTES));
  head.write(String(number).padStart(NUMBER_BYTES, '0'), 16);
  return head;
};

const server = createServer(({ url = '' }, response) => {
  const [, number = '0', bytes = '0'] = /^\/(\d+)-(\d+)\.png$/.exec(url) ?? [];
  const head = headOf(Number(number));
  const size = Number(bytes);
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': size, etag: `"${number}"` });
  response.write(head);
  response.end(filling.subarray(head.length, size));
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const store = await startFakeS3();
const { port } = server.address() as AddressInfo;
process.send?.({
  source: `127.0.0.1:${port}`,
  endpoint: store.endpoint,
  bucket: store.bucket,
  publicUrl: store.publicUrl,
  keys: store.keys,
});
process.on('message', (asked) => {
  if (asked === 'empty') store.objects.clear();
  const bytes = [...store.objects.values()].reduce((sum, object) => sum + object.bytes, 0);
  process.send?.({ objects: store.objects.size, bytes });
});
process.on('disconnect', () => process.exit(0));
