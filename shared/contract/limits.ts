/**
 * Limits that every service has (`serviceLimits`), and further limits that only the embedded service has
 * (`embeddedServiceLimits`).
 */
export const serviceLimits = {
  /** Maximum number of requests per IP address within `rateWindowSeconds`. */
  rateRequests: 40,
  rateWindowSeconds: 5,
  /** Maximum value of `$limit` in a query. */
  queryLimit: 3000,
  organizationTokens: 50,
  personalTokensPerMember: 20,
  /** Bounds for the number of slots that an organization sets for its Hands. */
  handSlots: { min: 7, max: 28 },
  /** Maximum length of a card's title, in code points. */
  titleLength: 80,
  attachmentTitleLength: 80,
} as const;

/**
 * Limits of the embedded service only. If a request exceeds a limit, the service answers with a status 4xx, or with 503
 * for `arrivingBytes` and `connections`. The message in the answer names the limit.
 */
export const embeddedServiceLimits = {
  /** Maximum number of levels of nested field lists below the root entry of a query. */
  queryDepth: 24,
  /** Maximum number of levels of nested filters in one query object. */
  filterDepth: 24,
  /** Maximum size of a request body, in bytes. */
  bodyBytes: 8 * 1024 * 1024,
  /** Maximum size of one uploaded file, in bytes. */
  uploadBytes: 64 * 1024 * 1024,
  /** Maximum total size of all uploaded files of a workspace, in bytes. */
  storedBytes: 16 * 1024 * 1024 * 1024,
  /** Maximum total size of the request bodies that the service is receiving at the same time, in bytes. */
  arrivingBytes: 256 * 1024 * 1024,
  /** Maximum number of connections served at the same time; further connections get 503. */
  connections: 512,
  /** Maximum number of rows in one answer, all models together. */
  rows: 500_000,
  /** Maximum number of selections and conditions in one query, all levels together. */
  selections: 2_000,
  /**
   * Maximum processor time of one query, in milliseconds. Other requests wait meanwhile.
   */
  queryMs: 5_000,
  /** Maximum number of levels of nested lists and objects in the JSON of a request body. */
  jsonDepth: 128,
  /**
   * Maximum number of failed authentications within `failedAttemptsSeconds`, counted for each IP address and for each
   * token id. Above this number, requests with an invalid token get 429 instead of 401. Requests with a valid token are
   * not affected.
   */
  failedAttempts: 20,
  failedAttemptsSeconds: 60,
  /**
   * Maximum time for receiving a request, in seconds. For an idle connection another limit applies: it is closed 5
   * seconds after its last answer.
   */
  requestSeconds: 30,
} as const;
