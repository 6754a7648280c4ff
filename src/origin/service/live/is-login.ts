import { createHash, timingSafeEqual } from 'node:crypto';
import type { HookRequest, HookSecrets } from '../../live/live-origin.ts';

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

/** True for the user with one of the passwords. Each is compared, and digests are, whose lengths say nothing. */
export function isLogin({ headers }: Pick<HookRequest, 'headers'>, { user, keys }: HookSecrets): boolean {
  const [, encoded] = BASIC.exec(headers['authorization'] ?? '') ?? [];
  if (encoded === undefined || user === undefined) return false;
  const given = digestOf(Buffer.from(encoded, 'base64'));
  let isKnown = false;
  for (const key of keys)
    isKnown = timingSafeEqual(given, digestOf(Buffer.from(`${user}:${key.reveal()}`))) || isKnown;
  return isKnown;
}

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
