import { dirname, join } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { makeFolder } from '../../../files/private-file.ts';
import { syncFolder } from '../../../files/sync-folder.ts';
import { type ListStep, OriginError } from '../../../origin/origin.ts';
import { isLoopback } from '../../../service/api/base-url.ts';
import { copySources } from '../../remote/copy-sources.ts';
import { RemoteUrl, urlProblem, withoutSecrets } from '../../remote/remote-url.ts';
import { nameOfId } from '../records/record-file.ts';
import type { Pulling } from './pulling.ts';

/** The folder of files of export jobs, in that of records. */
const FILES_NAME = 'files';

/** Answers to an address that was given out for some days. */
const IS_OVER: ReadonlySet<string> = new Set(['SOURCE.FETCH_REFUSED', 'SOURCE.MISSING']);

/**
 * Fetches a file that the vendor has written, as a source on a server: without the key, over https, from where a stopped fetch
 * was. Returns its path in the folder of records.
 * @throws OriginError `expired` if the address is over, `form` if it is none; RunError `SOURCE.*`
 */
export async function fetchVendorFile(
  { url, name }: NonNullable<ListStep['file']>,
  { folder, files, pull, signal, place }: Pulling,
): Promise<string> {
  if (!URL.canParse(url) || !url.startsWith('http') || urlProblem(url) !== undefined)
    throw new OriginError('form', `${name}: the address of the file is none over https`);
  // What is on this machine is no business of a system elsewhere.
  if (isLoopback(url) && !isLoopback(place.shown))
    throw new OriginError('form', `${name}: the address of the file is one of this machine`);
  const path = `${FILES_NAME}/${pull.generation}-${fileName(name)}`;
  if (files.existsSync(join(folder, path))) return path;
  const shown = withoutSecrets(url);
  const own = `${folder}.fetched`;
  try {
    const copies = await copySources([new RemoteUrl(url, shown)], {
      own,
      beside: own,
      named: [shown],
      system: place.outside,
      signal,
      say: place.say,
    });
    await makeFolder(dirname(join(folder, path)), files);
    await files.rename(copies.get(shown) as string, join(folder, path));
    await syncFolder(files, dirname(join(folder, path)));
  } catch (error) {
    if (error instanceof RunError && IS_OVER.has(error.code)) throw new OriginError('expired', error.message);
    throw error;
  }
  await files.rm(own, { recursive: true, force: true });
  return path;
}

/** A name that leads nowhere else, with the ending that tells what the file is. */
function fileName(name: string): string {
  const [, before = '', ending = ''] = /^(.*?)((?:\.[a-z0-9]{1,8}){0,2})$/is.exec(name) ?? [];
  return `${nameOfId(before)}${ending.toLowerCase()}`;
}
