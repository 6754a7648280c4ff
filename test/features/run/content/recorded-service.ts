import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type PipelineHere, type ServiceHere, serviceHere } from '../../../support/service-here.ts';

/** A service that its pipeline reaches through a proxy, which records what the service gets. */
export type RecordedService = ServiceHere & {
  /** The bodies of the requests for a path after the version, in the order in which they came. */
  bodies<T>(method: string, path: string): readonly T[];
};

/** Starts a service, as `serviceHere`, and a proxy before it. */
export async function recordedService(options: PipelineHere): Promise<RecordedService> {
  const here = await serviceHere(options);
  const written = readFileSync(here.pipeline, 'utf8');
  const [origin = ''] = /http:\/\/[^/"]+/.exec(written) ?? [];
  const recorded: { readonly name: string; readonly body: string }[] = [];
  const proxy = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const body = await text(request);
    recorded.push({ name: `${method} ${url.replace(/^\/v\d+/, '')}`, body });
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      /^(apikey|onbehalfof|content-type)$/.test(name) ? [[name, String(value)]] : [],
    ) as [string, string][];
    const answer = await fetch(origin + url, { method, headers, ...(body === '' ? {} : { body }) });
    response.statusCode = answer.status;
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  writeFileSync(here.pipeline, written.replace(origin, `http://127.0.0.1:${port}`));
  return {
    ...here,
    bodies: <T>(method: string, path: string) =>
      recorded
        .filter(({ name }) => name === `${method} ${path}`)
        .map(({ body }) => (body === '' ? {} : JSON.parse(body)) as T),
    async [Symbol.asyncDispose]() {
      proxy.close();
      proxy.closeAllConnections();
      await here[Symbol.asyncDispose]();
    },
  };
}
