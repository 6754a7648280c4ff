import { describe, expect, test } from 'vitest';
import { callsUrl, chatUrl, checkedUrl, managementUrl } from '../../../src/service/api/base-url.ts';

describe('the addresses of an app', () => {
  test('are those of the specification', () => {
    const app = { appId: 'a1B-2', serviceHost: 'example.io' };
    expect(chatUrl(app)).toBe('https://a1b-2.api-us.example.io/v3');
    expect(chatUrl({ ...app, region: 'eu' })).toBe('https://a1b-2.api-eu.example.io/v3');
    expect(callsUrl({ ...app, region: 'in' })).toBe('https://a1b-2.call-in.example.io/v3');
    expect(managementUrl('apps.example.io')).toBe('https://apps.example.io');
  });

  test('keep the port of the host', () => {
    const app = { appId: 'a', serviceHost: 'localhost:8443' };
    expect(chatUrl(app)).toBe('https://a.api-us.localhost:8443/v3');
    expect(callsUrl(app)).toBe('https://a.call-us.localhost:8443/v3');
    expect(managementUrl('localhost:8443')).toBe('https://localhost:8443');
  });

  test.each([
    { appId: 'a/b', serviceHost: 'example.io' },
    { appId: 'a.evil', serviceHost: 'example.io' },
    { appId: '', serviceHost: 'example.io' },
    { appId: 'a', serviceHost: 'example.io/x' },
    { appId: 'a', serviceHost: 'user@example.io' },
    { appId: 'a', serviceHost: 'example.io:99999' },
    { appId: 'a', serviceHost: '' },
    { appId: 'a', serviceHost: undefined as unknown as string },
    { appId: undefined as unknown as string, serviceHost: 'example.io' },
    { appId: 'a', serviceHost: 'example.io', region: 'mars' as 'us' },
  ])('%j is no app', (app) => {
    expect(() => chatUrl(app)).toThrow(RangeError);
  });
});

describe('an explicit address', () => {
  test.each([
    ['https://api.example.io/v3/', 'https://api.example.io/v3'],
    ['http://127.0.0.1:8080/v3', 'http://127.0.0.1:8080/v3'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://app.api-us.localhost:8080/v3', 'http://app.api-us.localhost:8080/v3'],
  ])('%s is taken', (address, url) => expect(checkedUrl(address)).toBe(url));

  test.each([
    'http://example.io/v3',
    'http://127.0.0.1.example.io',
    'http://localhost.example.io',
    'http://notlocalhost',
    'ftp://localhost/',
    'https://u:p@example.io',
    'https://example.io/?a=1',
    'https://example.io/#a',
    'example.io',
  ])('%s is refused', (address) => expect(() => checkedUrl(address)).toThrow(RangeError));

  test.each([
    'ht!tp://u:PASS@h',
    'u:PASS@h',
    'https://u:PASS@h@',
    'https://u:PASS@h:port',
    'https://u:PA\nPASS@h:port',
    'https://u:PASS/more@h',
    'https://u:12/PASS@h',
    'http://PASS:12/more@h',
    'ftp://u:PASS@h',
    'foo://u:PASS@h',
    'https://u:PASS@h/v3',
  ])('%j is refused without a word of what stands before the @', (address) => {
    const host = address.replace(/^\w+:\/\//, '');
    for (const make of [
      () => checkedUrl(address),
      () => managementUrl(host),
      () => chatUrl({ appId: 'a', serviceHost: host }),
      () => callsUrl({ appId: host, serviceHost: 'example.io' }),
    ]) {
      expect(make).toThrow(RangeError);
      expect(make).not.toThrow(/PASS|u:/);
    }
  });
});
