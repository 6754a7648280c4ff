import { createPrivateKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { readPrivateFile, writePrivateFile } from '../storage/private-file.ts';
import {
  type Issuer,
  newAuthority,
  newServerCertificate,
  SERVER_HOSTS,
  type Signed,
  type Validity,
} from './certificate-writer.ts';

/** Texts and choice of certificates for a TLS server, and the file of the authority that its clients trust. */
export type Certificates = {
  readonly cert: string;
  readonly key: string;
  readonly SNICallback: (host: string, answer: ChosenCertificate) => void;
  readonly caFile: string;
};

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
/** The longest validity of a server certificate that common clients accept. */
const SERVER_DAYS = 397;
/** A certificate with fewer days left is replaced. */
const RENEW_DAYS = 30;

type Read = Signed & { readonly parsed: X509Certificate };

function validity(now: number, days: number): Validity {
  // The validity begins a day early, for clients whose clock is late.
  return { from: now - DAY_MS, until: now + days * DAY_MS };
}

function keyText(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** A certificate of an earlier start with its key. Undefined if it is missing, damaged or about to expire. */
function readSigned(certFile: string, keyFile: string, now: number): Read | undefined {
  const [cert, pem] = [readPrivateFile(certFile), readPrivateFile(keyFile)];
  if (cert === undefined || pem === undefined) return undefined;
  try {
    const parsed = new X509Certificate(cert);
    const key = createPrivateKey(pem);
    const expiring = parsed.validToDate.getTime() - now < RENEW_DAYS * DAY_MS;
    return expiring || !parsed.checkPrivateKey(key) ? undefined : { cert, key, parsed };
  } catch {
    return undefined;
  }
}

function keep(signed: Signed, certFile: string, keyFile: string): Read {
  writePrivateFile(keyFile, keyText(signed.key));
  writePrivateFile(certFile, signed.cert);
  return { ...signed, parsed: new X509Certificate(signed.cert) };
}

/** Every certificate has the loopback address; nobody is reached under the one that stands for all. */
const isAdded = (host: string): boolean => !['127.0.0.1', '0.0.0.0'].includes(host) && isIP(host) !== 6;

/**
 * Provides the server's certificate and its authority. They are created in `folder` on the first start, used
 * again after that, and renewed before they expire. `host` is one more name or address of IPv4 that the server is reached
 * under; `now` is in milliseconds.
 */
export function provideCertificates(folder: string, now: number, host = 'localhost'): Certificates {
  const file = (name: string) => join(folder, name);
  const caFile = file('ca.pem');
  const authority =
    readSigned(caFile, file('ca-key.pem'), now) ??
    keep(
      newAuthority(`Local chat sandbox ${randomBytes(4).toString('hex')}`, validity(now, AUTHORITY_DAYS)),
      caFile,
      file('ca-key.pem'),
    );
  const known = readSigned(file('server.pem'), file('server-key.pem'), now);
  const issuer = { name: authority.parsed.subject.replace(/^CN=/, ''), key: authority.key };
  const hosts = isAdded(host) ? [...new Set([...SERVER_HOSTS, host])] : SERVER_HOSTS;
  // A certificate of an earlier start may have fewer names.
  const names = known?.parsed.subjectAltName?.split(', ') ?? [];
  const named = hosts.every((each) => names.includes(`${isIP(each) ? 'IP Address' : 'DNS'}:${each}`));
  const server =
    known && named && known.parsed.verify(authority.parsed.publicKey)
      ? known
      : keep(
          newServerCertificate(issuer, validity(now, SERVER_DAYS), hosts),
          file('server.pem'),
          file('server-key.pem'),
        );
  return {
    cert: server.cert,
    key: keyText(server.key),
    SNICallback: regionCertificates(issuer, validity(now, SERVER_DAYS), hosts),
    caFile,
  };
}

/** The hosts of a region in the form of the specification, whether or not the service has that region. */
const REGION_HOST = /^[a-z0-9]{1,64}(\.(?:api|call)-[a-z0-9-]{1,20}\.localhost)$/i;
/** Certificates that are kept; a further region takes the place of them all. */
const KEPT = 20;

type ChosenCertificate = (error: Error | null, context?: SecureContext) => void;

/**
 * Chooses the certificate for the host that a client asks for. A region that the service does not have gets a certificate
 * of its own, so that the call is answered, as it says which regions there are; any other host gets the usual one.
 * @param known hosts of the usual certificate
 */
function regionCertificates(
  issuer: Issuer,
  validity: Validity,
  known: readonly string[],
): (host: string, answer: ChosenCertificate) => void {
  const contexts = new Map<string, SecureContext>();
  const make = (name: string): SecureContext => {
    const { cert, key } = newServerCertificate(issuer, validity, [name]);
    if (contexts.size >= KEPT) contexts.clear();
    const context = createSecureContext({ cert, key: key.export({ type: 'pkcs8', format: 'pem' }) });
    contexts.set(name, context);
    return context;
  };
  return (host, answer) => {
    const [, region] = REGION_HOST.exec(host) ?? [];
    const name = `*${region?.toLowerCase()}`;
    if (region === undefined || known.includes(name)) return answer(null);
    answer(null, contexts.get(name) ?? make(name));
  };
}
