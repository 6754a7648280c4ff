import { readFileSync } from 'node:fs';
import { openPeer, type PeerOptions } from '../../src/conformance/open-service.ts';
import { DEFAULT_QUIRKS } from '../../src/sandbox/quirks/quirks.ts';
import type { Quirks, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { openSandbox } from '../sandbox/sandbox-client.ts';

const PER_MINUTE = { core: 1e6, standard: 1e6, import: 1e6 };

/** A sandbox over HTTPS with everything that a conformance suite needs of it. */
export async function openConformance(quirks: Partial<Quirks> = {}, options: Partial<SandboxOptions> = {}) {
  const own = await openSandbox({ http: false, quirks: { ...DEFAULT_QUIRKS, ...quirks }, ...options });
  const { baseUrl, callsBaseUrl, managementUrl, files } = own.sandbox;
  const secret = (path: string): string => readFileSync(path, 'utf8').trim();
  const peerOptions: PeerOptions = {
    baseUrl,
    callsBaseUrl,
    apiKey: secret(files.apiKey),
    authKey: secret(files.authKey),
    management: {
      url: managementUrl,
      key: secret(files.managementKey),
      secret: secret(files.managementSecret),
    },
    caFile: files.ca,
    requestsPerMinute: PER_MINUTE,
  };
  const peer = openPeer(peerOptions);
  return {
    own,
    peer,
    peerOptions,
    [Symbol.asyncDispose]: async () => {
      await peer[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}
