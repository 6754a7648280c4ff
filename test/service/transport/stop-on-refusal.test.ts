import { describe, expect, test } from 'vitest';
import { retry } from '../../../src/service/transport/retry.ts';
import { stopOnRefusal } from '../../../src/service/transport/stop-on-refusal.ts';
import {
  type ApiRequest,
  type ApiResponse,
  compose,
  type Transport,
} from '../../../src/service/transport/transport.ts';

const read: ApiRequest = {
  method: 'GET',
  path: '/users',
  rateClass: 'read',
  repeatable: true,
  divisible: false,
};
const write: ApiRequest = { ...read, method: 'POST', divisible: true };
const never = new AbortController().signal;
const error = (code: string) => ({ error: { code, message: 'said' } });

/** The importer's layers over a service that always answers the same. */
function over(status: number, body: unknown) {
  const calls: ApiRequest[] = [];
  const wire: Transport = async (request) => {
    calls.push(request);
    return { status, headers: {}, body, attempts: 1, ambiguous: false } satisfies ApiResponse;
  };
  return {
    transport: compose(wire, retry({ observe: () => {}, random: { next: () => 0 } }), stopOnRefusal()),
    calls,
  };
}

describe('stopOnRefusal', () => {
  test.each([
    [401, undefined],
    [403, error('AUTH_ERR_NO_ACCESS')],
    [404, error('AUTH_ERR_APIKEY_NOT_FOUND')],
    [500, error('AUTH_ERR_NO_ACCESS')],
    [400, error('ERR_PLAN_RESTRICTION')],
    [400, error('ERR_SUBSCRIPTION_EXPIRED')],
  ])('stops the run at once when the key or the plan is refused (%i)', async (status, body) => {
    const { transport, calls } = over(status, body);
    await expect(transport(write, never)).rejects.toMatchObject({ code: 'AUTH.REFUSED', exitCode: 10 });
    expect(calls.length).toBe(1);
  });

  test.each([
    [301, undefined],
    [404, undefined],
    [405, undefined],
    [404, error('ERR_API_NOT_FOUND')],
    [400, error('ERR_INVALID_API_VERSION')],
  ])('stops the run when something else answers (%i)', async (status, body) => {
    await expect(over(status, body).transport(read, never)).rejects.toMatchObject({
      code: 'SERVICE.NOT_THE_API',
    });
  });

  test.each([200, 400, 404, 409, 500])('lets a %i of the service itself through', async (status) => {
    const body = status === 200 ? { data: {} } : error('ERR_X');
    expect((await over(status, body).transport(write, never)).status).toBe(status);
  });
});
