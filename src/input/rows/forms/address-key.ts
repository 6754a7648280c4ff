import { createHash } from 'node:crypto';
import { meant } from './copied-address.ts';
import { hasFileName, namesFile, type QueryMember } from './named-file.ts';

/** The members of an address by name. */
type Members = ReadonlyMap<string, string>;

/** A way in which stores of files sign addresses: how it is known, and the members that belong to it alone. */
type Signature = {
  isIn(members: Members, host: string): boolean;
  readonly members: Pick<RegExp, 'test'>;
  /** When it ends, in milliseconds since 1970. */
  ends?(members: Members): number | undefined;
};

const NOTHING = /(?!)/;

const has = (members: Members, ...names: readonly string[]): boolean =>
  names.every((name) => members.get(name));
const hasOne = (members: Members, ...names: readonly string[]): boolean =>
  names.some((name) => members.get(name));

/** Signatures with a date and a number of seconds, as those of S3. */
const dated = (begin: string, names: RegExp): Signature => ({
  isIn: (members) => has(members, `${begin}signature`) || has(members, `${begin}expires`),
  members: { test: (name) => name.startsWith(begin) && names.test(name.slice(begin.length)) },
  ends: (members) => {
    const [, y, m, d, h, min, s] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(members.get(`${begin}date`) ?? '') ?? [];
    const seconds = Number(members.get(`${begin}expires`) || Number.NaN);
    return asTime(Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`) + seconds * 1_000);
  },
});

/** Members that are a time in seconds or milliseconds since 1970. */
const ENDS = ['expires', 'expiry', 'exp', 'e'];

/** Members that seal such a time; each of them alone may mean anything. */
const SEALS = ['signature', 'sig', 'sign', 'hmac', 'token', 'auth', 'md5', 'hash', 'st'];

/** The time that is sealed, and its seal. */
function sealed(members: Members): readonly [end: string, seal: string] | undefined {
  const end = ENDS.find((name) => secondsOf(members.get(name)) !== undefined);
  const seal = SEALS.find((name) => has(members, name));
  if (end === undefined || seal === undefined) return undefined;
  // One letter and a token may be anything, but for Qiniu.
  const isLoose = end === 'e' && (seal === 'auth' || (seal === 'token' && !members.get(seal)?.includes(':')));
  return isLoose ? undefined : [end, seal];
}

const SIGNATURES: readonly Signature[] = [
  dated('x-amz-', /./),
  dated('x-goog-', /./),
  dated(
    'x-oss-',
    /^(?:signature|signature-version|credential|date|expires|additional-headers|security-token)$/,
  ),
  // Members of S3 that nothing else has, without the rest; and the name of the call, which its libraries add.
  {
    isIn: (members) => [...members.keys()].some((name) => /^x-(?:amz|goog)-/.test(name)),
    members: /^x-(?:amz|goog)-|^x-id$/,
  },
  // CloudFront, Google and S3 as they were; Alibaba.
  {
    isIn: (members) =>
      has(members, 'signature') &&
      (secondsOf(members.get('expires')) !== undefined ||
        hasOne(members, 'key-pair-id', 'googleaccessid', 'awsaccesskeyid', 'ossaccesskeyid')),
    members:
      /^(?:expires|signature|policy|key-pair-id|(?:google|aws|oss)access(?:key)?id|security-token|hash-algorithm)$/,
    ends: (members) => secondsOf(members.get('expires')) ?? endOfPolicy(members.get('policy')),
  },
  {
    isIn: (members, host) => has(members, 'expires', 'signature') && /(?:^|\.)intercomcdn\.\w+$/.test(host),
    members: /^req$/,
  },
  // Azure.
  {
    isIn: (members) => has(members, 'sig', 'sv') && hasOne(members, 'se', 'si'),
    members: /^(?:s[vprest]|ss|srt|spr|si[pg]?|sk(?:oid|tid|[test]|v)|s[acu]oid|scid|sdd|ses)$/,
    ends: (members) => asTime(Date.parse(members.get('se') ?? '')),
  },
  // Discord.
  {
    isIn: (members) =>
      /^[0-9a-f]{8}$/i.test(members.get('ex') ?? '') && /^[0-9a-f]+$/i.test(members.get('hm') ?? ''),
    members: /^(?:ex|is|hm)$/,
    ends: (members) => hexSeconds(members.get('ex')),
  },
  // Facebook and Instagram.
  {
    isIn: (members) => has(members, 'oh') && /^[0-9a-f]{8}$/i.test(members.get('oe') ?? ''),
    members: /^(?:oh|oe|_nc_.*|ccb|edm)$/,
    ends: (members) => hexSeconds(members.get('oe')),
  },
  // Tencent.
  {
    isIn: (members) => has(members, 'q-signature'),
    members:
      /^q-(?:sign-algorithm|ak|sign-time|key-time|header-list|url-param-list|signature)$|^x-cos-security-token$/,
    ends: (members) => secondsOf(members.get('q-sign-time')?.split(';')[1]),
  },
  // Web servers and frameworks: a time, and what seals it.
  {
    isIn: (members) => sealed(members) !== undefined,
    members: NOTHING,
    ends: (members) => secondsOf(members.get(sealed(members)?.[0] ?? '')),
  },
  // The service: five minutes.
  { isIn: (members) => has(members, 'fat'), members: /^fat$/ },
];

/** Members that open a file: they say who asks, and may say for what. Beside the name of a file they say nothing of it. */
const OPENERS =
  /^(?:auth|jwt|tempauth|pub_secret|authorization|password|passwd|sid|jsessionid|phpsessid|session(?:_?id)?|(?:(?:access|auth|api|private|session|user|id|bearer)[_-]?)?token|(?:x-)?api[_-]?key|(?:ocp-apim-)?subscription-key)$/;

/** Members that sound as if they opened something. */
const SOUNDS =
  /(?:token|secret|password|passwd|passphrase|pwd|signature|credentials?|authorization|bearer|jwt|session|session_?id|(?:api|access|auth|private|secret|shared|account|subscription)[_-]?key|access_?key_?id)$|(?:^|[_-])auth$|^(?:key|sig|sign|hmac|pass|code|sid)$/;

/** Values that open something, whatever they are called. */
const OPENING = /^(?:xox[a-z]-|gh[a-z]_|glpat-|(?:bearer|basic) |eyJ[\w-]+\.[\w-]*\.)/i;

/** Secrets of systems whose paths name their files: of the service, of Rocket.Chat, of an export of Slack. */
const isOfSystem = ({ name, value }: QueryMember): boolean =>
  /^(?:fat|rc_token|rc_uid)$/.test(name) || (name === 't' && /^xox[a-z]-/.test(value));

const DATA_KEY = /^data:sha256,[0-9a-f]{64}$/;

/** The place of a secret that is a part of a key, or of the end of a key that is too long. */
const HIDDEN = /^~[0-9a-f]{32}(?:[0-9a-f]{32})?$/;

/** Characters of a key: an address with more of them gets a digest in the place of its end. */
const KEY_CHARS_MAX = 3_000;

/** Addresses inside of addresses are read so deep. */
const DEPTH_MAX = 3;

/**
 * Finds the key of the address of a file: the address without what opens it, which differs each time an old system gives it out.
 * Two addresses with one key lead to one file: a secret that may say which file is meant leaves its digest in the key. A key is
 * its own key. Never throws.
 */
export const addressKey = (address: string): string => keyAt(address, 0);

function keyAt(address: string, depth: number): string {
  const text = address.trim();
  if (/^data:/i.test(text)) return DATA_KEY.test(text) ? text : `data:sha256,${digest(text)}`;
  const url = urlIn(text);
  if (!url) return `unreadable:sha256,${digest(text)}`;
  const key = withoutSecrets(url, depth, true);
  if (key.length <= KEY_CHARS_MAX) return key;
  return `${key.slice(0, 300).split('~', 1)[0]}~${digest(key)}`;
}

/** Finds the address that everybody may see: as it is if nothing in it opens anything, else without all that does. */
export function openAddress(address: string): string {
  const [url, shown] = [urlIn(address), urlIn(address)];
  if (!url || !shown) return addressKey(address);
  const isPlain = !/^\s*private\+/i.test(address) && !membersIn(url.hash.slice(1)).some(isSecret);
  const whole = withoutHash(url);
  return isPlain && withoutSecrets(url, 0, true) === whole ? address : withoutSecrets(shown, 0, false);
}

const urlIn = (address: string): URL | null => URL.parse(address.trim().replace(/^private\+/i, ''));

function withoutHash({ href }: URL): string {
  const at = href.indexOf('#');
  return at < 0 ? href : href.slice(0, at);
}

/**
 * The URL is not usable afterwards.
 * @param marks true to leave a digest in the place of each secret of which a file may depend; a part of a path always leaves one
 */
function withoutSecrets(url: URL, depth: number, marks: boolean): string {
  const members = membersOf(url);
  const kindOf = kinds(members, url.hostname);
  const names = namesFile(
    url.pathname,
    members.filter((member) => kindOf(member) === 'clear'),
  );
  const isDropped = (member: QueryMember): boolean => {
    const kind = kindOf(member);
    if (kind === 'seal') return names || hasFileName(url.pathname);
    return kind === 'signed' || (kind === 'opener' && (names || claimsOf(member.value) === ''));
  };
  const query = members.flatMap((member) => {
    if (isDropped(member)) return [];
    if (kindOf(member) === 'clear') return [clearMember(member, depth, names, marks)];
    if (!marks) return [];
    return HIDDEN.test(member.value) ? [member.raw] : [`${member.name}=${hidden(member.value)}`];
  });
  const { username, password } = url;
  const user = password === '' ? username : `${username}:${password}`;
  if (user !== '') [url.username, url.password] = [names || !marks ? '' : hidden(user), ''];
  const path = url.protocol === 'export:' ? url.pathname : pathOf(url.pathname, depth, names, marks);
  if (path !== url.pathname) url.pathname = path;
  [url.search, url.hash] = ['', ''];
  return query.length > 0 ? `${url.href}?${query.join('&')}` : url.href;
}

/** A secret as a key shows it: signed anew, a token that says what it is for keeps its place. */
const hidden = (secret: string): string =>
  HIDDEN.test(secret) ? secret : `~${digest(claimsOf(secret) ?? secret).slice(0, 32)}`;

const isSecret = ({ name, value }: Omit<QueryMember, 'raw'>): boolean =>
  OPENERS.test(name) || SOUNDS.test(name) || OPENING.test(value);

/** A member that is no secret: what is inside of it is without its own. */
function clearMember({ raw, name, value }: QueryMember, depth: number, ...how: [boolean, boolean]): string {
  const inner = innerOf(value, depth);
  if (inner !== value) return `${encodeURIComponent(name)}=${encodeURIComponent(inner)}`;
  return raw.includes(';') ? withParams(raw, ...how) : raw;
}

/** A value without the secrets of an address in it. */
function innerOf(value: string, depth: number): string {
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
  if (url) {
    const key = depth < DEPTH_MAX ? keyAt(value, depth + 1) : hidden(value);
    return key === withoutHash(url) ? value : key;
  }
  if (!/[?&#]/.test(value)) return value;
  const isOpen = membersIn(value.replaceAll(/[?#]/g, '&').slice(value.search(/[?&#]/)).slice(1)).every(
    (member) => !isSecret(member),
  );
  return isOpen ? value : hidden(value);
}

/** A part of a path or of a query with the parameters after its semicolons, without those that are secrets. */
function withParams(part: string, names: boolean, marks: boolean): string {
  const [first = '', ...params] = part.split(';');
  const shown = params.flatMap((param) => {
    const [member] = membersIn(param);
    if (!member || !isSecret(member)) return [param];
    return !marks || (names && OPENERS.test(member.name)) ? [] : [`${member.name}=${hidden(member.value)}`];
  });
  return [first, ...shown].join(';');
}

/** A path without its secrets: those of a session, of a bot of Telegram, of an address in it, and tokens that it calls so. */
function pathOf(pathname: string, depth: number, ...how: [names: boolean, marks: boolean]): string {
  const parts = pathname.split('/');
  const shown = parts.map((part, index) => {
    const plain = meant(part);
    const inner = innerOf(plain, depth);
    if (inner !== plain) return encodeURIComponent(inner);
    const end = part.indexOf(';');
    const first = end < 0 ? plain : meant(part.slice(0, end));
    const [, bot, token] = /^(bot\d+:)(.+)$/i.exec(first) ?? [];
    const isToken = /^(?:[a-z]+[_-]?)?token$|^jwt$/i.test(parts[index - 1] ?? '') && first.length >= 16;
    const secret = token ?? (isToken || OPENING.test(first) ? first : undefined);
    const params = end < 0 ? '' : part.slice(end);
    const own = secret === undefined ? part : `${bot ?? ''}${hidden(secret)}${params}`;
    return own.includes(';') ? withParams(own, ...how) : own;
  });
  return shown.join('/');
}

/** When an address stops working as its own text says, in milliseconds since 1970; undefined if it does not say so. */
export function expiryOf(address: string): number | undefined {
  const found = signaturesOf(address);
  if (!found) return undefined;
  const { signatures, members } = found;
  for (const { ends } of signatures) {
    const end = ends?.(members);
    if (end !== undefined) return end;
  }
  return [...members.values()].map(endOfToken).find((end) => end !== undefined);
}

/** True if an address was signed for a while: it stops working some time after it was made. */
export const isSigned = (address: string): boolean =>
  (signaturesOf(address)?.signatures.length ?? 0) > 0 || expiryOf(address) !== undefined;

function signaturesOf(
  address: string,
): { readonly signatures: readonly Signature[]; readonly members: Members } | undefined {
  if (!address.includes('?') || /^\s*data:/i.test(address)) return undefined;
  const url = URL.parse(address.trim().replace(/^private\+/i, ''));
  if (!url) return undefined;
  const members = byName(membersOf(url));
  return { members, signatures: SIGNATURES.filter((each) => each.isIn(members, url.hostname)) };
}

const byName = (members: readonly QueryMember[]): Members =>
  new Map(members.map(({ name, value }) => [name, value]));

/** Kinds of members: of a known signature; what seals a time or a path; what opens a file; another secret; none of them. */
type MemberKind = 'signed' | 'seal' | 'opener' | 'secret' | 'clear';

function kinds(members: readonly QueryMember[], host: string): (member: QueryMember) => MemberKind {
  if (members.length === 0) return () => 'clear';
  const found = byName(members);
  const signatures = SIGNATURES.filter(({ isIn }) => isIn(found, host));
  const [end, seal] = sealed(found) ?? [];
  return (member) => {
    const { name } = member;
    if (OPENERS.test(name)) return 'opener';
    if (isOfSystem(member)) return 'seal';
    if (name === end || signatures.some((each) => each.members.test(name))) return 'signed';
    if (name === seal) return 'seal';
    return isSecret(member) ? 'secret' : 'clear';
  };
}

const membersOf = ({ search }: URL): readonly QueryMember[] => membersIn(search.slice(1));

const membersIn = (query: string): readonly QueryMember[] =>
  query
    .split('&')
    .filter((raw) => raw !== '')
    .map((raw) => {
      const at = raw.indexOf('=');
      const [name, value] = at < 0 ? [raw, ''] : [raw.slice(0, at), raw.slice(at + 1)];
      return { raw, name: meant(name).toLowerCase().replace('[]', ''), value: meant(value) };
    });

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The last time that a Date can hold. */
const TIME_MAX = 8.64e15;

const asTime = (ms: number): number | undefined => (ms > 0 && ms <= TIME_MAX ? ms : undefined);

/** Seconds or milliseconds since 1970, in ten to thirteen digits. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{10,13}$/.test(text)) return undefined;
  const number = Number(text);
  return asTime(text.length <= 11 ? number * 1_000 : number);
}

const hexSeconds = (text: string | undefined): number | undefined =>
  text !== undefined && /^[0-9a-f]{8}$/i.test(text) ? asTime(Number.parseInt(text, 16) * 1_000) : undefined;

/** The end that a policy of CloudFront says. */
function endOfPolicy(policy: string | undefined): number | undefined {
  if (policy === undefined || policy.length > KEY_CHARS_MAX) return undefined;
  const text = Buffer.from(
    policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'),
    'base64',
  ).toString();
  return secondsOf(/"DateLessThan"\s*:\s*\{\s*"AWS:EpochTime"\s*:\s*(\d{10})\s*\}/.exec(text)?.[1]);
}

/** The head and the body of a JSON Web Token. */
const partsOf = (token: string): readonly string[] =>
  /^(eyJ[\w-]{1,2000})\.(eyJ[\w-]{1,4000})\.[\w-]{1,2000}$/.exec(token)?.slice(1) ?? [];

const textOf = (part: string): string => Buffer.from(part, 'base64url').toString();

/** The end of a token that says so. */
function endOfToken(token: string): number | undefined {
  const [, body] = partsOf(token);
  return body === undefined ? undefined : secondsOf(/"exp"\s*:\s*(\d{10})\b/.exec(textOf(body))?.[1]);
}

/** The claims of a token that ends, without its times; undefined for another text, empty if there are no more. */
function claimsOf(token: string): string | undefined {
  const [head, body] = partsOf(token);
  if (head === undefined || body === undefined || endOfToken(token) === undefined) return undefined;
  try {
    const { exp: _, iat: __, nbf: ___, ...claims } = JSON.parse(textOf(body));
    return Object.keys(claims).length === 0 ? '' : `${head}.${JSON.stringify(claims)}`;
  } catch {
    return undefined;
  }
}
