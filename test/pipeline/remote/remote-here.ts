import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { type FileHost, fileHost } from './file-host.ts';

/** A pipeline whose files are on a host of this machine, and the service that it writes to. */
export type RemoteHere = AsyncDisposable & { readonly at: ServiceHere; readonly host: FileHost };

/** The query of each address, which has a secret. */
export const SECRET = 's3cr3t';

/**
 * Puts files on a host, and names them in a pipeline by their addresses.
 * @param files by names without folder, as `serviceHere` takes them
 */
export async function remoteHere(
  files: Readonly<Record<string, string | Buffer>>,
  rest?: string,
): Promise<RemoteHere> {
  const host = await fileHost();
  const at = await serviceHere({ files, ...(rest === undefined ? {} : { rest }) });
  let text = readFileSync(at.pipeline, 'utf8');
  for (const [name, body] of Object.entries(files)) {
    text = text.replaceAll(name, `"${host.put(`/day/${name}`, body)}?X-Signature=${SECRET}"`);
    rmSync(join(at.folder, name));
  }
  writeFileSync(at.pipeline, text);
  return {
    at,
    host,
    async [Symbol.asyncDispose]() {
      await at[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
    },
  };
}
