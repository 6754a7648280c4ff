import { registerHooks } from 'node:module';

// TypeDoc reads programs with the JavaScript interface of TypeScript, which version 7 does not have. For TypeDoc alone,
// `typescript` is version 6.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript-6' : specifier, context),
});
