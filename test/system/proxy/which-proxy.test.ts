import { describe, expect, test } from 'vitest';
import { type Environment, ProxyError, proxyFor } from '../../../src/system/proxy.ts';

const HTTPS = { HTTPS_PROXY: 'http://proxy.example.com:3128' };
const originFor = (address: string, env: Environment): string | undefined =>
  proxyFor(new URL(address), env)?.origin;

test('the variable is the one of the scheme, and the one in lower case wins', () => {
  expect(originFor('https://chat.example.com/v3', HTTPS)).toBe('http://proxy.example.com:3128');
  expect(originFor('https://chat.example.com/v3', { HTTP_PROXY: 'http://proxy:1' })).toBeUndefined();
  expect(originFor('https://chat.example.com/v3', { ...HTTPS, https_proxy: 'lower:1' })).toBe(
    'http://lower:1',
  );
  expect(originFor('https://chat.example.com/v3', { https_proxy: 'https://secured' })).toBe(
    'https://secured',
  );
  expect(originFor('https://chat.example.com/v3', { HTTPS_PROXY: '' })).toBeUndefined();
});

test.each([
  'https://127.0.0.1:1/v3',
  'https://[::1]:1/v3',
  'https://localhost:1/v3',
  'https://a.localhost./v3',
])('%s is this machine, which is proxied only when told', (address) => {
  expect(originFor(address, HTTPS)).toBeUndefined();
  expect(originFor(address, { ...HTTPS, CHATFERRY_PROXY_LOOPBACK: '1' })).toBe(
    'http://proxy.example.com:3128',
  );
});

describe('NO_PROXY', () => {
  test.each([
    ['chat.example.com', true],
    ['other.com, chat.example.com', true],
    ['other.com chat.example.com', true],
    ['CHAT.Example.com.', true],
    ['example.com', true],
    ['.example.com', true],
    ['*.example.com', true],
    ['*.chat.example.com', false],
    ['ample.com', false],
    ['chat.example.com:8443', true],
    ['chat.example.com:443', false],
    ['*', true],
    ['*:443', false],
    ['', false],
    ['.', false],
  ])('%j leaves out chat.example.com:8443: %s', (list, isOut) => {
    const env = { ...HTTPS, NO_PROXY: list };
    expect(originFor('https://chat.example.com:8443/v3', env) === undefined).toBe(isOut);
  });

  test.each([
    ['https://10.1.2.3/v3', '10.0.0.0/8', true],
    ['https://11.1.2.3/v3', '10.0.0.0/8', false],
    ['https://10.1.2.3/v3', '2.3', false],
    ['https://10.1.2.3/v3', '10.0.0.0/99', false],
    ['https://[fd00::1]:8443/v3', 'fd00::/8', true],
    ['https://[fd00::1]:8443/v3', '[fd00::1]:8443', true],
    ['https://[fd00::1]:8443/v3', 'fd00::1', true],
    ['https://[fd00::1]:8443/v3', '[fd00::1]:443', false],
  ])('%s, %s: %s', (address, list, isOut) => {
    expect(originFor(address, { ...HTTPS, no_proxy: list }) === undefined).toBe(isOut);
  });
});

test('credentials are taken out of the address, and are in no message', () => {
  const env = { HTTPS_PROXY: 'http://ann:p%40ss@proxy:3128' };
  const proxy = proxyFor(new URL('https://chat.example.com'), env);
  expect(proxy?.origin).toBe('http://proxy:3128');
  expect(Buffer.from(proxy?.authorization?.replace('Basic ', '') ?? '', 'base64').toString()).toBe(
    'ann:p@ss',
  );
  for (const wrong of [
    'http://ann:secret@',
    'socks5://ann:secret@proxy:1080',
    'http://ann:secret@proxy:port',
  ]) {
    const call = (): unknown => proxyFor(new URL('https://chat.example.com'), { HTTPS_PROXY: wrong });
    expect(call).toThrow(ProxyError);
    expect(call).toThrow(/^(?!.*secret).*HTTPS_PROXY is not the address of a proxy/);
  }
});
