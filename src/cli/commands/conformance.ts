import { usageError } from '../../errors/run-error.ts';
import { defineCommand } from '../command.ts';
import { flag, optional, textOption, word } from '../values.ts';

export const conformance = defineCommand({
  command: 'conformance <url>',
  describe: 'check whether a service is as documented',
  builder: (y) =>
    y
      .positional('url', {
        type: 'string',
        demandOption: true,
        describe: 'the base address, which ends in /v3',
      })
      .example('$0 conformance https://2x9f.api-eu.example.io/v3 --key-file ./key', 'a line for each check')
      .option('key-file', word('the file with an API key; default: CHATFERRY_API_KEY'))
      .option('auth-key-file', word('the file with a key of scope authOnly'))
      .option('calls-base-url', word('the address of call records'))
      .option('management-url', word('the address of the account'))
      .option('management-key-file', word('the file with the key of the account'))
      .option('management-secret-file', word('the file with its secret'))
      .option('ca', word('the PEM file of the certificate authority'))
      .option('only', word('only checks whose name contains this'))
      .option('write', flag('also create rows, and remove them'))
      .option('yes-write-into', word('the app id or host that --write may write into')),
  handler: async (args, context) => {
    const managementUrl = optional(args, 'managementUrl');
    const options = {
      url: textOption(args, 'url'),
      keyFile: optional(args, 'keyFile'),
      authKeyFile: optional(args, 'authKeyFile'),
      callsBaseUrl: optional(args, 'callsBaseUrl'),
      management:
        managementUrl === undefined
          ? undefined
          : {
              url: managementUrl,
              keyFile: needed('management-key-file', optional(args, 'managementKeyFile')),
              secretFile: needed('management-secret-file', optional(args, 'managementSecretFile')),
            },
      caFile: optional(args, 'ca'),
      only: optional(args, 'only') ?? '',
      write: args.write,
      yesWriteInto: optional(args, 'yesWriteInto'),
    };
    return (await import('../../features/doctor/show-conformance.ts')).showConformance(options, context);
  },
});

function needed(name: string, value: string | undefined): string {
  if (value === undefined)
    throw usageError(`--management-url also needs --${name}`, { missingFlags: [`--${name}`] });
  return value;
}
