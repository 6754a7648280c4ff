/** A group whose kind is not known is best a private one: nobody sees what they could not see before. */
export const PRIVATE = { type: { const: 'private' } } as const;

/** The remark where nothing tells the kind of groups. */
export const KIND_UNKNOWN =
  '? nothing says what kind of groups these are, so all are private; if everybody may read them:  type: { const: public }';
