import { describe, expect, test } from 'vitest';
import { realSystem } from '../../../../src/system/system.ts';
import { redirect } from '../source-answers.ts';
import { sourceServer } from '../source-server.ts';
import { fetching, names, QUICK } from './fetching.ts';

/** An address of the internet that stands for a source of a test. */
const PUBLIC = '93.184.216.34';

describe('what an address may lead to', () => {
  test.each([
    ['http://files.example.com/a.png', 'plain http'],
    ['ftp://files.example.com/a.png', 'another scheme'],
    ['file:///etc/passwd', 'a file of this machine'],
    ['javascript:alert(1)', 'a script'],
    ['//files.example.com/a', 'no scheme'],
    ['https://', 'no host'],
    ['', 'nothing'],
    ['https://ann:secret@files.example.com/a.png', 'a password'],
    ['https://ann@files.example.com/a.png', 'a user'],
    ['https://files.example.com:8443/a.png', 'a port'],
    ['https://files.example.com:22/a.png', 'a port of a service'],
    ['https://127.0.0.1/a', 'loopback'],
    ['https://127.8.9.1/a', 'all of loopback'],
    ['https://localhost/a', 'loopback by name'],
    ['https://a.localhost./a', 'loopback by name, with a dot'],
    ['https://10.1.2.3/a', 'private'],
    ['https://172.16.0.1/a', 'private'],
    ['https://192.168.0.1/a', 'private'],
    ['https://169.254.169.254/latest/meta-data', 'link-local'],
    ['https://100.64.0.1/a', 'CGNAT'],
    ['https://0.0.0.0/a', 'unspecified'],
    ['https://224.0.0.1/a', 'multicast'],
    ['https://255.255.255.255/a', 'broadcast'],
    ['https://192.0.2.1/a', 'documentation'],
    ['https://198.18.0.1/a', 'benchmark'],
    ['https://2130706433/a', 'a decimal number'],
    ['https://0x7f000001/a', 'a hexadecimal number'],
    ['https://0177.0.0.1/a', 'octal numbers'],
    ['https://127.1/a', 'a short form'],
    ['https://127.0.0.1./a', 'a dot at the end'],
    ['https://１２７.0.0.1/a', 'digits of another script'],
    ['https://127。0。0。1/a', 'dots of another script'],
    ['https://[::1]/a', 'loopback of IPv6'],
    ['https://[::]/a', 'unspecified of IPv6'],
    ['https://[::ffff:127.0.0.1]/a', 'mapped'],
    ['https://[::ffff:93.184.216.34]/a', 'mapped, though public'],
    ['https://[::127.0.0.1]/a', 'compatible'],
    ['https://[64:ff9b::7f00:1]/a', 'NAT64'],
    ['https://[64:ff9b:1::7f00:1]/a', 'local NAT64'],
    ['https://[2002:7f00:1::]/a', '6to4'],
    ['https://[2001:0:7f00:1::]/a', 'Teredo'],
    ['https://[fc00::1]/a', 'unique local'],
    ['https://[fd12:3456::1]/a', 'unique local'],
    ['https://[fe80::1]/a', 'link-local of IPv6'],
    ['https://[fec0::1]/a', 'site-local of IPv6'],
    ['https://[ff02::1]/a', 'multicast of IPv6'],
    ['https://[2001:db8::1]/a', 'documentation of IPv6'],
  ])('%s is not asked: %s', async (address) => {
    await using trap = await sourceServer();
    await using at = await fetching(undefined, {
      network: { places: new Proxy({}, { get: () => trap.securePort }), ca: trap.ca },
      resolveHost: names({ localhost: [['127.0.0.1']], 'a.localhost': [['127.0.0.1']] }),
    });
    expect(await at.fetch(address)).toMatchObject({ why: 'refused' });
    expect([at.fetcher.requests.get, at.dialled, trap.connections]).toEqual([0, [], 0]);
  });

  test.each([
    ['one of several addresses is private', [[PUBLIC, '10.0.0.7']]],
    ['the only address is that of the machine', [['127.0.0.1']]],
    ['an address of IPv6 is private', [['2606:2800:220:1::1', 'fd00::1']]],
    ['an address has a zone', [['fe80::1%eth0']]],
    ['an address is mapped', [['::ffff:10.0.0.1']]],
    ['what is no address', [['here']]],
  ])('a name is not asked if %s', async (_, answers) => {
    await using trap = await sourceServer(['evil.example.com']);
    await using at = await fetching(undefined, {
      network: { places: new Proxy({}, { get: () => trap.securePort }), ca: trap.ca },
      resolveHost: names({ 'evil.example.com': answers }),
    });
    trap.put('/a.txt', 'caught');
    expect(await at.fetch('https://evil.example.com/a.txt')).toEqual({
      why: 'refused',
      message: 'it is in a private network',
    });
    expect([at.dialled, trap.connections]).toEqual([[], 0]);
  });

  test('a name that changes between looking and connecting is connected to as it was looked at', async () => {
    await using source = await sourceServer(['rebinds.example.com']);
    await using trap = await sourceServer(['rebinds.example.com']);
    for (const server of [source, trap]) server.put('/a.txt', server === trap ? 'caught' : 'right');
    const resolveHost = names({ 'rebinds.example.com': [[PUBLIC], ['127.0.0.1']] });
    await using at = await fetching(undefined, {
      network: { places: { [PUBLIC]: source.securePort, '127.0.0.1': trap.securePort }, ca: source.ca },
      resolveHost,
    });
    const address = 'https://rebinds.example.com/a.txt';
    expect(await at.bytes(address)).toBe('right');
    expect([resolveHost.asked, at.dialled]).toEqual([['rebinds.example.com'], [PUBLIC]]);
    // The connection is closed: another one is made, and the name is judged anew.
    source.answer('/b.txt', (_, response) => void response.destroy());
    expect(await at.bytes('https://rebinds.example.com/b.txt')).toBe('(refused)');
    expect([at.dialled, trap.connections]).toEqual([[PUBLIC], 0]);
  });

  test('a name of another script is the name that it stands for', async () => {
    await using source = await sourceServer(['xn--bcher-kva.example.com']);
    source.put('/a.txt', 'read');
    const resolveHost = names({ 'xn--bcher-kva.example.com': [[PUBLIC]] });
    await using at = await fetching(undefined, {
      network: { places: { [PUBLIC]: source.securePort }, ca: source.ca },
      resolveHost,
    });
    expect(await at.bytes('https://bücher.example.com./a.txt')).toBe('read');
    expect(resolveHost.asked).toEqual(['xn--bcher-kva.example.com']);
  });
});

describe('connections of the machine', () => {
  test('are made to the address that was judged, by no other resolution', async () => {
    await using source = await sourceServer();
    source.put('/a.txt', 'here');
    const host = `odd.localhost:${source.port}`;
    await using at = await fetching(undefined, {
      system: { connect: realSystem.connect },
      spec: { from: [{ host, headers: {}, allowPrivate: true }] },
      resolveHost: names({ 'odd.localhost': [['127.0.0.1'], ['127.0.0.2']] }),
    });
    expect(await at.bytes(`http://${host}/a.txt`)).toBe('here');
    source.answer('/b.txt', (_, response) => void response.destroy());
    const found = await at.fetch(`http://${host}/b.txt`);
    expect(found).toMatchObject({ why: 'silent', message: expect.stringMatching(/ECONNREFUSED/) });
    expect(source.counts()).toEqual({ '/a.txt': 1, '/b.txt': 1 });
  });

  test('are not made to the address of a name that is refused', async () => {
    await using trap = await sourceServer(['files.example.com']);
    const host = `files.example.com:${trap.securePort}`;
    await using at = await fetching(undefined, {
      system: { connect: realSystem.connect },
      spec: { from: [{ host, headers: {}, allowPrivate: false }] },
      resolveHost: names({ 'files.example.com': [['127.0.0.1']] }),
    });
    expect(await at.bytes(`https://${host}/a.txt`)).toBe('(refused)');
    expect(trap.connections).toBe(0);
  });
});

describe('where an address leads on', () => {
  test.each([
    ['https://169.254.169.254/latest/meta-data/iam', 'the keys of a cloud'],
    ['https://localhost/secret', 'this machine by its name'],
    ['https://inside.example.com/secret', 'a name of the inner network'],
    ['http://127.0.0.1:TRAP/secret', 'this machine by its address'],
    ['http://93.184.216.34/secret', 'plain http'],
    ['https://[::ffff:7f00:1]/', 'this machine in IPv6'],
    ['https://ann:pw@files.example.com/secret', 'a password'],
    ['file:///etc/passwd', 'a file'],
    ['http://[', 'nowhere'],
    ['/again', 'itself without an end'],
  ])('%s is not followed: %s', async (location) => {
    await using source = await sourceServer(['files.example.com']);
    await using trap = await sourceServer();
    for (const path of ['/a.png', '/again'])
      source.answer(path, redirect(location.replace('TRAP', String(trap.port))));
    await using at = await fetching(undefined, {
      network: { places: { [PUBLIC]: source.securePort, '127.0.0.1': trap.securePort }, ca: source.ca },
      resolveHost: names({
        'files.example.com': [[PUBLIC]],
        localhost: [['127.0.0.1']],
        'inside.example.com': [['10.0.0.1']],
      }),
    });
    const found = await at.fetch('https://files.example.com/a.png?token=s3cr3t');
    expect(found).toMatchObject({ why: 'refused' });
    expect(JSON.stringify(found)).not.toMatch(/s3cr3t|example|169|inside/);
    expect([trap.connections, new Set(at.dialled)]).toEqual([0, new Set([PUBLIC])]);
    expect(source.requests.length).toBeLessThanOrEqual(6);
  });

  test('another host that is public is followed, and five of them', async () => {
    await using source = await sourceServer(['files.example.com', 'cdn.example.com']);
    for (const count of [1, 2, 3, 4])
      source.answer(`/${count}`, redirect(`https://cdn.example.com/${count + 1}`, 307));
    source.answer('/0', redirect('https://cdn.example.com/1', 301));
    source.put('/5', 'reached');
    await using at = await fetching(undefined, {
      network: { places: { [PUBLIC]: source.securePort }, ca: source.ca },
      resolveHost: names({ 'files.example.com': [[PUBLIC]], 'cdn.example.com': [[PUBLIC]] }),
    });
    expect(await at.bytes('https://files.example.com/0')).toBe('reached');
    expect(at.fetcher.requests.get).toBe(6);
  });
});

describe('hosts that the pipeline names', () => {
  test('a host of this machine is asked by http only where it is named, with its port', async () => {
    await using source = await sourceServer();
    const address = source.put('/a.txt', 'here');
    await using named = await fetching(source);
    expect(await named.bytes(address)).toBe('here');
    expect(await named.bytes(address.replace('127.0.0.1', 'localhost'))).toBe('(refused)');
    await using other = await fetching(undefined, {
      spec: { from: [{ host: `127.0.0.1:${source.port + 1}`, headers: {}, allowPrivate: true }] },
    });
    await using withoutLeave = await fetching(undefined, {
      spec: { from: [{ host: source.host, headers: {}, allowPrivate: false }] },
    });
    source.forget();
    expect(await other.bytes(address)).toBe('(refused)');
    expect(await withoutLeave.bytes(address)).toBe('(refused)');
    expect(source.connections).toBe(0);
  });

  test('https of this machine needs a certificate that somebody vouches for', async () => {
    await using source = await sourceServer();
    source.put('/a.txt', 'here');
    await using at = await fetching(source);
    expect(await at.bytes(`${source.secureOrigin}/a.txt`)).toBe('here');
    await using other = await sourceServer();
    await using untrusting = await fetching(other, { network: { ca: '' } });
    source.forget();
    const found = await untrusting.fetch(`${other.secureOrigin}/a.txt`);
    expect(found).toMatchObject({ why: 'refused', message: expect.stringMatching(/no trusted connection/) });
    expect(other.requests).toEqual([]);
  });

  test('a name stands for a private address only where it is named', async () => {
    await using source = await sourceServer(['files.inner.example.com']);
    source.put('/a.txt', 'inside');
    const options = {
      network: { places: { '10.0.0.7': source.securePort }, ca: source.ca },
      resolveHost: names({ 'files.inner.example.com': [['10.0.0.7']] }),
    };
    const address = 'https://files.inner.example.com/a.txt';
    const rule = (allowPrivate: boolean) => ({
      spec: { from: [{ host: 'files.inner.example.com', headers: {}, allowPrivate }] },
    });
    await using refused = await fetching(undefined, { ...options, ...rule(false) });
    await using allowed = await fetching(undefined, { ...options, ...rule(true) });
    expect(await refused.bytes(address)).toBe('(refused)');
    expect(source.connections).toBe(0);
    expect(await allowed.bytes(address)).toBe('inside');
  });

  test('a host of this machine by name that stands for another one is not asked by http', async () => {
    await using source = await sourceServer();
    source.put('/a.txt', 'caught');
    await using at = await fetching(undefined, {
      network: { places: { '10.0.0.7': source.port } },
      spec: { from: [{ host: 'localhost', headers: {}, allowPrivate: true }] },
      resolveHost: names({ localhost: [['10.0.0.7']] }),
      times: QUICK,
    });
    expect(await at.bytes('http://localhost/a.txt')).toBe('(refused)');
    expect(source.connections).toBe(0);
  });

  test('with a proxy, names are judged by their text, and that is said once', async () => {
    await using at = await fetching(undefined, {
      env: { HTTPS_PROXY: 'http://127.0.0.1:9' },
      network: { places: {} },
      resolveHost: names({}),
    });
    for (const name of ['metadata.google.internal', 'printer.local', 'intranet', '10.0.0.1'])
      expect(await at.bytes(`https://${name}/a`)).toBe('(refused)');
    expect(at.dialled).toEqual([]);
    await at.bytes('https://files.example.com/a');
    await at.bytes('https://cdn.example.com/a');
    expect(at.warned).toEqual([expect.stringContaining('through a proxy')]);
  });
});
