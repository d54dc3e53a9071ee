/**
 * Where the cards of one column stand: heights by index, measured or estimated, and their sums. A card that turned out
 * higher or lower than estimated moves what is below it, so sums begin anew from there only.
 */
export class CardTrack {
  #keys: readonly string[] = [];
  #estimate: (key: string) => number = () => 0;
  /** What was measured, by key: kept while the card is elsewhere or out of sight. */
  #measured = new Map<string, number>();
  #heights = new Float64Array(0);
  /** `#starts[index]`: px above the card; one more than there are cards. */
  #starts = new Float64Array(1);
  #top = 0;
  #bottom = 0;
  /** Sums before this index hold. */
  #summed = 0;

  /** Takes what stands there now. Another `estimate` means that cards look another way: nothing measured holds. */
  take(keys: readonly string[], estimate: (key: string) => number, top: number, bottom: number): void {
    const isOther = estimate !== this.#estimate;
    if (isOther) this.#measured.clear();
    this.#bottom = bottom;
    if (!isOther && keys === this.#keys && top === this.#top) return;
    this.#keys = keys;
    this.#estimate = estimate;
    this.#top = top;
    this.#heights = new Float64Array(keys.length);
    this.#starts = new Float64Array(keys.length + 1);
    for (const [index, key] of keys.entries()) this.#heights[index] = this.#measured.get(key) ?? estimate(key);
    this.#summed = 0;
  }

  get count(): number {
    return this.#keys.length;
  }
  /** px from the first padding to the last. */
  get total(): number {
    return this.startOf(this.count) + this.#bottom;
  }
  keyOf(index: number): string | undefined {
    return this.#keys[index];
  }
  isMeasured(key: string): boolean {
    return this.#measured.has(key);
  }

  /** px above a card; of `count`: where the next one would begin. */
  startOf(index: number): number {
    this.#sum();
    return this.#starts[Math.max(0, Math.min(index, this.count))] ?? 0;
  }

  /** Takes a card's real height; answers how many px it is off. */
  measure(index: number, height: number): number {
    const key = this.#keys[index];
    if (key === undefined) return 0;
    this.#measured.set(key, height);
    const off = height - (this.#heights[index] ?? 0);
    if (off === 0) return 0;
    this.#heights[index] = height;
    this.#summed = Math.min(this.#summed, index);
    return off;
  }

  /** The card at a height; the last one below all. -1: there are none. */
  at(y: number): number {
    return Math.min(
      this.count - 1,
      Math.max(
        0,
        this.#search((index) => this.startOf(index + 1) <= y),
      ),
    );
  }

  /** The index of the first card whose middle is below a height: where a card dropped there would stand. */
  gapAt(y: number): number {
    return this.#search((index) => (this.startOf(index) + this.startOf(index + 1)) / 2 < y);
  }

  /** Indexes [from, to) of the cards that reach into a range of heights; `inset` px at both ends of each are not card. */
  reaching(low: number, high: number, inset: number): readonly [number, number] {
    return [
      this.#search((index) => this.startOf(index + 1) - inset <= low),
      this.#search((index) => this.startOf(index) + inset < high),
    ];
  }

  /** How many cards at the beginning answer yes. */
  #search(isBefore: (index: number) => boolean): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #sum(): void {
    const starts = this.#starts;
    if (this.#summed >= this.count && starts[0] === this.#top) return;
    let at = this.#summed === 0 ? this.#top : (starts[this.#summed] ?? this.#top);
    for (let index = this.#summed; index < this.count; index++) {
      starts[index] = at;
      at += this.#heights[index] ?? 0;
    }
    starts[this.count] = at;
    this.#summed = this.count;
  }
}
