/**
 * A benchmark. The files in test/bench/rows and test/bench/competitors/rows export `name`, `budget` and `run`, and
 * `end` if it is needed.
 */
export interface BenchRow {
  /** Name of the benchmark, as in `--only <name>`. */
  readonly name: string;
  readonly budget: Budget;
  run(): BenchResult | Promise<BenchResult>;
  /**
   * Closes windows and processes that several benchmarks share. Called when all benchmarks have run, or at once if this
   * benchmark failed.
   */
  end?(): Promise<void>;
}

/**
 * The upper bounds of a benchmark; at least one is given. A ratio is valid on every machine, an absolute value only
 * on the reference machine.
 */
export interface Budget {
  /** Upper bound of the median divided by the baseline's median. */
  readonly ratio?: number;
  /** Upper bound of the 95th percentile, in the unit of the benchmark's `Stats`. */
  readonly p95?: number;
}

/** Median and 95th percentile, in ms unless the benchmark's note states another unit. */
export interface Stats {
  readonly median: number;
  readonly p95: number;
}

export interface BoundedFigure {
  readonly what: string;
  readonly value: number;
  /** Largest allowed value, in the unit of `value`. */
  readonly max: number;
}

export interface BenchResult extends Stats {
  /**
   * The same or similar work, done in another way and measured in the same run. `Budget.ratio` is the upper bound for
   * the benchmark's median divided by this median.
   */
  readonly baseline?: Stats & { readonly what: string };
  /** Further measurements, printed without a budget. */
  readonly besides?: readonly (Stats & { readonly what: string })[];
  /** Further upper bounds. The benchmark is over its budget if a value exceeds its bound. */
  readonly limits?: readonly BoundedFigure[];
  /** One line about the measurement. */
  readonly note?: string;
}
