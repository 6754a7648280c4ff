import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { addressKey } from '../../../src/input/rows/forms/address-key.ts';
import type { FileFailure } from '../../../src/input/rows/forms/copied-address.ts';
import { MAP_INDEX, openFileMap } from '../../../src/pipeline/files/map/open-file-map.ts';
import { State } from '../../../src/state/state.ts';
import { realFiles } from '../../../src/system/files.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

/** A pipeline that copies files into a folder, which a server publishes. */
export type CopiesHere = ServiceHere & {
  readonly copies: string;
  readonly publicUrl: string;
  /** Requests that the public address has got, as `GET /01/…`. */
  readonly asked: string[];
  /** Answers in the place of the public address. */
  answers: (() => string) | undefined;
  /** The path of an object. */
  pathOf(object: string): string;
  /** Records a copy of an address, and puts it there unless its bytes are none. */
  copied(address: string, content: string, put?: boolean): Promise<string>;
  failed(address: string, why: FileFailure): Promise<void>;
};

export type FilesHere = {
  readonly files: Readonly<Record<string, string>>;
  readonly rules?: string;
  /** Where the copies go. @default a folder that a server publishes */
  readonly to?: { readonly bucket: string; readonly publicUrl: string };
  /** The pipeline copies nothing. */
  readonly isOff?: boolean;
};

export async function copiesHere({ files, rules = '', isOff = false, to }: FilesHere): Promise<CopiesHere> {
  const asked: string[] = [];
  let copies = '';
  let made: CopiesHere | undefined;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (made?.answers) return response.writeHead(200).end(made.answers());
    const path = join(copies, request.url ?? '');
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-length': statSync(path).size, 'content-type': 'image/png' });
    return createReadStream(path).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const publicUrl = to?.publicUrl ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const here = await serviceHere({
    files,
    rest: isOff
      ? ''
      : `files: { to: "${to?.bucket ?? './copies'}", publicUrl: "${publicUrl}"${rules === '' ? '' : `, ${rules}`} }`,
  });
  copies = join(here.folder, 'copies');
  const pathOf = (object: string): string => join(copies, object);
  const stateFolder = join(here.folder, '.chatferry/here');
  const openMap = async () => {
    mkdirSync(join(stateFolder, 'files'), { recursive: true, mode: 0o700 });
    const { kept } = new State(stateFolder, realFiles);
    return await openFileMap(kept, join(stateFolder, MAP_INDEX), realFiles, 'write');
  };
  made = {
    ...here,
    answers: undefined,
    copies,
    publicUrl,
    asked,
    pathOf,
    async copied(address, content, put = true) {
      const sha256 = createHash('sha256').update(content).digest('hex');
      const object = `${sha256.slice(0, 2)}/${sha256}.png`;
      await using map = await openMap();
      const bytes = Buffer.byteLength(content);
      const entry = {
        outcome: 'copied',
        sha256,
        bytes,
        type: 'image/png',
        object,
        origin: 'created',
      } as const;
      await map.record({ address: addressKey(address), ...entry, at: 1 });
      if (put) {
        mkdirSync(dirname(pathOf(object)), { recursive: true });
        writeFileSync(pathOf(object), content);
      }
      return object;
    },
    async failed(address, why) {
      await using map = await openMap();
      const failure = { outcome: 'failed', why, message: 'answers 404', tries: 1, at: 1 } as const;
      await map.record({ address: addressKey(address), ...failure });
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await here[Symbol.asyncDispose]();
    },
  };
  return made;
}

const attachments = (url: string, size: number | undefined): string =>
  JSON.stringify([{ url, name: 'a.png', mimeType: 'image/png', extension: 'png', size }]);

/**
 * Users and messages, one for each address.
 * @param size of each file, as the rows say it
 */
export const messagesWith = (addresses: readonly string[], size?: number): FilesHere['files'] => ({
  'users.ndjson': ['ann', 'ben'].map((uid) => `${JSON.stringify({ uid, name: uid })}\n`).join(''),
  'messages.ndjson': addresses
    .map((url, at) => `${JSON.stringify({ ...MESSAGE, ...idOf(at), attachments: attachments(url, size) })}\n`)
    .join(''),
});

const MESSAGE = { sender: 'ann', receiver: 'ben', receiverType: 'user', category: 'message', type: 'image' };
const idOf = (at: number) => ({ muid: `m${at}`, sentAt: 1_700_000_000 + at });
