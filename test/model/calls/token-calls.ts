import fc from 'fast-check';
import { low } from '../service-model.ts';
import { step, type Weighted } from '../step.ts';
import { page, query, uid } from '../values.ts';
import { ACKNOWLEDGED, pageOf, refused, text } from '../verdict.ts';

/** What a token of a user looks like. */
export const tokenOf = (owner: string) => new RegExp(`^${owner}_\\d{10}[0-9a-f]+$`);

const createToken = step({
  name: 'create token',
  params: fc.record({ uid, force: fc.boolean() }),
  call: ({ uid: id, force }) => ({
    method: 'POST',
    path: `/users/${id}/auth_tokens`,
    body: force ? { force } : undefined,
  }),
  expect: (model, { uid: id, force }) => {
    const user = model.active(id);
    if (!user) return refused('ERR_UID_NOT_FOUND');
    const known = model.tokens.get(user.uid) ?? [];
    const [newest] = known;
    if (newest && !force) return { data: { uid: user.uid, ...newest } };
    const { now } = model;
    const learn = (authToken: string) =>
      model.tokens.set(user.uid, [{ authToken, createdAt: now }, ...known]);
    return { data: { uid: user.uid, authToken: text(tokenOf(user.uid), learn), createdAt: now } };
  },
});

const listTokens = step({
  name: 'list tokens',
  params: fc.record({ uid, page }),
  call: ({ uid: id, page: at }) => ({ method: 'GET', path: `/users/${id}/auth_tokens${query(at)}` }),
  expect: (model, { uid: id, page: at }) => {
    const user = model.active(id);
    if (!user) return refused('ERR_UID_NOT_FOUND');
    return pageOf(
      (model.tokens.get(user.uid) ?? []).map((token) => ({ uid: user.uid, ...token })),
      at,
    );
  },
});

const flushTokens = step({
  name: 'flush tokens',
  weight: 0.5,
  params: fc.record({ uid }),
  call: ({ uid: id }) => ({ method: 'DELETE', path: `/users/${id}/auth_tokens` }),
  expect: (model, { uid: id }) => {
    if (!model.active(id)) return refused('ERR_UID_NOT_FOUND');
    model.tokens.delete(low(id));
    return { data: ACKNOWLEDGED };
  },
});

const deleteToken = step({
  name: 'delete the newest token',
  weight: 0.5,
  params: fc.record({ uid }),
  call: ({ uid: id }, model) => ({
    method: 'DELETE',
    path: `/users/${id}/auth_tokens/${model.tokens.get(low(id))?.[0]?.authToken ?? 'none'}`,
  }),
  expect: (model, { uid: id }) => {
    if (!model.active(id)) return refused('ERR_UID_NOT_FOUND');
    const known = model.tokens.get(low(id)) ?? [];
    if (known.length === 0) return refused('ERR_AUTH_TOKEN_NOT_FOUND');
    model.tokens.set(low(id), known.slice(1));
    return { data: ACKNOWLEDGED };
  },
});

/** Calls about auth tokens. */
export const tokenSteps: readonly Weighted[] = [createToken, listTokens, flushTokens, deleteToken];
