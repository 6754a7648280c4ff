import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bitString,
  context,
  integer,
  objectId,
  octetString,
  sequence,
  setOf,
  trueValue,
  utcTime,
  utf8String,
} from './der.ts';

/** A certificate as PEM text with its private key. */
export type Signed = { readonly cert: string; readonly key: KeyObject };

/** The issuer of a certificate: its name and key. */
export type Issuer = { readonly name: string; readonly key: KeyObject };

/** The validity of a certificate, milliseconds since the epoch. */
export type Validity = { readonly from: number; readonly until: number };

const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));

/** Hosts in the form of the specification, for every app id: `<appId>.api-us.localhost` and so on. */
const APP_HOSTS = ['us', 'eu', 'in'].flatMap((region) => [
  `*.api-${region}.localhost`,
  `*.call-${region}.localhost`,
]);

/** The host names in the server's certificate, besides the loopback addresses. */
export const SERVER_HOSTS: readonly string[] = ['localhost', ...APP_HOSTS];

/** The names of a certificate: names of hosts, and addresses of IPv4. */
const serverNames = (hosts: readonly string[]): Buffer =>
  sequence(
    context(7, Buffer.of(127, 0, 0, 1), false),
    context(7, Buffer.from('00000000000000000000000000000001', 'hex'), false),
    ...hosts.map((host) =>
      isIP(host) === 4
        ? context(7, Buffer.from(host.split('.').map(Number)), false)
        : context(2, Buffer.from(host), false),
    ),
  );

function distinguishedName(commonName: string): Buffer {
  return sequence(setOf(sequence(objectId('2.5.4.3'), utf8String(commonName))));
}

function extension(id: string, content: Uint8Array, critical: boolean): Buffer {
  return sequence(objectId(id), ...(critical ? [trueValue()] : []), octetString(content));
}

/** The identifier of a public key, by custom the SHA-1 of its bytes. It protects nothing. */
function keyIdentifier(spki: Buffer): Buffer {
  return createHash('sha1').update(spki).digest();
}

function spkiOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

type Draft = {
  readonly name: string;
  readonly validity: Validity;
  readonly publicKey: KeyObject;
  readonly issuer: Issuer;
  readonly extensions: readonly Buffer[];
};

function signCertificate({ name, validity, publicKey, issuer, extensions }: Draft): string {
  const spki = spkiOf(publicKey);
  const body = sequence(
    context(0, integer(Buffer.of(2)), true),
    // The first byte keeps the number positive and at its full length.
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    distinguishedName(issuer.name),
    sequence(utcTime(validity.from), utcTime(validity.until)),
    distinguishedName(name),
    spki,
    context(
      3,
      sequence(...extensions, extension('2.5.29.14', octetString(keyIdentifier(spki)), false)),
      true,
    ),
  );
  const signature = sign('sha256', body, issuer.key);
  const der = sequence(body, ECDSA_WITH_SHA256, bitString(signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** Creates a certificate authority that can sign only server certificates. */
export function newAuthority(name: string, validity: Validity): Signed {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = [
    // cA is true, and the path length is 0.
    extension('2.5.29.19', sequence(trueValue(), integer(Buffer.of(0))), true),
    // keyCertSign and cRLSign.
    extension('2.5.29.15', bitString(Buffer.of(0x06), 1), true),
  ];
  const issuer = { name, key: privateKey };
  return { cert: signCertificate({ name, validity, publicKey, issuer, extensions }), key: privateKey };
}

/** Creates the certificate of a server that is reached under these hosts and the loopback addresses. */
export function newServerCertificate(issuer: Issuer, validity: Validity, hosts: readonly string[]): Signed {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = [
    extension('2.5.29.19', sequence(), true),
    // digitalSignature.
    extension('2.5.29.15', bitString(Buffer.of(0x80), 7), true),
    // serverAuth.
    extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1')), false),
    extension('2.5.29.17', serverNames(hosts), false),
  ];
  return {
    cert: signCertificate({ name: 'localhost', validity, publicKey, issuer, extensions }),
    key: privateKey,
  };
}
