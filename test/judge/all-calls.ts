import { type Answer, codeOf, type Peer } from './peer.ts';

type Check = {
  readonly what: string;
  ask(peer: Peer): Promise<Answer>;
  faultOf(answer: Answer): string | undefined;
};

/** What is documented of all calls, and of none in particular. */
const CHECKS: readonly Check[] = [
  {
    what: 'an unknown path is ERR_API_NOT_FOUND (E)',
    ask: (peer) => peer.send('chat', 'GET /nothing', {}),
    faultOf: (answer) => codeFault(answer, 'ERR_API_NOT_FOUND'),
  },
  {
    what: 'another method is ERR_API_NOT_FOUND (E)',
    ask: (peer) => peer.send('chat', 'PATCH /users', {}),
    faultOf: (answer) => codeFault(answer, 'ERR_API_NOT_FOUND'),
  },
  {
    what: 'a body that is no JSON is ERR_BAD_REQUEST (S Rules)',
    ask: (peer) => peer.send('chat', 'POST /users', { text: '{"uid":' }),
    faultOf: (answer) => codeFault(answer, 'ERR_BAD_REQUEST'),
  },
  {
    what: 'a body that is a list is ERR_BAD_REQUEST (S Rules)',
    ask: (peer) => peer.send('chat', 'POST /users', { text: '["eve"]' }),
    faultOf: (answer) => codeFault(answer, 'ERR_BAD_REQUEST'),
  },
  {
    what: 'a key that does not exist is masked in the answer (U 0)',
    ask: (peer) => peer.send('chat', 'GET /users', {}, 'wrong'),
    faultOf: keyFault,
  },
  {
    what: 'a key of another scope is masked in the answer (U 0)',
    ask: (peer) => peer.send('chat', 'GET /users', {}, 'authOnly'),
    faultOf: keyFault,
  },
];

/** What of it the service does otherwise, a text each. */
export async function allCallsFaults(peer: Peer): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { what, ask, faultOf } of CHECKS) {
    const fault = faultOf(await ask(peer));
    if (fault !== undefined) faults.push(`${what}: ${fault}`);
  }
  return faults;
}

function codeFault({ status, json }: Answer, code: string): string | undefined {
  const got = codeOf(json);
  return status >= 400 && status < 500 && got === code ? undefined : `it is answered ${status} ${got ?? ''}`;
}

function keyFault({ json }: Answer): string | undefined {
  return /[0-9a-f]{40}/.test(JSON.stringify(json)) ? 'the whole key is in it' : undefined;
}
