import { describe, expect, test } from 'vitest';
import type { Item } from '../../src/input/entities/entity.ts';
import { WHOLE_ROWS } from '../../src/input/rows/owned-fields.ts';
import { restApi } from '../../src/service/targets/rest-api.ts';
import { TransportError } from '../../src/service/transport/transport.ts';
import { reply, sending, statusesOf, withoutRandomWaits } from './sending.ts';

const budget = { requests: Number.POSITIVE_INFINITY, perMs: 60_000, concurrency: 4 };
const rest = restApi({ core: budget, standard: budget });

withoutRandomWaits();

describe('send over calls that create a row again if they are repeated', () => {
  const message: Item = {
    key: 'm1',
    seq: 0,
    owned: WHOLE_ROWS,
    json: '{}',
    data: {
      muid: 'm1',
      sender: 'a',
      receiver: 'b',
      receiverType: 'user',
      sentAt: 1_700_000_000,
      data: { text: 'x' },
    },
  };
  const page = (...muids: string[]) =>
    reply(200, { data: muids.map((muid, index) => ({ id: 100 - index, muid, sentAt: 1_800_000_000 })) });

  test('searches for a message whose answer was lost before sending it again', async () => {
    const sent = await sending(
      [message],
      () => {
        throw new TransportError('ECONNRESET', { maybeSent: true });
      },
      { route: rest.routes.messages },
      () => page('m0', 'm1'),
    );
    expect(sent.writes.length).toBe(1);
    expect(statusesOf(sent)).toEqual(['created']);
  });

  test('sends it again if it was not created, and does not search for a message that was never sent', async () => {
    let lost = false;
    const sent = await sending(
      [message],
      () => {
        if (lost) return reply(200, { data: { id: 5 } });
        lost = true;
        throw new TransportError('ECONNRESET', { maybeSent: true });
      },
      { route: rest.routes.messages },
      () => reply(200, { data: [] }),
    );
    expect(sent.writes.length).toBe(2);
    expect(statusesOf(sent)).toEqual(['created']);
    const plain = await sending([message], () => reply(200, { data: { id: 5 } }), {
      route: rest.routes.messages,
    });
    expect(plain.reads).toBe(0);
  });

  test('a message whose call never gets an answer is in doubt', async () => {
    const sent = await sending(
      [message],
      () => {
        throw new TransportError('ECONNRESET', { maybeSent: true });
      },
      { route: rest.routes.messages },
      () => reply(200, { data: [] }),
    );
    expect(sent.outcomes.get(0)).toMatchObject({
      status: 'inDoubt',
      problems: [{ code: 'ROW.IN_DOUBT' }],
    });
    expect(sent.writes.length).toBeLessThanOrEqual(6);
  });

  test('a message that is found after the last attempt has landed, whatever the gateway answered', async () => {
    let landed = false;
    const sent = await sending(
      [message],
      () => reply(502, undefined, '<html>'),
      { route: rest.routes.messages },
      () => {
        const seen = landed;
        landed = true;
        return seen ? page('m1') : reply(200, { data: [] });
      },
    );
    expect(statusesOf(sent)).toEqual(['created']);
  });

  test('a message that a gateway answers with 502 while the service is up is in doubt', async () => {
    const sent = await sending(
      [message],
      () => reply(502, undefined, '<html>'),
      { route: rest.routes.messages },
      () => reply(200, { data: [] }),
    );
    expect(sent.outcomes.get(0)).toMatchObject({ status: 'inDoubt' });
    expect(sent.writes.length).toBeLessThanOrEqual(6);
  });
});
