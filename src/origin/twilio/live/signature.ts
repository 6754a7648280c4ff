import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { HookRequest, HookSecrets } from '../../live/live-origin.ts';

/** Algorithms by the names that Twilio has for them. */
const ALGORITHMS: Readonly<Record<string, string>> = { HMAC_SHA1: 'sha1', HMAC_SHA256: 'sha256' };

const FORM = /^application\/x-www-form-urlencoded\b/i;

/**
 * True if a request is signed by Twilio: over the address that it called and the members of its form, or over an address that has
 * a digest of the body. The key is the auth token of the account, or one that is shared with Twilio where the request says so.
 */
export function isTwilioSigned({ url, headers, body }: HookRequest, { keys }: HookSecrets): boolean {
  const hash = ALGORITHMS[algorithmIn(headers['x-twilio-webhooks-signature-settings'])];
  const given = Buffer.from(headers['x-twilio-signature'] ?? '');
  const data = hash === undefined ? undefined : signedData(url, headers['content-type'] ?? '', body);
  if (hash === undefined || data === undefined || given.length === 0) return false;
  return addressesOf(url)
    .flatMap((address) =>
      keys.map((key) => createHmac(hash, key.reveal()).update(address).update(data).digest('base64')),
    )
    .map((expected) => Buffer.from(expected))
    .map((expected) => expected.length === given.length && timingSafeEqual(expected, given))
    .includes(true);
}

/** The algorithm that the settings name: `key=…,algorithm=…`. Without them it is the one of before. */
function algorithmIn(settings = ''): string {
  for (const part of settings.split(',')) {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    if (name.trim() === 'algorithm' && value.trim() !== '') return value.trim().toUpperCase();
  }
  return 'HMAC_SHA1';
}

/** The text that is signed after the address; undefined if nothing proves the body. */
function signedData(url: string, type: string, body: Buffer): string | undefined {
  const digest = URL.canParse(url) ? new URL(url).searchParams.get('bodySHA256') : null;
  if (digest !== null) {
    const [expected, given] = [
      Buffer.from(createHash('sha256').update(body).digest('hex')),
      Buffer.from(digest),
    ];
    return expected.length === given.length && timingSafeEqual(expected, given) ? '' : undefined;
  }
  if (!FORM.test(type)) return undefined;
  const values = new Map<string, Set<string>>();
  for (const [name, value] of new URLSearchParams(body.toString()))
    values.set(name, (values.get(name) ?? new Set()).add(value));
  return [...values.keys()]
    .sort()
    .flatMap((name) => [...(values.get(name) ?? [])].sort().map((value) => name + value))
    .join('');
}

/** The address without its port, and with the usual one: Twilio signs either. */
function addressesOf(url: string): readonly string[] {
  const [, scheme = '', host = '', port = '', rest = ''] =
    /^(https?:\/\/)((?:[^/?#@]*@)?(?:\[[^\]]*\]|[^/?#:]*))(:\d+)?(.*)$/is.exec(url) ?? [];
  if (scheme === '') return [];
  const usual = scheme.toLowerCase() === 'https://' ? ':443' : ':80';
  return [...new Set([scheme + host + rest, scheme + host + (port || usual) + rest])];
}
