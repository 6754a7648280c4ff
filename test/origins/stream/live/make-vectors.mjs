// Writes vectors.json: what the vendor's own library says of signatures. By hand, in this folder:
//   npm exec --yes --package=stream-chat@8 -- node make-vectors.mjs
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const bin = process.env.PATH.split(delimiter).find((folder) => folder.includes('_npx'));
const require = createRequire(join(dirname(bin), 'x.js'));
const { StreamChat } = require('stream-chat');
const { version } = require('stream-chat/package.json');

const [key, secret] = ['app-key-1', 'a-secret-of-the-app-0123456789'];
const client = StreamChat.getInstance(key, secret);
const bodies = [
  '{"type":"message.new","cid":"messaging:fun","message":{"id":"m1","text":"hello"}}',
  '{"type":"message.new","message":{"text":"Grüße 👋 \\u00e9 \\/"}}',
  '{"type":"message.updated" ,  "a": 1.0}\n',
  '{}',
  '[]',
  'x'.repeat(5000),
];
const sign = (body, by = secret) => createHmac('sha256', by).update(body).digest('hex');
const vectors = [];
const judge = (what, body, signature) =>
  vectors.push({ what, body, signature, isGenuine: client.verifyWebhook(body, signature) });
for (const body of bodies) {
  const right = sign(body);
  judge('right', body, right);
  judge('another secret', body, sign(body, `${secret}x`));
  judge('another body', `${body} `, right);
  judge('without its end', body, right.slice(0, -1));
  judge('longer', body, `${right}0`);
  judge('one digit', body, (right[0] === '0' ? '1' : '0') + right.slice(1));
  judge('sha1', body, createHmac('sha1', secret).update(body).digest('hex'));
  judge('base64', body, createHmac('sha256', secret).update(body).digest('base64'));
  judge('empty', body, '');
}
writeFileSync('vectors.json', `${JSON.stringify({ by: `stream-chat ${version}`, secret, vectors }, null, 2)}\n`);
