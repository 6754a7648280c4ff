import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

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

type Draft = {
  readonly name: string;
  readonly validity: Validity;
  readonly publicKey: KeyObject;
  readonly issuer: Issuer;
  readonly extensions: readonly Buffer[];
};

function signCertificate({ name, validity, publicKey, issuer, extensions }: Draft): string {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
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

/**
 * The few ASN.1 values of a certificate, in DER. Writing them takes less code than a certificate library. Node's
 * own X509Certificate reads and checks certificates.
 */

function value(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const head =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

function sequence(...items: readonly Uint8Array[]): Buffer {
  return value(0x30, Buffer.concat(items));
}

function setOf(item: Uint8Array): Buffer {
  return value(0x31, item);
}

/** A non-negative INTEGER from its big-endian bytes. */
function integer(bytes: Uint8Array): Buffer {
  // A leading 1 bit would make the number negative.
  return value(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

/** An OBJECT IDENTIFIER such as `2.5.4.3`. */
function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return value(0x06, Buffer.from(bytes));
}

/** A BOOLEAN that is true. */
function trueValue(): Buffer {
  return value(0x01, Buffer.of(0xff));
}

/** A BIT STRING. `unused` is the number of unused bits in the last byte. */
function bitString(bytes: Uint8Array, unused = 0): Buffer {
  return value(0x03, Buffer.concat([Buffer.of(unused), bytes]));
}

function octetString(bytes: Uint8Array): Buffer {
  return value(0x04, bytes);
}

function utf8String(text: string): Buffer {
  return value(0x0c, Buffer.from(text));
}

/** A UTCTime. Certificates use it only for years before 2050. */
function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\..*$/g, '');
  return value(0x17, Buffer.from(`${digits.slice(2)}Z`));
}

/** A value with a context-specific tag. `constructed` means that it contains other values. */
function context(tag: number, content: Uint8Array, constructed: boolean): Buffer {
  return value((constructed ? 0xa0 : 0x80) | tag, content);
}
