// Loaded before a process (`--import`): the clock of its machine is wrong by `SHIFT_MS`.
const shiftMs = Number(process.env.SHIFT_MS);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length > 0 ? given : [RealDate.now() + shiftMs]));
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
};
