import { expect } from 'vitest';
import type { Extra, Got, Json, Opened } from '../sandbox-client.ts';

/** A condition that a text breaks which contains one of the words. */
export const words = (...value: string[]) => ({
  operand: 'text',
  operator: 'contains',
  category: 'word',
  value,
});

/** Creates a rule that blocks messages with one of the words, unless `over` says otherwise. */
export async function newRule(opened: Opened, over: Record<string, unknown> = {}): Promise<Json> {
  const rule = { id: 'r1', name: 'Rule 1', action: ['blockMessage'], conditions: [words('darn')], ...over };
  const { status, json } = await opened.post('/moderation/rules', rule);
  expect([status, json.error]).toEqual([200, undefined]);
  return json.data;
}

/** Sends a form with the parts; a Blob is a file. */
export async function sendForm(
  opened: Opened,
  method: string,
  path: string,
  parts: Readonly<Record<string, string | Blob | readonly string[]>>,
): Promise<Got> {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    for (const one of [value].flat() as (string | Blob)[]) form.append(name, one);
  }
  const encoded = new Response(form);
  return opened.call(method, path, {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
}

/** Sends a text from one user to another; the answer's message. */
export async function say(opened: Opened, text: string, extra: Extra = {}): Promise<Json> {
  const body = { receiver: 'bob', receiverType: 'user', type: 'text', data: { text } };
  const { status, json } = await opened.post('/messages', body, { as: 'ann', ...extra });
  expect([status, json.error]).toEqual([200, undefined]);
  return json.data;
}

/** The texts of the conversation between ann and bob, as one of them sees it. */
export async function textsSeenBy(opened: Opened, uid: 'ann' | 'bob'): Promise<readonly string[]> {
  const other = uid === 'ann' ? 'bob' : 'ann';
  const { json } = await opened.get(`/users/${other}/messages`, { as: uid });
  return json.data.flatMap((one: Json) => one.data.text ?? []);
}
