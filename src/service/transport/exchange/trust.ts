import { lookup } from 'node:dns';
import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import type { StopMaker } from './failure.ts';

/** Names of this machine. */
export const OWN_NAME = /\.localhost\.?$/i;

/**
 * Names that end in `.localhost` are this machine (RFC 6761 section 6.3), even if the system's resolver does not know
 * them. The certificate is still checked against the name.
 */
export const resolveName: LookupFunction = (name, options, callback) => {
  if (!OWN_NAME.test(name)) return lookup(name, options, callback);
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

/**
 * The certificates of a PEM file.
 * @throws the error that `stopped` makes for `SERVICE.TLS`
 */
export function readCa(path: string, stopped: StopMaker): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw stopped('SERVICE.TLS', `the certificate authority file ${path} cannot be read`, error);
  }
  // TLS ignores a file without a certificate, and the error would then blame the service.
  if (/-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/.test(text)) return text;
  const message = `the certificate authority file ${path} has no certificate in PEM form`;
  throw stopped('SERVICE.TLS', message, undefined);
}
