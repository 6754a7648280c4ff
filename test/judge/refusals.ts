import type { Entry, Request, Resource } from './entry.ts';
import type { Credentials } from './peer.ts';
import { wordsOf } from './shape.ts';

/** A refusal that follows from what is documented of all calls, or of the fields of a call. */
export type DerivedRefusal = Request & {
  readonly what: string;
  readonly credentials: Credentials;
  readonly code: string;
};

/** An id that nothing has. */
const NOBODY = '999999999';

/** The documentation names no code for wrong headers `key` and `secret`. */
const ANY_AUTH = 'AUTH_ERR_EMPTY_AUTH_HEADER|AUTH_ERR_NO_ACCESS|AUTH_ERR_APIKEY_NOT_FOUND';

/** Refusals from the required fields, enumerations, ids, headers and credentials of a call, in that order. */
export function derivedRefusals(at: Resource['at'], entry: Entry): readonly DerivedRefusal[] {
  const { given: _given, answer: _answer, status: _status, count: _count, ...request } = entry.examples[0];
  const full = (what: string, changed: Request, code: string): DerivedRefusal => ({
    ...changed,
    what,
    credentials: entry.basicAuth ? 'basic' : 'full',
    code,
  });
  const { as: _as, ...nobody } = request;
  return [
    ...bodyRefusals(entry, request, full),
    ...Object.entries(entry.unknown ?? {}).map(([name, code]) =>
      full(`an unknown ${name}`, { ...request, path: { ...request.path, [name]: NOBODY } }, code),
    ),
    ...(entry.onBehalfOf === 'required' ? [full('no onBehalfOf', nobody, 'ERR_BAD_REQUEST')] : []),
    ...(entry.onBehalfOf
      ? [full('an unknown onBehalfOf', { ...request, as: NOBODY }, 'ERR_UID_NOT_FOUND')]
      : []),
    ...keyRefusals(at, entry, request),
  ];
}

function bodyRefusals(
  { fields = {} }: Entry,
  request: Request,
  full: (what: string, changed: Request, code: string) => DerivedRefusal,
): readonly DerivedRefusal[] {
  const { body = {} } = request;
  return Object.entries(fields).flatMap(([name, shape]) => {
    const field = name.replace(/\?$/, '');
    const { [field]: _left, ...without } = body;
    const other = { ...body, [field]: 'other' };
    return [
      ...(name === field ? [full(`no ${field}`, { ...request, body: without }, 'ERR_BAD_REQUEST')] : []),
      ...(wordsOf(shape).length > 0
        ? [full(`another ${field}`, { ...request, body: other }, 'ERR_BAD_REQUEST')]
        : []),
    ];
  });
}

function keyRefusals(at: Resource['at'], { authOnly }: Entry, request: Request): readonly DerivedRefusal[] {
  const refused = (what: string, credentials: Credentials, code: string): DerivedRefusal => ({
    ...request,
    what,
    credentials,
    code,
  });
  if (at === 'management')
    return [refused('no key', 'none', ANY_AUTH), refused('a wrong key', 'wrong', ANY_AUTH)];
  return [
    refused('no key', 'none', 'AUTH_ERR_EMPTY_APIKEY'),
    refused('a wrong key', 'wrong', 'AUTH_ERR_APIKEY_NOT_FOUND'),
    ...(authOnly ? [] : [refused('a key of the scope authOnly', 'authOnly', 'AUTH_ERR_NO_ACCESS')]),
  ];
}
