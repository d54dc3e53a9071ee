/** A benchmark, as the files in test/bench/rows export it: `name`, `budget`, `run`. */
export interface BenchRow {
  /** What `--only` takes. */
  readonly name: string;
  readonly budget: Budget;
  run(): Measured | Promise<Measured>;
  /** Closes what the row opened and other rows may share; called once all have run. */
  end?(): Promise<void>;
}

/** At least one bound. Ratios travel between machines, milliseconds hold on the reference machine only. */
export interface Budget {
  /** Median against the baseline's median. */
  readonly ratio?: number;
  /** Milliseconds. */
  readonly p95?: number;
}

export interface Stats {
  /** Milliseconds. */
  readonly median: number;
  readonly p95: number;
}

export interface Limit {
  readonly what: string;
  readonly value: number;
  /** The same unit; as much is still within. */
  readonly most: number;
}

export interface Measured extends Stats {
  /** The same work done another way in the same run. */
  readonly baseline?: Stats & { readonly what: string };
  /** Further ways, for comparison only. */
  readonly besides?: readonly (Stats & { readonly what: string })[];
  /** What else must hold for the row to be within its budget. */
  readonly limits?: readonly Limit[];
  /** One line on what was measured. */
  readonly note?: string;
}
