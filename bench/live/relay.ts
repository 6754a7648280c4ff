import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * The least that moves messages: it sends each one that an event tells at once, keeps nothing, and knows no order. It prints its
 * address. node bench/live/relay.ts BASE_URL KEY_FILE
 */
const [, , baseUrl, keyFile = ''] = process.argv;
const apikey = readFileSync(keyFile, 'utf8').trim();

type Message = Readonly<
  Record<'muid' | 'sender' | 'receiver' | 'receiverType' | 'category' | 'type', string>
> & {
  readonly data: { readonly text: string };
};

const server = createServer(async (request, response) => {
  const { trigger, data } = JSON.parse(await text(request)) as {
    readonly trigger: string;
    readonly data: { readonly message: Message };
  };
  response.writeHead(200).end();
  if (trigger !== 'message_sent') return;
  const { sender, muid, receiver, receiverType, category, type, data: said } = data.message;
  const answer = await fetch(`${baseUrl}/messages`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json', onBehalfOf: sender },
    body: JSON.stringify({ muid, receiver, receiverType, category, type, data: { text: said.text } }),
  });
  await answer.arrayBuffer();
});
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
