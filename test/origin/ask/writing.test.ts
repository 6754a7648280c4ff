import { describe, expect, test } from 'vitest';
import { OriginError } from '../../../src/origin/origin.ts';
import { asking, failure, json, never } from './asking.ts';

describe('requests that change an old system', () => {
  test.each(['PUT', 'PATCH', 'DELETE'] as const)(
    '%s is sent with its body, and may have an empty answer',
    async (method) => {
      let got = '';
      await using open = await asking((request, response) => {
        request.on('data', (chunk) => {
          got += chunk;
        });
        request.on('end', () => response.writeHead(204).end());
      });
      const { status, body } = await open.ask(
        { method, path: '/hook', body: { enabled: true }, family: 'read' },
        never,
      );
      expect([open.requests[0]?.method, got]).toEqual([method, '{"enabled":true}']);
      expect([status, body]).toEqual([204, {}]);
    },
  );

  test('a form has its own type, and names that come several times', async () => {
    let got = '';
    await using open = await asking((request, response) => {
      request.on('data', (chunk) => {
        got += chunk;
      });
      request.on('end', () => json(response, 201, { sid: 'CH1' }));
    });
    const form = new URLSearchParams([
      ['Filters', 'onMessageAdded'],
      ['Filters', 'onMessageRemoved'],
      ['Body', 'a & b=ü'],
    ]);
    const { body } = await open.ask({ method: 'POST', path: '/x', form, family: 'read' }, never);
    expect(got).toBe('Filters=onMessageAdded&Filters=onMessageRemoved&Body=a+%26+b%3D%C3%BC');
    expect(open.requests[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(body).toEqual({ sid: 'CH1' });
  });

  test.each([500, 502, 503, 504, 520, 408])(
    'what must not be done twice is not sent again after status %i',
    async (status) => {
      await using open = await asking((_, response) => json(response, status, { message: 'oh' }));
      const request = {
        method: 'POST',
        path: '/messages',
        body: {},
        family: 'read',
        repeatable: false,
      } as const;
      const error = await failure(open.ask(request, never));
      expect(error).toBeInstanceOf(OriginError);
      expect(error).toMatchObject({ fault: 'unanswered' });
      expect(open.requests).toHaveLength(1);
    },
  );

  test('nor after a connection that is cut; it is where the system asks to wait', async () => {
    const request = {
      method: 'POST',
      path: '/messages',
      body: {},
      family: 'read',
      repeatable: false,
    } as const;
    await using cut = await asking(({ socket }) => socket.destroy());
    expect(await failure(cut.ask(request, never))).toMatchObject({ fault: 'unanswered' });
    expect(cut.requests).toHaveLength(1);
    await using busy = await asking((_, response, count) =>
      count === 1 ? response.writeHead(429, { 'retry-after': '1' }).end() : json(response, 200, { id: 1 }),
    );
    expect((await busy.ask(request, never)).body).toEqual({ id: 1 });
    expect(busy.requests).toHaveLength(2);
  });

  test('a refusal says that it was not done', async () => {
    await using open = await asking((_, response) => json(response, 400, { code: 4, message: 'exists' }));
    const request = {
      method: 'POST',
      path: '/messages',
      body: {},
      family: 'read',
      repeatable: false,
    } as const;
    expect(await failure(open.ask(request, never))).toMatchObject({ fault: 'refused', code: '4' });
  });

  test('an empty answer to a question is none', async () => {
    await using open = await asking((_, response) => response.writeHead(200).end());
    expect(await failure(open.ask({ path: '/users', family: 'read' }, never))).toMatchObject({
      fault: 'form',
    });
  });
});
