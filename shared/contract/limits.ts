export const serviceLimits = {
  /** Per IP address within `rateWindowSeconds`. */
  rateRequests: 40,
  rateWindowSeconds: 5,
  queryLimit: 3000,
  organizationTokens: 50,
  personalTokensPerMember: 20,
  /** Bounds for the number of slots that an organization sets for its Hands. */
  handSlots: { min: 7, max: 28 },
  /** In code points. */
  titleLength: 80,
  attachmentTitleLength: 80,
} as const;

/** The answer to a request beyond a limit has a status 4xx, or 503 for `arrivingBytes`, `unreadBytes` and `connections`. */
export const embeddedServiceLimits = {
  /** Maximum number of levels of nested field lists below the root entry of a query. */
  queryDepth: 24,
  /** Maximum number of levels of nested filters in one query object. */
  filterDepth: 24,
  /** In bytes. */
  bodyBytes: 8 * 1024 * 1024,
  /** In bytes. */
  uploadBytes: 64 * 1024 * 1024,
  /** Of all uploaded files of a workspace, in bytes. */
  storedBytes: 16 * 1024 * 1024 * 1024,
  /** Of the request bodies that the service is receiving at the same time, in bytes. */
  arrivingBytes: 256 * 1024 * 1024,
  /** Of the answers that clients have not read yet, in bytes. Beyond, no answer is made until some are read. */
  unreadBytes: 512 * 1024 * 1024,
  /** Further connections get 503. */
  connections: 512,
  /** In one answer, all models together. */
  rows: 500_000,
  /** Of the rows of one answer as JSON, in characters. */
  answerLength: 256 * 1024 * 1024,
  /** Of a key of a query, with the query object or id in its parentheses. In characters. */
  queryKeyLength: 1024 * 1024,
  /** Selections and conditions in one query, all levels together. */
  selections: 2_000,
  /** Processor time of one query, in milliseconds. Other requests wait meanwhile. */
  queryMs: 5_000,
  /** Processor time of one action of a token, in milliseconds: some 25,000 changed cards. Others wait meanwhile. */
  actionMs: 5_000,
  /** Maximum number of levels of nested lists and objects in the JSON of a request body. */
  jsonDepth: 128,
  /**
   * Within `failedAttemptsSeconds`, for each IP address and for each token id. Above this number, requests with an
   * invalid token get 429 instead of 401. Requests with a valid token are not affected.
   */
  failedAttempts: 20,
  failedAttemptsSeconds: 60,
  /** An idle connection is closed 5 seconds after its last answer, not after this time. */
  requestSeconds: 30,
} as const;
