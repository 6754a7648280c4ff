/**
 * Two 32-bit halves of a 64-bit fingerprint of a text; not for secrets. With 10 million keys the chance that any two
 * collide is about 3 in a million.
 */
export function fingerprint64(text: string): { readonly lo: number; readonly hi: number } {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return { lo: a >>> 0, hi: b >>> 0 };
}
