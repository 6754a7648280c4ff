import { Secret } from '../../service/transport/secret.ts';

/** Names of headers that may carry a key, or something that is made of one, such as a signed token. */
const KEYED = /auth|key|token|secret|cookie|signature/i;
/** A shorter value is a word, such as `jwt`. */
const LENGTH_MIN = 8;

/** Removes keys, and what the headers make of them, from a text. */
export function scrubber(
  secrets: readonly Secret[],
  headers: Readonly<Record<string, string>>,
): (text: string) => string {
  const made = Object.entries(headers)
    .filter(([name]) => KEYED.test(name))
    .flatMap(([, value]) => value.split(/\s+/))
    .filter((part) => part.length >= LENGTH_MIN)
    .map((part) => new Secret(part));
  // What is made of a key first: it contains the key.
  const all = [...made, ...secrets].sort((a, b) => b.reveal().length - a.reveal().length);
  return (text) => all.reduce((clean, secret) => secret.scrub(clean), text);
}
