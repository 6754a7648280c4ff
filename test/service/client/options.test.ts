import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/errors/service-error.ts';
import { chatService } from '../../../src/service/client/chat-service.ts';
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
    [{ baseUrl: 'https://example.io/v3', apiKey: undefined as unknown as string }, /apiKey/],
    [{ appId: 'a/b', serviceHost: 'example.io', apiKey: KEY }, /app id/],
    [{ appId: 'a', serviceHost: 'https://example.io', apiKey: KEY }, /host/],
    [{ appId: 'a', serviceHost: 'example.io', region: 'xx' as 'us', apiKey: KEY }, /region/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, caFile: '/nowhere/ca.pem' }, /nowhere/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, timeoutMs: 0 }, /timeoutMs/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, outageMs: Number.NaN }, /outageMs/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, concurrency: 0.5 }, /concurrency/],
    [{ baseUrl: 'https://example.io', apiKey: KEY, requestsPerMinute: { core: 0 } }, /core/],
  ])('%j are refused when the client is made', (options, why) => {
    expect(() => chatService(options)).toThrow(why);
    expect(() => chatService(options)).toThrow(ServiceError);
  });

  test('calls without an address say which option gives it', async () => {
    await using service = chatService({ baseUrl: 'http://127.0.0.1:1', apiKey: KEY });
    expect(await rejection(service.calls.get('s'))).toMatchObject({
      code: 'OPTIONS.INVALID',
      message: expect.stringContaining('callsBaseUrl'),
    });
  });
});
