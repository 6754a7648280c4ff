const text = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1 } },
  additionalProperties: false,
};
const level = { enum: ['none', 'note', 'warning', 'error'] };
const uri = { type: 'string', pattern: "^[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+$" };
const bag = { type: 'object' };
const closed = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (items: object): object => ({ type: 'array', items });
const locations = list(
  closed({
    physicalLocation: closed({
      artifactLocation: closed({ uri, index: { type: 'integer', minimum: -1 } }),
      region: closed({
        startLine: { type: 'integer', minimum: 1 },
        startColumn: { type: 'integer', minimum: 1 },
        byteOffset: { type: 'integer', minimum: -1 },
        snippet: text,
      }),
    }),
  }),
);

/**
 * The part of the published schema of SARIF 2.1.0 that the tool writes: the same names, types, bounds and required
 * members, and as there nothing beside them.
 */
export const sarifSchema = closed(
  {
    $schema: { type: 'string' },
    version: { enum: ['2.1.0'] },
    runs: {
      type: 'array',
      minItems: 0,
      items: closed(
        {
          tool: closed(
            {
              driver: closed(
                {
                  name: { type: 'string' },
                  semanticVersion: { type: 'string' },
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: closed(
                      {
                        id: { type: 'string' },
                        shortDescription: text,
                        help: text,
                        defaultConfiguration: closed({ level }),
                      },
                      ['id'],
                    ),
                  },
                },
                ['name'],
              ),
            },
            ['driver'],
          ),
          invocations: list(
            closed(
              {
                commandLine: { type: 'string' },
                executionSuccessful: { type: 'boolean' },
                exitCode: { type: 'integer' },
                startTimeUtc: {
                  type: 'string',
                  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+Z$',
                },
                endTimeUtc: {
                  type: 'string',
                  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+Z$',
                },
                toolExecutionNotifications: list(
                  closed(
                    { message: text, level, descriptor: closed({ id: { type: 'string' } }), locations },
                    ['message'],
                  ),
                ),
              },
              ['executionSuccessful'],
            ),
          ),
          artifacts: {
            type: 'array',
            uniqueItems: true,
            items: closed({ location: closed({ uri, index: { type: 'integer', minimum: -1 } }) }),
          },
          results: list(
            closed(
              {
                ruleId: { type: 'string' },
                ruleIndex: { type: 'integer', minimum: -1 },
                level,
                message: text,
                locations,
                properties: bag,
              },
              ['message'],
            ),
          ),
          properties: bag,
        },
        ['tool'],
      ),
    },
  },
  ['version', 'runs'],
);
