import { createSecureContext, type SecureContext } from 'node:tls';
import { type Issuer, newServerCertificate, type Validity } from './certificate-writer.ts';

/** The hosts of a region in the form of the specification, whether or not the service has that region. */
const REGION_HOST = /^[a-z0-9]{1,64}(\.(?:api|call)-[a-z0-9-]{1,20}\.localhost)$/i;
/** Certificates that are kept; a further region takes the place of them all. */
const KEPT = 20;

type Answer = (error: Error | null, context?: SecureContext) => void;

/**
 * Chooses the certificate for the host that a client asks for. A region that the service does not have gets a certificate
 * of its own, so that the call is answered, as it says which regions there are; any other host gets the usual one.
 * @param known hosts of the usual certificate
 */
export function regionCertificates(
  issuer: Issuer,
  validity: Validity,
  known: readonly string[],
): (host: string, answer: Answer) => void {
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
