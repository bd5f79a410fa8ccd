const KIB = 1_024;
/** A body that is larger, or announces to be, leaves the reserve for small ones. */
export const SMALL_BYTES = 64 * KIB;
/** For all connections of the process. */
const BOUNDS = { small: 8_192 * KIB, large: 16_384 * KIB };
const SHARES = 8;
/** A body younger than this has no meaningful speed yet. */
const YOUNG_MS = 1_000;

/** The accounting of one incomplete body. */
export interface Upload {
  readonly address: string;
  readonly begunAt: number;
  /** Bytes; NaN: the length is not announced. */
  readonly declared: number;
  /** Bytes. */
  held: number;
  /** null: no longer counted. */
  reserve: Reserve | null;
  /** Releases what is held. */
  readonly cut: () => void;
}

export interface BodyBudget {
  /** `cut` is called at most once, and never after `end`. */
  begin(address: string, declared: number, cut: () => void): Upload;
  /** Cuts whatever exceeds the limit then: this upload or others. */
  grow(upload: Upload, bytes: number): void;
  end(upload: Upload): void;
  /** Bytes held now. */
  held(): number;
}

/**
 * Limits the bodies in flight over all connections. Beyond the limit the slowest incomplete one is cut, never the
 * newest or one that has just sent data. An address that holds more than an eighth loses its own slowest body, so it
 * can't crowd out others.
 */
export function createBodyBudget(bounds = BOUNDS, now: () => number = Date.now): BodyBudget {
  const small = new Reserve(bounds.small);
  const large = new Reserve(bounds.large);

  function drop(reserve: Reserve, among: readonly Upload[], growing: Upload): void {
    const others = among.filter((upload) => upload !== growing);
    const victim = slowest(others, now()) ?? growing;
    reserve.remove(victim);
    victim.cut();
  }

  function relieve(reserve: Reserve, growing: Upload): void {
    const { address } = growing;
    while (reserve.heldBy(address) > reserve.bound / SHARES)
      drop(
        reserve,
        reserve.uploads.filter((upload) => upload.address === address),
        growing,
      );
    while (reserve.held > reserve.bound) drop(reserve, reserve.uploads, growing);
  }

  return {
    begin(address, declared, cut) {
      const upload: Upload = { address, begunAt: now(), declared, held: 0, reserve: null, cut };
      (declared > SMALL_BYTES ? large : small).add(upload);
      return upload;
    },
    grow(upload, bytes) {
      if (!upload.reserve) return;
      upload.reserve.count(upload, bytes);
      if (Number.isNaN(upload.declared) && upload.reserve === small && upload.held > SMALL_BYTES) {
        small.remove(upload);
        large.add(upload);
      }
      relieve(upload.reserve, upload);
    },
    end: (upload) => upload.reserve?.remove(upload),
    held: () => small.held + large.held,
  };
}

/** By bytes per millisecond since the start; among young bodies the one that wants most, then the oldest. */
function slowest(uploads: readonly Upload[], now: number): Upload | undefined {
  const old = uploads.filter(({ begunAt }) => now - begunAt >= YOUNG_MS);
  const speed = ({ held, begunAt }: Upload) => held / (now - begunAt);
  if (old.length > 0) return old.reduce((worst, upload) => (speed(upload) < speed(worst) ? upload : worst));
  return uploads.toSorted((a, b) => wanted(b) - wanted(a) || a.begunAt - b.begunAt)[0];
}

/** Bytes; what its sender does not say may be any number. */
function wanted({ declared }: Upload): number {
  return Number.isNaN(declared) ? Number.MAX_SAFE_INTEGER : declared;
}

class Reserve {
  readonly bound: number;
  /** In no order; an array, since tables that uploads enter and leave would keep them (see ../server.ts). */
  readonly uploads: Upload[] = [];
  held = 0;
  readonly #byAddress = new Map<string, number>();

  constructor(bound: number) {
    this.bound = bound;
  }

  heldBy(address: string): number {
    return this.#byAddress.get(address) ?? 0;
  }

  add(upload: Upload): void {
    this.uploads.push(upload);
    upload.reserve = this;
    this.#note(upload.address, upload.held);
  }

  count(upload: Upload, bytes: number): void {
    upload.held += bytes;
    this.#note(upload.address, bytes);
  }

  remove(upload: Upload): void {
    const last = this.uploads.pop();
    if (last && last !== upload) this.uploads[this.uploads.indexOf(upload)] = last;
    upload.reserve = null;
    this.#note(upload.address, -upload.held);
  }

  #note(address: string, bytes: number): void {
    this.held += bytes;
    const held = this.heldBy(address) + bytes;
    if (held > 0) this.#byAddress.set(address, held);
    else this.#byAddress.delete(address);
  }
}
