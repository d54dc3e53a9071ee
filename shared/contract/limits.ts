/** Limits of the interface, and the ceilings that the embedded service adds. */
export const limits = {
  /** Requests per IP within `rateWindowSeconds`. */
  rateRequests: 40,
  rateWindowSeconds: 5,
  queryLimit: 3000,
  organizationTokens: 50,
  personalTokensPerMember: 20,
  handSlots: { min: 7, max: 28 },
  /** Code points. */
  titleLength: 80,
  attachmentTitleLength: 80,
} as const;

/** Ceilings of the embedded service; a request above one gets a 4xx with a message that names it. */
export const ceilings = {
  /** Nested field lists below the root entry. */
  queryDepth: 24,
  /** Nested filters within one query object. */
  filterDepth: 24,
  /** Bytes of a request body. */
  bodyBytes: 8 * 1024 * 1024,
  /** Bytes of one uploaded file. */
  uploadBytes: 64 * 1024 * 1024,
  /** Bytes of all uploaded files of a workspace. */
  storedBytes: 16 * 1024 * 1024 * 1024,
  /** Bytes of all request bodies that are arriving. */
  arrivingBytes: 256 * 1024 * 1024,
  /** Maximum number of connections served at the same time; further ones get 503. */
  connections: 512,
  /** Rows in one answer, all models together. */
  rows: 500_000,
  /** Selections in one query, all levels together. */
  selections: 2_000,
  /** Brackets nested in a request body. */
  jsonDepth: 128,
  /** Failed authentications per IP, and per token, within `failedAttemptsSeconds` before further ones are slowed. */
  failedAttempts: 20,
  failedAttemptsSeconds: 60,
  /** How long a request may take to arrive, and a connection to say nothing. */
  requestSeconds: 30,
} as const;
