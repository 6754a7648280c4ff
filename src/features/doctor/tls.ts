import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { openTunnel } from '../../system/connections.ts';
import { type Finding, fail, pass, warn } from './finding.ts';
import { answeredWithin, type ServiceSocket } from './network.ts';

const CHECK = 'tls';
const HANDSHAKE_MS = 10_000;
const DAY_MS = 86_400_000;
/** A migration may take days, and fails when the certificate expires meanwhile. */
const DAYS_MIN = 30;

type Handshake = { readonly error: string | undefined; readonly certificate: PeerCertificate };

/** Checks the certificate: authority, name, dates. */
export async function tls(
  url: URL,
  place: ServiceSocket,
  caFile: string | undefined,
  nowMs: number,
): Promise<Finding> {
  if (url.protocol === 'http:') return plainHttp(place);
  let ca: string | undefined;
  try {
    ca = caFile === undefined ? undefined : readFileSync(caFile, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return fail(CHECK, `the authority file ${caFile} cannot be read: ${code}`, 'correct target.caFile');
  }
  try {
    return judged(await handshake(place, ca), place, caFile, nowMs);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    return fail(
      CHECK,
      `${place.host}:${place.port} does not speak TLS: ${code}`,
      'check the port of the target',
    );
  }
}

function judged(
  { error, certificate }: Handshake,
  { host }: ServiceSocket,
  caFile: string | undefined,
  nowMs: number,
): Finding {
  const until = Date.parse(certificate.valid_to);
  const day = Number.isNaN(until) ? 'an unknown day' : new Date(until).toISOString().slice(0, 10);
  if (until < nowMs)
    return fail(
      CHECK,
      `the certificate has expired on ${day}`,
      'renew the certificate of the service; check the clock of this machine',
    );
  if (error === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return fail(
      CHECK,
      `the certificate is for another name than ${host}: ${certificate.subjectaltname ?? 'none'}`,
      'check the host of the target',
    );
  if (error !== undefined)
    return fail(
      CHECK,
      `the certificate is not trusted (${error}); it is signed by ${certificate.issuer?.CN ?? 'an unknown authority'}`,
      caFile === undefined
        ? 'name the PEM file of its authority with target.caFile'
        : `${caFile} is not the authority that signed it: correct target.caFile`,
    );
  const days = Math.floor((until - nowMs) / DAY_MS);
  return days < DAYS_MIN
    ? warn(CHECK, `the certificate expires in ${days} days, on ${day}`, 'renew it before a long migration')
    : pass(CHECK, `trusted, for ${host}, until ${day}`);
}

/** Plain http is allowed on this machine; fails if the port speaks TLS. */
async function plainHttp(place: ServiceSocket): Promise<Finding> {
  const isTls = await handshake(place, undefined).then(
    () => true,
    () => false,
  );
  return isTls
    ? fail(
        CHECK,
        `the port ${place.port} speaks TLS, the address says http://`,
        'write https:// in target.baseUrl',
      )
    : pass(CHECK, 'plain http, which is allowed on this machine');
}

/** Connects whatever the certificate is, so that everything wrong with it can be reported. */
async function handshake(
  { host, ip, port, proxy }: ServiceSocket,
  ca: string | undefined,
): Promise<Handshake> {
  const trusted = ca === undefined ? {} : { ca };
  const place = isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
  const through = proxy ? { socket: await openTunnel(proxy, place, trusted) } : { host: ip, port };
  const socket = connect({
    ...through,
    ...trusted,
    rejectUnauthorized: false,
    ...(isIP(host) ? {} : { servername: host }),
  });
  try {
    const secured = new Promise<void>((done, broken) => {
      socket.once('secureConnect', done);
      socket.once('error', broken);
      socket.once('close', () => broken(new Error('the connection was closed')));
    });
    await answeredWithin(HANDSHAKE_MS, secured);
    const why: unknown = socket.authorized ? undefined : socket.authorizationError;
    const error = why instanceof Error ? ((why as NodeJS.ErrnoException).code ?? why.message) : why;
    return {
      error: error === undefined || error === null ? undefined : String(error),
      certificate: socket.getPeerCertificate(),
    };
  } finally {
    socket.on('error', () => {});
    socket.destroy();
  }
}
