import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/errors/service-error.ts';
import { type ChatServiceOptions, chatService } from '../../../src/service/client/chat-service.ts';
import { Management, type ManagementOptions } from '../../../src/service/client/management.ts';
import { KEY, rejection } from './fake-service.ts';

describe('options', () => {
  test.each([
    [{ baseUrl: 'http://example.io/v3', apiKey: KEY }, /https/],
    [{ baseUrl: 'ht!tp://u:PASS@h', apiKey: KEY }, /^…@h is not a URL$/],
    [
      { baseUrl: 'https://example.io', callsBaseUrl: 'https://u:PASS@h:x', apiKey: KEY },
      /^…@h:x is not a URL$/,
    ],
    [{ baseUrl: 'https://example.io/v3', apiKey: '' }, /apiKey/],
    [{ baseUrl: 'https://example.io/v3', apiKey: 'a\nb' }, /apiKey/],
    [{ baseUrl: 'https://example.io/v3', apiKey: undefined }, /apiKey/],
    [{ appId: 'a/b', serviceHost: 'example.io', apiKey: KEY }, /app id/],
    [{ appId: 'a', serviceHost: 'https://example.io', apiKey: KEY }, /host/],
    [{ appId: 'a', serviceHost: 'example.io', region: 'xx', apiKey: KEY }, /region/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, caFile: '/nowhere/ca.pem' }, /nowhere/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, timeoutMs: 0 }, /timeoutMs/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, outageMs: Number.NaN }, /outageMs/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, concurrency: 0.5 }, /concurrency/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, requestsPerMinute: { core: 0 } }, /core/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, requestsPerMinute: null }, /requestsPerMinute/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, observe: 'x' }, /observe/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, onDeprecated: null }, /onDeprecated/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, caFile: 5 }, /caFile/],
    [{ baseUrl: 5, apiKey: KEY }, /5 is not a URL/],
    [{ baseUrl: 'https://example.io', apiKey: { toString: null } }, /apiKey/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, attemptMs: '5' }, /attemptMs/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, retries: -1 }, /retries/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, retries: 1.5 }, /retries/],
    [
      { baseUrl: 'https://example.io', apiKey: KEY, timeout: 5 },
      /no option "timeout"; did you mean timeoutMs/,
    ],
    [{ baseUrl: 'https://example.io', apikey: KEY }, /no option "apikey"; did you mean apiKey/],
    [
      { baseUrl: 'https://example.io', apiKey: KEY, requestsPerMinute: { cor: 5 } },
      /requestsPerMinute: there is no option "cor"; did you mean core/,
    ],
    [undefined, /options/],
    [null, /options/],
    ['https://example.io', /options/],
  ])('%j are refused when the client is made', (options, why) => {
    const make = () => chatService(options as ChatServiceOptions);
    expect(make).toThrow(why);
    expect(make).toThrow(ServiceError);
  });

  test.each([
    undefined,
    null,
    {},
    { managementHost: 'example.io' },
    { managementUrl: 5, key: 'k', secret: 's' },
    { managementUrl: 'https://example.io', key: 'k', secret: 's', apiKey: 'k' },
  ])('%j are refused when the client of an account is made', (options) => {
    const make = () => new Management(options as ManagementOptions);
    expect(make).toThrow(expect.objectContaining({ name: 'ServiceError', code: 'OPTIONS.INVALID' }));
  });

  test('as text a client is its kind and its address, and no key', async () => {
    await using service = chatService({ appId: 'a', region: 'eu', serviceHost: 'example.io', apiKey: KEY });
    expect(`${service}`).toBe('ChatService(https://a.api-eu.example.io/v3)');
    await using account = new Management({ managementHost: 'example.io', key: KEY, secret: KEY });
    expect(String(account)).toBe('Management(https://example.io)');
  });

  test('calls without an address say which option gives it', async () => {
    await using service = chatService({ baseUrl: 'http://127.0.0.1:1', apiKey: KEY });
    expect(await rejection(service.calls.get('s'))).toMatchObject({
      code: 'OPTIONS.INVALID',
      message: expect.stringContaining('callsBaseUrl'),
    });
  });
});
