/** A variable of the environment, or several of one meaning, and what it does. */
type Variable = readonly [names: string, does: string];

/** The environment variables that the tool reads, or gives to the programs that it starts. */
export const environment: readonly Variable[] = [
  [
    'CHATFERRY_<OPTION>',
    'any option, such as CHATFERRY_MAX_ERRORS for --max-errors; not --allow-code, --confirm, --env-file, --fresh, --report and --yes',
  ],
  ['CHATFERRY_API_KEY', 'the API key, unless the pipeline says where to find it (target.apiKey)'],
  ['CHATFERRY_QUEUE', 'the queue of fleet commands, unless --queue names it'],
  ['HTTPS_PROXY, HTTP_PROXY', 'the proxy for requests; the lower-case name wins'],
  ['NO_PROXY', 'hosts that are reached without the proxy'],
  ['CHATFERRY_PROXY_LOOPBACK', '1: use the proxy for addresses of this machine too'],
  ['NODE_EXTRA_CA_CERTS', 'a PEM file with further certificate authorities'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', 'ignored: certificates are always checked'],
  ['NO_COLOR', 'turns colours off; --color and --no-color win'],
  ['FORCE_COLOR, CLICOLOR_FORCE', 'turn colours on, unless the value is 0'],
  ['TERM', 'dumb: no colours and no live display'],
  ['CI', 'if set: no colours, no live display and no questions'],
  ['COLUMNS', 'the width of the output where there is no terminal'],
  ['TMPDIR', 'the folder for temporary files'],
  ['XDG_STATE_HOME', 'the folder for the data of chatferry sandbox; default: ~/.local/state'],
  ['XDG_CACHE_HOME', 'the folder for copies of states that are kept in PostgreSQL; default: ~/.cache'],
  [
    'CHATFERRY_PIPELINE, CHATFERRY_CLASS, CHATFERRY_EXIT_CODE, CHATFERRY_REPORT',
    'given to commands of notify; not read as options',
  ],
];
