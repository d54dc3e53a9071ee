/** A benchmark. The files in test/bench/rows export `name`, `budget` and `run`. */
export interface BenchRow {
  /** Value for `--only`. */
  readonly name: string;
  readonly budget: Budget;
  run(): Measured | Promise<Measured>;
  /** Closes what the row opened and may share with other rows. Called after all of them have run. */
  end?(): Promise<void>;
}

/** At least one bound. Ratios hold on every machine, milliseconds on the reference machine only. */
export interface Budget {
  /** Upper bound of the median divided by the baseline's median. */
  readonly ratio?: number;
  /** In ms. */
  readonly p95?: number;
}

export interface Stats {
  /** In ms. */
  readonly median: number;
  readonly p95: number;
}

export interface Limit {
  readonly what: string;
  readonly value: number;
  /** Largest allowed value, in the same unit. */
  readonly max: number;
}

export interface Measured extends Stats {
  /** The same work done in another way in the same run. */
  readonly baseline?: Stats & { readonly what: string };
  /** Further ways, for comparison only. */
  readonly besides?: readonly (Stats & { readonly what: string })[];
  /** Further conditions of the budget. */
  readonly limits?: readonly Limit[];
  /** One line about the measurement. */
  readonly note?: string;
}
