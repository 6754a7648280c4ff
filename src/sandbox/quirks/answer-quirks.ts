import { byCode, choice, numberQuirk, pair, toggle, word } from './quirk.ts';

/** Switches for what public sources leave open about keys, errors, limits and lists, whatever the call. */
export const ANSWER_QUIRKS = {
  existsStatus: word('conflict409', [400, 409], 'an existing id answers 400', '409'),
  keyStatus: choice(
    'keystatus',
    [401, 403, 404],
    'a key that does not exist answers 404',
    'that status',
    404,
  ),
  statuses: byCode(
    'status=CODE:STATUS',
    (text) => (/^[45]\d\d$/.test(text) ? Number(text) : undefined),
    'each error code has the status that `/v3/docs` shows',
    'a refusal with this code answers this status; may be given for several codes',
  ),
  codes: byCode(
    'code=CODE:OTHER',
    (text) => (/^(?:AUTH_)?ERR_[A-Z0-9_]{1,80}$/.test(text) ? text : undefined),
    'each refusal has the code that `/v3/docs` shows',
    'a refusal with this code has the other code, with its own status; may be given for several codes',
  ),
  plainKeys: toggle(
    'plainkeys',
    'errors show the first four characters of a key or token, then `****`',
    'they show all of it',
  ),
  tokensOnly: toggle('tokensonly', 'an authOnly key creates users and tokens', 'tokens only'),
  anyRegion: toggle(
    'anyregion',
    'a host with another region than the app is `AUTH_ERR_INVALID_APPID`',
    'it is served',
  ),
  contentType: choice(
    'contenttype',
    ['json', 'any'],
    'a body without `Content-Type: application/json` is refused with 415',
    'any type is read as JSON',
  ),
  plainHttp: choice(
    'plainhttp',
    [400, 301],
    'plain HTTP to the HTTPS port is answered 400',
    '301 to the same address with `https`',
  ),
  bodyBytes: numberQuirk(
    'body=BYTES',
    /^([1-9]\d{0,8})$/,
    10 * 1024 * 1024,
    '10 MiB, more is answered 413',
    'that many bytes',
  ),
  window: choice(
    'window',
    ['minute', 'sliding'],
    'a budget is for a whole minute of the clock',
    'for the last 60 seconds',
  ),
  budget: choice('budget', ['app', 'key'], 'a budget is for the app', 'for each key'),
  rateHeaders: choice(
    'rateheaders',
    ['both', 'older', 'newer', 'none'],
    'a limited answer has the older headers (`X-Rate-Limit`), a 429 also the newer (`X-RateLimit-Limit`)',
    '`older`: only those. `newer`: only the newer, at a 429. `none`: no headers, not even `Retry-After`',
  ),
  senderLimit: choice(
    'senderlimit',
    ['user', 'key', 'none'],
    'the 30 messages a minute are for each acting user',
    '`key`: for each key. `none`: no such limit, because it is documented for auth tokens only',
  ),
  deprecation: choice(
    'deprecation',
    ['date', 'true', 'none'],
    'a deprecated call has the headers `Deprecation: @…` and `Link` (`successor-version`)',
    '`true`: the older form of the first. `none`: neither',
  ),
  appDeletion: choice(
    'appdeletion',
    ['archive', 'now'],
    'a deleted app is archived, and its id is free after 30 days',
    'it is gone at once',
  ),
  webhookRetriesMs: pair(
    'webhookretries=MS+MS',
    [10_000, 30_000],
    'further tries of a webhook after 10 s and 30 s',
    'after so many milliseconds',
  ),
  inclusive: toggle('inclusive', 'cursors leave out the boundary row', 'they repeat it'),
  nextAtEnd: toggle('nextatend', 'no `meta.next` on the last page', 'it has one'),
  totalZero: toggle('total0', 'pages give the number of rows', '0'),
  messageLimit: numberQuirk(
    'limit=1..1000',
    /^([1-9]\d{0,2}|1000)$/,
    100,
    '100 messages a page unless the request sets a number',
    'that number',
  ),
  numberIds: toggle('numberids', 'ids of messages are texts', 'numbers'),
} as const;
