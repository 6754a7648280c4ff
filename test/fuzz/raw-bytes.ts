import { connect } from 'node:net';
import { pick, type Random } from '../support/random.ts';

/** What is not, or hardly, HTTP. */
function bytesOf(random: Random, key: string): string {
  const line = 'POST /v3/users HTTP/1.1\r\nHost: x\r\n';
  const body = '{"uid":"raw","name":"Raw"}';
  return pick(random, [
    'GET / HTTP/1.1\r\n\r\n',
    'GET /v3/users\r\n\r\n',
    'GET /v3/users HTTP/9.9\r\n\r\n',
    '\r\n\r\n\r\n',
    '\u0000\u0001\u0002\u0003',
    `${'A'.repeat(70_000)}`,
    `GET /v3/${'a'.repeat(90_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET /v3/users HTTP/1.1\r\nHost: x\r\nX: ${'b'.repeat(90_000)}\r\n\r\n`,
    `${line}apikey: ${key}\r\nContent-Length: -1\r\n\r\n${body}`,
    `${line}apikey: ${key}\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\n${body}`,
    `${line}apikey: ${key}\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${line}apikey: ${key}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`,
    `${line}apikey: ${key}\r\napikey: other\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    `${line}apikey: ${key}\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    `${line}apikey: ${key}\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n`,
    `GET http://evil.example/v3/users HTTP/1.1\r\nHost: evil.example\r\napikey: ${key}\r\n\r\n`,
    `GET /v3/users?a=b#c HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\nConnection: close\r\n\r\n`,
    'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
    `${line}apikey: ${key}\r\nContent-Length: 100\r\n\r\n{"uid":`,
  ]);
}

/** Sends bytes on a connection of their own and resolves to what came back within `waitMs`. */
export function exchangeRaw(random: Random, port: number, key: string, waitMs: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const end = () => {
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(end, waitMs);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n\r\n')) end();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
    socket.write(bytesOf(random, key));
  });
}
