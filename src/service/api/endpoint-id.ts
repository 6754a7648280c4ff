import { ServiceError } from '../../errors/service-error.ts';

/** uid, guid and role, as the service documents them, in upper or lower case. */
const ID = /^[A-Za-z0-9_-]{1,100}$/;
/** Message ids are a sequence, written in digits. */
const MESSAGE_ID = /^\d{1,19}$/;
const SCOPES = ['admin', 'moderator', 'participant'];
/** The longest other value of a path: reactions, tokens, keys and session ids are far shorter. */
const SEGMENT_MAX = 500;
const CONTROL = /\p{Cc}/u;

const CHECKS: Readonly<Record<string, (value: string) => string | undefined>> = {
  uid: known,
  guid: known,
  role: known,
  id: (value) => (MESSAGE_ID.test(value) ? value : undefined),
  scope: (value) => (SCOPES.includes(value) ? value : undefined),
};

/**
 * An id, checked and written for a path: uid, guid and role in lower case, as the service stores them; message ids as
 * digits; group scopes by name; everything else percent-encoded, and never a dot segment.
 * @throws ServiceError `REQUEST.INVALID`
 */
export function pathSegment(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  const checked = (Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined) ?? encoded;
  return checked(text) ?? refuse(name, value);
}

/**
 * A uid, checked and written for the header `onBehalfOf`, in lower case.
 * @throws ServiceError `REQUEST.INVALID`
 */
export function onBehalfOfHeader(uid: unknown): string {
  return (typeof uid === 'string' ? known(uid) : undefined) ?? refuse('onBehalfOf', uid);
}

function known(value: string): string | undefined {
  return ID.test(value) ? value.toLowerCase() : undefined;
}

function encoded(value: string): string | undefined {
  const free = value !== '' && value !== '.' && value !== '..' && value.length <= SEGMENT_MAX;
  return free && value.isWellFormed() && !CONTROL.test(value) ? encodeURIComponent(value) : undefined;
}

/** Values that an error must not quote, because they are secrets. */
const SECRET = new Set(['apiKey', 'authToken', 'pushToken']);

function refuse(name: string, value: unknown): never {
  const shown = SECRET.has(name) ? 'the value given' : (JSON.stringify(value)?.slice(0, 120) ?? 'nothing');
  throw new ServiceError('REQUEST.INVALID', `${shown} is not a valid ${name}; nothing was sent`);
}
