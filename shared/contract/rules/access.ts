/**
 * Rules about tokens, scopes, limits, requests of other web pages, and invalid requests. Each section has the sentences
 * of its rules by rule id.
 */
export const accessRules = {
  Tokens: {
    'token.bearer': 'A token is sent as `Authorization: Bearer`.',
    'token.invalid': 'A wrong, incomplete or missing token answers 401 `invalid_token`.',
    'token.revoked': 'Revoking takes effect at once.',
    'token.revoked.author': "Cards of a revoked token keep the token's name as author.",
    'token.expired': 'After its date a token answers 401 `token_expired`.',
    'token.account-header': '`X-Account` of the own organization is accepted.',
    'token.account-mismatch': '`X-Account` of another organization answers 400 `token_account_mismatch`.',
    'token.legacy-header': '`X-Auth-Token` works until 2026-12-31.',
    'token.legacy-header.end': '`X-Auth-Token` stops working on 2026-12-31.',
    'token.deprecation-headers': 'Answers to a deprecated form carry `Deprecation`, `Sunset` and `Link`.',
    'token.hash': 'Only a hash of the secret is stored.',
    'token.user': "An organization token's user is of kind `api_token` and carries its label.",
    'token.projects': 'An organization token sees its selected projects only.',
    'token.projects.later': 'Projects created later are not added by themselves.',
    'token.projects.kept': 'What a token does not see stays as it is in lists that it replaces, and in Hands.',
    'token.admin-projects': 'An admin token sees all projects, later ones too.',
    'token.personal.role': "A personal token can be set only up to its owner's role.",
    'token.personal.role-lowered': 'A lowered role lowers the token until it is raised again.',
    'token.personal.disabled': 'A disabled owner answers 401 `not_a_member`; enabling restores.',
    'token.personal.removed': 'Removing the owner deletes their tokens.',
    'token.personal.off': 'Switched off, personal tokens answer 401 `user_api_tokens_disabled`; enabling restores.',
    'token.personal.off.none-new': 'Switched off, no new personal token can be made.',
    'token.personal.revoked-told': 'The owner of a personal token is told when somebody else revokes it.',
    'token.limit.organization': 'An organization has at most 50 tokens.',
    'token.limit.personal': 'A member has at most 20 tokens.',
    'token.no-management': 'Tokens cannot manage tokens.',
  },
  Scopes: {
    'scope.action': 'An action without its scope answers 403 `requires <scope>`.',
    'scope.personal-extra': 'Personal tokens read their own `timezone`.',
    'scope.projects-create': '`projects/create` below admin answers 403 `requires project:create`.',
  },
  Limits: {
    'limit.rate': 'Above 40 requests in 5 seconds an address gets 429 with `retry-after` in seconds.',
    'limit.rate.per-ip': 'The rate counts per address.',
    'limit.failed-attempts': 'Too many failed attempts answer 429 `rate_limit`.',
  },
  Browsers: {
    'origin.foreign': 'Requests of other web pages are refused.',
    'origin.no-cors': 'No answer allows another page to read it.',
  },
  Robustness: {
    'robust.json': 'A body that is no JSON answers a 4xx with a JSON error.',
    'robust.nesting': 'A body that nests too deep answers a 4xx with a JSON error.',
    'robust.size': 'A body that is too large answers a 4xx with a JSON error.',
    'robust.utf8': 'A body that is not UTF-8 answers a 4xx with a JSON error.',
    'robust.unknown-action': 'An unknown action or path answers a 4xx with a JSON error.',
  },
} as const;
