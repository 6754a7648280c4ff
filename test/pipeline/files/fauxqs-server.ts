import { startFauxqs } from 'fauxqs';

/** An S3 server in a process of its own, with one empty bucket; it ends with the process that has started it. */
const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
server.createBucket('files');
process.on('disconnect', () => process.exit(0));
process.send?.(server.port);
