/** Loaded before a program: its clock shows another day. */
const shiftMs = Number(process.env['SHIFT_DAYS'] ?? 0) * 86_400_000;
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + shiftMs] : args, newTarget) as Date,
  get: (target, name) => (name === 'now' ? () => RealDate.now() + shiftMs : Reflect.get(target, name)),
});
