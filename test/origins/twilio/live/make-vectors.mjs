// Writes vectors.json: what the vendor's own library says of signatures. By hand, in this folder:
//   npm exec --yes --package=twilio@6 -- node make-vectors.mjs
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const bin = process.env.PATH.split(delimiter).find((folder) => folder.includes('_npx'));
const require = createRequire(join(dirname(bin), 'x.js'));
const twilio = require('twilio');
const { version } = require('twilio/package.json');
const { getExpectedTwilioSignature, getExpectedBodyHash, getSignatureAlgorithm } = require('twilio/lib/webhooks/webhooks.js');

const token = '12345678901234567890123456789012';
const FORM = 'application/x-www-form-urlencoded';
const settings = 'key=webhooks_sharedkey_1,algorithm=HMAC_SHA256';
const bases = [
  { url: 'https://relay.example.io/cf/twilio/abc', pairs: [['EventType', 'onMessageAdded'], ['Body', 'Grüße 👋 & = +'], ['Author', 'ann'], ['AccountSid', 'AC1']] },
  { url: 'https://relay.example.io/cf/twilio/abc?x=1&y=a%20b', pairs: [['B', '2'], ['a', '1'], ['A', '3'], ['_', '']] },
  { url: 'https://relay.example.io:8443/twilio/abc', pairs: [['Digits', '1234'], ['Digits', '1234'], ['Digits', '0']] },
  { url: 'http://127.0.0.1:8787/twilio/abc', pairs: [] },
];
const vectors = [];
function judge(what, { url, type = FORM, body, signature, settings: given }) {
  const algorithm = getSignatureAlgorithm(given);
  const warn = console.warn;
  console.warn = () => {};
  const params = {};
  for (const [name, value] of new URLSearchParams(type === FORM ? body : ''))
    params[name] = name in params ? [params[name], value].flat() : value;
  const isGenuine = url.includes('bodySHA256')
    ? twilio.validateRequestWithBody(token, signature, url, body, algorithm)
    : twilio.validateRequest(token, signature, url, params, algorithm);
  console.warn = warn;
  vectors.push({ what, url, type, body, signature, ...(given === undefined ? {} : { settings: given }), isGenuine });
}
const paramsOf = (pairs) => {
  const params = {};
  for (const [name, value] of pairs) params[name] = name in params ? [params[name], value].flat() : value;
  return params;
};
for (const { url, pairs } of bases) {
  const body = new URLSearchParams(pairs).toString();
  const params = paramsOf(pairs);
  for (const [given, algorithm] of [[undefined, 'HMAC_SHA1'], [settings, 'HMAC_SHA256'], ['key=k, algorithm=hmac_sha256', 'HMAC_SHA256'], ['key=k', 'HMAC_SHA1'], ['', 'HMAC_SHA1']]) {
    const sign = (at, by = token, of = params) => getExpectedTwilioSignature(by, at, of, algorithm);
    const more = { url, body, settings: given };
    judge('right', { ...more, signature: sign(url) });
    judge('another key', { ...more, signature: sign(url, `${token}x`) });
    judge('another address', { ...more, url: `${url}x`, signature: sign(url) });
    judge('one more member', { ...more, body: `${body}&Extra=1`, signature: sign(url) });
    judge('cut', { ...more, signature: sign(url).slice(0, -1) });
    judge('empty', { ...more, signature: '' });
    judge('the other algorithm', { ...more, signature: getExpectedTwilioSignature(token, url, params, algorithm === 'HMAC_SHA1' ? 'HMAC_SHA256' : 'HMAC_SHA1') });
    if (pairs.length > 1) judge('members in another order', { ...more, body: new URLSearchParams(pairs.toReversed()).toString(), signature: sign(url) });
  }
  judge('an unknown algorithm', { url, body, settings: 'key=k,algorithm=HMAC_MD5', signature: getExpectedTwilioSignature(token, url, params) });
}
const [plain] = bases;
const withPort = plain.url.replace('.io/', '.io:443/');
const body = new URLSearchParams(plain.pairs).toString();
judge('right: signed with the usual port', { url: plain.url, body, signature: getExpectedTwilioSignature(token, withPort, paramsOf(plain.pairs)) });
judge('right: called with the usual port', { url: withPort, body, signature: getExpectedTwilioSignature(token, plain.url, paramsOf(plain.pairs)) });
const json = JSON.stringify({ EventType: 'onMessageAdded', Body: 'Grüße' });
for (const algorithm of ['HMAC_SHA1', 'HMAC_SHA256']) {
  const given = algorithm === 'HMAC_SHA1' ? undefined : settings;
  const url = `https://relay.example.io/twilio/abc?bodySHA256=${getExpectedBodyHash(json)}`;
  const signature = getExpectedTwilioSignature(token, url, {}, algorithm);
  const of = { url, type: 'application/json', settings: given, signature };
  judge('right: JSON', { ...of, body: json });
  judge('another JSON', { ...of, body: `${json} ` });
  judge('another digest', { ...of, url: url.replace(/.$/, (each) => (each === '0' ? '1' : '0')), body: json });
}
writeFileSync('vectors.json', `${JSON.stringify({ by: `twilio ${version}`, token, vectors }, null, 2)}\n`);
