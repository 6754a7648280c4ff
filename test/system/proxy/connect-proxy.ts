import { createServer as createPlainServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { argv, stdout } from 'node:process';

/**
 * A proxy as a process: it connects (CONNECT) and nothing else. Prints its port, then a line for each CONNECT.
 * Options, as JSON in its first argument:
 */
export type ProxySettings = {
  readonly port?: number;
  /** `user:password` that it wants. */
  readonly credentials?: string;
  /** Refuses every CONNECT with this status. */
  readonly refuse?: number;
  /** Takes every CONNECT and never answers. */
  readonly hang?: boolean;
  /** The process ends after so many bytes from clients, in the middle of whatever goes on. */
  readonly dieAfterBytes?: number;
  /** Connects to this port of this machine, whatever was asked for. */
  readonly to?: number;
  /** PEM texts, for a proxy over TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
};

const settings = JSON.parse(argv[2] ?? '{}') as ProxySettings;
let taken = 0;

function onConnect(request: IncomingMessage, client: Socket): void {
  client.on('error', () => {});
  const answer = (status: number): void => {
    client.end(`HTTP/1.1 ${status} No\r\nconnection: close\r\n\r\n`);
  };
  stdout.write(`CONNECT ${request.url}\n`);
  const wanted = settings.credentials;
  const given = request.headers['proxy-authorization'];
  if (wanted !== undefined && given !== `Basic ${Buffer.from(wanted).toString('base64')}`) {
    answer(407);
    return;
  }
  if (settings.refuse !== undefined) answer(settings.refuse);
  if (settings.refuse !== undefined || settings.hang) return;
  const [, host = '', port] = /^(.*):(\d+)$/.exec(request.url ?? '') ?? [];
  const name = settings.to === undefined ? host.replace(/^\[(.*)\]$/, '$1') : '127.0.0.1';
  const service = connect(settings.to ?? Number(port), name, () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    service.pipe(client);
    client.pipe(service);
  });
  service.on('error', () => client.destroy());
  client.on('close', () => service.destroy());
  client.on('data', ({ length }: Buffer) => {
    taken += length;
    if (taken > (settings.dieAfterBytes ?? Number.POSITIVE_INFINITY)) process.exit(1);
  });
}

const server: Server = settings.tls ? createTlsServer(settings.tls) : createPlainServer();
server.on('connect', onConnect);
server.on('request', (_, response) => response.writeHead(405).end());
server.listen(settings.port ?? 0, '127.0.0.1', () => {
  const address = server.address();
  stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
