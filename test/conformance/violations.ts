/**
 * Deliberate violations of the contract. Each is a small change to the service's behaviour that breaks one rule, and
 * the conformance checks must notice it. Violations use the hooks of `TestHooks`, which exist only for tests.
 */
import type { TestHooks } from '../../electron/service/service.ts';
import type { ActionName } from '../../shared/contract/index.ts';

export interface DeliberateViolation {
  readonly rule: string;
  /** Description of the wrong behaviour. */
  readonly what: string;
  readonly testHooks: TestHooks;
}

/**
 * Breaks a rule by running SQL after each call of an action. `:name` in the SQL stands for the field `name` of the
 * action's answer or, if the answer has no such field, for the param `name`. `:name` is null if neither exists, or if
 * the value is a list or an object.
 */
const withSqlAfter = (rule: string, what: string, action: ActionName, sql: string): DeliberateViolation => ({
  rule,
  what,
  testHooks: {
    afterAction(db, name, params, answer) {
      if (name !== action) return;
      const values: Record<string, unknown> = { ...params, ...(answer as object) };
      const names = [...new Set([...sql.matchAll(/:(\w+)/g)].map((match) => match[1] as string))];
      const bound = names.map((key) => [key, typeof values[key] === 'boolean' ? Number(values[key]) : values[key]]);
      db.prepare(sql).run(
        Object.fromEntries(
          bound.map(([key, value]) => [key, typeof value === 'object' || value === undefined ? null : value]),
        ),
      );
    },
  },
});

/** Breaks a rule by replacing text in the body of each request. */
const withRequestText = (rule: string, what: string, from: string | RegExp, to: string): DeliberateViolation => ({
  rule,
  what,
  testHooks: {
    request: (request) => ({
      ...request,
      body: request.body === null ? null : Buffer.from(request.body).toString().replaceAll(from, to),
    }),
  },
});

/** The params that the violations below read. */
interface ChangedParams {
  readonly id?: string;
  readonly userId?: string;
  readonly cardIds?: string[];
  readonly childCards?: string[];
  readonly cards?: { readonly title?: string; readonly content?: string }[];
  readonly removeMasterTag?: string;
  readonly statusChangeDurations?: object;
}

/** Breaks a rule by changing the params of each request for an action. */
const withChangedParams = (
  rule: string,
  what: string,
  action: ActionName,
  change: (params: ChangedParams) => object,
): DeliberateViolation => ({
  rule,
  what,
  testHooks: {
    request: (request) =>
      request.path === `/dispatch/${action}` && request.body
        ? {
            ...request,
            body: JSON.stringify(change(JSON.parse(Buffer.from(request.body).toString()) as ChangedParams)),
          }
        : request,
  },
});

/** Breaks a rule by performing the action `other` instead of `action`. */
const withOtherAction = (rule: string, action: ActionName, other: ActionName): DeliberateViolation => ({
  rule,
  what: `${action} does what ${other} does`,
  testHooks: {
    request: (request) =>
      request.path === `/dispatch/${action}` ? { ...request, path: `/dispatch/${other}` } : request,
  },
});

/** Breaks a rule by replacing text in the body of each JSON answer. */
const withAnswerText = (rule: string, what: string, from: string | RegExp, to: string): DeliberateViolation => ({
  rule,
  what,
  testHooks: {
    answer: (answer) =>
      answer.headers['content-type']?.startsWith('application/json')
        ? { ...answer, body: Buffer.from(answer.body).toString().replace(from, to) }
        : answer,
  },
});

const withAnswerHeaders = (
  rule: string,
  what: string,
  change: Record<string, string | undefined>,
): DeliberateViolation => ({
  rule,
  what,
  testHooks: {
    answer: (answer) => ({
      ...answer,
      headers: Object.fromEntries(
        Object.entries({ ...answer.headers, ...change }).filter(([, value]) => value !== undefined),
      ) as Record<string, string>,
    }),
  },
});

/** Breaks a rule: if the service would refuse a request with this code, it answers with a success instead. */
const withoutRefusal = (rule: string, code: string): DeliberateViolation => ({
  rule,
  what: `${code} is not refused`,
  testHooks: {
    answer: (answer) =>
      answer.status === 400 && String(answer.body).startsWith(`{"error":"${code}"`)
        ? { ...answer, status: 200, body: '{"id":"x"}' }
        : answer,
  },
});

export const deliberateViolations: readonly DeliberateViolation[] = [
  withSqlAfter(
    'status.assignee-change',
    'the card stays started',
    'cards/update',
    `UPDATE card SET status = 'started' WHERE cardId = :id AND :assigneeId IS NOT NULL`,
  ),
  withSqlAfter(
    'status.archive',
    'an archived card stays started',
    'cards/bulkUpdate',
    `UPDATE card SET status = 'started' WHERE visibility = 'archived' AND status <> 'done' AND :visibility = 'archived'`,
  ),
  withSqlAfter(
    'status.delete-deps',
    'dependencies on deleted cards stay',
    'cards/update',
    `UPDATE card SET inDeps = json_array(:id) WHERE cardId <> :id AND :visibility = 'deleted'`,
  ),
  withSqlAfter(
    'status.move-to-hero-or-doc',
    'the card stays started',
    'cards/update',
    `UPDATE card SET status = 'started' WHERE cardId = :id AND :deckId IS NOT NULL`,
  ),
  withSqlAfter(
    'status.deck-to-hero',
    'cards stay started',
    'decks/update',
    `UPDATE card SET status = 'started' WHERE deckId = :id AND status = 'not_started' AND parentCardId IS NULL AND :deckType = 'hero'`,
  ),
  withSqlAfter(
    'status.block-review',
    'the card stays started',
    'resolvables/create',
    `UPDATE card SET status = 'started' WHERE cardId = :cardId AND :context <> 'comment'`,
  ),
  withSqlAfter(
    'status.reopen',
    'the card stays started',
    'resolvables/reopen',
    `UPDATE card SET status = 'started' WHERE cardId = (SELECT cardId FROM resolvable WHERE id = :id)`,
  ),
  withChangedParams('status.close-done', 'markCardDone is ignored', 'resolvables/close', ({ id }) => ({ id })),
  withChangedParams(
    'status.snooze',
    'cards sleep ten times later',
    'account/update',
    ({ statusChangeDurations: d }) => ({
      statusChangeDurations: { ...d, snooze: 864_000 },
    }),
  ),
  withSqlAfter(
    'status.archive-done.threads',
    'open threads are not looked at',
    'resolvables/create',
    `UPDATE resolvable SET isClosed = 1`,
  ),
  withChangedParams(
    'status.archive-done.never',
    'null means a year',
    'account/update',
    ({ statusChangeDurations: d }) => ({
      statusChangeDurations: { ...d, archive: 31_536_000 },
    }),
  ),
  withSqlAfter(
    'status.done.pile',
    'there is no done pile',
    'cards/update',
    `DELETE FROM queueEntry WHERE cardId = :id AND :status = 'done'`,
  ),
  withSqlAfter(
    'status.done.others',
    'others keep done cards',
    'cards/update',
    `INSERT INTO queueEntry SELECT 'q' || id, accountId, null, cardId, createdAt, 0, (SELECT id FROM user WHERE name = 'robin') FROM queueEntry WHERE cardId = :id AND :status = 'done'`,
  ),
  withSqlAfter(
    'status.undone.hand',
    'the card comes back to the front',
    'cards/update',
    `UPDATE queueEntry SET sortIndex = -1 WHERE cardId = :id AND :status = 'not_started'`,
  ),
  withSqlAfter(
    'status.archive.threads',
    'the threads are closed by somebody',
    'cards/update',
    `UPDATE resolvable SET closedBy = creatorId WHERE cardId = :id`,
  ),
  withChangedParams('hand.add.full', 'Hands have four times the slots', 'account/update', () => ({
    maxHandSlotCount: 28,
  })),
  withSqlAfter(
    'hand.add.owner',
    'ownerless cards stay so',
    'handQueue/addCardsToHand',
    `UPDATE card SET assigneeId = NULL`,
  ),
  withChangedParams('hand.order', 'the order is upside down', 'handQueue/setCardOrders', ({ cardIds, ...rest }) => ({
    ...rest,
    cardIds: cardIds?.toReversed(),
  })),
  withChangedParams(
    'hand.remove.all',
    'nothing is removed without a user',
    'handQueue/removeCards',
    ({ cardIds, userId }) => ({
      cardIds: userId ? cardIds : [],
      userId,
    }),
  ),
  withSqlAfter('hand.sync.deck', 'Hand sync is ignored', 'cards/create', `DELETE FROM queueEntry WHERE cardId = :id`),
  withSqlAfter(
    'hand.start-exceeds',
    'a full Hand takes no started card',
    'cards/update',
    `DELETE FROM queueEntry WHERE cardId = :id AND :status = 'started'`,
  ),
  withSqlAfter(
    'bookmarks.add',
    'bookmarks are added in front',
    'bookmarks/addCards',
    `UPDATE handCard SET sortIndex = -sortIndex`,
  ),
  withSqlAfter(
    'bookmarks.deleted-card',
    'bookmarks of deleted cards stay',
    'cards/update',
    `INSERT INTO handCard SELECT cardId, creatorId, accountId, 0 FROM card WHERE cardId = :id AND visibility = 'deleted'`,
  ),
  withOtherAction('card-orders.after', 'cardOrders/addAfter', 'cardOrders/addBefore'),
  withOtherAction('card-orders.before', 'cardOrders/addBefore', 'cardOrders/addAfter'),
  withSqlAfter(
    'cards.create.default-card',
    'the template is applied',
    'cards/create',
    `UPDATE card SET priority = 'a' WHERE cardId = :id`,
  ),
  withSqlAfter('cards.create.private', 'private cards are not bookmarked', 'cards/create', `DELETE FROM handCard`),
  withChangedParams('cards.create.plan', 'the plan is not asked', 'account/update', () => ({})),
  withChangedParams(
    'cards.bulk.remove-tag',
    'letter case matters',
    'cards/bulkUpdate',
    ({ removeMasterTag, ...rest }) => rest,
  ),
  withChangedParams('cards.update-many.both', 'the empty line is missing', 'cards/updateMany', ({ cards }) => ({
    cards: cards?.map(({ title, content, ...card }) => ({
      ...card,
      ...(title && content ? { content: `${title}\n${content}` } : { title }),
    })),
  })),
  withSqlAfter(
    'cards.copy',
    'copies keep their status',
    'cards/copy',
    `UPDATE card SET status = 'started' WHERE deckId = :target`,
  ),
  withChangedParams(
    'cards.create-many.order',
    'the order is upside down',
    'cards/createMany',
    ({ cards, ...rest }) => ({
      ...rest,
      cards: cards?.toReversed(),
    }),
  ),
  withChangedParams('cards.update.child-cards', 'the order is upside down', 'cards/update', (params) => ({
    ...params,
    ...(params.childCards && { childCards: params.childCards.toReversed() }),
  })),
  withoutRefusal('cards.update.cycle', 'dependency_cycle'),
  withoutRefusal('cards.update.hero-start', 'hero_cannot_start'),
  withSqlAfter(
    'card.title.80',
    'titles are not cut',
    'cards/create',
    `UPDATE card SET title = content WHERE cardId = :id`,
  ),
  withSqlAfter(
    'card.version',
    'changes do not count',
    'cards/update',
    `UPDATE card SET version = version - 1 WHERE cardId = :id`,
  ),
  withSqlAfter(
    'card.last-updated',
    'changes have no time',
    'cards/update',
    `UPDATE card SET lastUpdatedAt = createdAt WHERE cardId = :id`,
  ),
  withoutRefusal('threads.exclusive', 'thread_conflict'),
  withoutRefusal('threads.reaction.once', 'reaction_exists'),
  withSqlAfter(
    'threads.close.clears-reopened',
    'reopenedAt stays',
    'resolvables/close',
    `UPDATE resolvable SET reopenedAt = createdAt WHERE id = :id`,
  ),
  withSqlAfter(
    'threads.update-comment',
    'edits do not count',
    'resolvables/updateComment',
    `UPDATE resolvableEntry SET version = 1 WHERE entryId = :entryId`,
  ),
  withSqlAfter(
    'files.cover.first',
    'the newest picture wins',
    'cards/addFile',
    `UPDATE card SET coverFileId = (SELECT fileId FROM attachment WHERE id = :id) WHERE coverFileId IS NOT NULL`,
  ),
  withSqlAfter(
    'decks.delete.sub-cards',
    'sub cards elsewhere stay',
    'decks/delete',
    `UPDATE card SET visibility = 'default' WHERE parentCardId IS NOT NULL`,
  ),
  withSqlAfter(
    'decks.update.milestone',
    'archived cards get it too',
    'decks/update',
    `UPDATE card SET milestoneId = :milestoneId WHERE deckId = :id`,
  ),
  withSqlAfter(
    'decks.update.auto-tag',
    'the old tag stays',
    'decks/update',
    `UPDATE card SET masterTags = '["one","two"]' WHERE :defaultProjectTagId IS NOT NULL`,
  ),
  withoutRefusal('decks.guardians.guard', 'guardians_only'),
  withoutRefusal('decks.update.journey', 'deck_has_journey'),
  withOtherAction('decks.space.after', 'decks/addToSpaceAfter', 'decks/addToSpaceBefore'),
  withSqlAfter('milestones.delete', 'decks keep it', 'milestones/delete', `UPDATE deck SET milestoneId = :id`),
  withSqlAfter(
    'milestones.global.later-projects',
    'later projects are left out',
    'projects/create',
    `DELETE FROM milestoneProject WHERE projectId = :id`,
  ),
  withSqlAfter('milestones.update.projects', 'cards keep it', 'milestones/update', `UPDATE card SET milestoneId = :id`),
  withSqlAfter(
    'runs.ahead',
    'runs are a day too long',
    'sprints/createConfig',
    `UPDATE sprint SET endDate = date(endDate, '+1 day')`,
  ),
  withSqlAfter(
    'runs.move-on-finish',
    'nothing moves on',
    'sprints/createConfig',
    `UPDATE sprintConfig SET moveOnFinish = '[]'`,
  ),
  withChangedParams('runs.move-on-finish.kinds', 'everything moves on', 'sprints/updateConfig', ({ id }) => ({
    id,
    moveOnFinish: ['undone', 'review', 'blocked'],
  })),
  withoutRefusal('runs.complete', 'run_completed'),
  withoutRefusal('runs.lock-in', 'run_locked'),
  withSqlAfter(
    'runs.auto-milestone.added',
    'later cards go without',
    'cards/update',
    `UPDATE card SET milestoneId = NULL WHERE cardId = :id AND :sprintId IS NOT NULL`,
  ),
  withoutRefusal('configs.label', 'label_template'),
  withSqlAfter(
    'tags.rename',
    'content keeps the old name',
    'projects/updateTag',
    `UPDATE card SET content = replace(content, '#new', '#old')`,
  ),
  withSqlAfter(
    'journeys.parent-title',
    'the placeholder stays',
    'journeys/start',
    `UPDATE card SET title = replace(title, 'Hero:', '%PARENT_TITLE%:')`,
  ),
  withSqlAfter(
    'projects.closed-threads',
    'threads stay open',
    'projects/setVisibility',
    `UPDATE resolvable SET isClosed = 0, closedAt = NULL`,
  ),
  withSqlAfter('progress.milestone', 'effort is not counted', 'cards/create', `UPDATE card SET effort = NULL`),
  withSqlAfter('watch.mentioned', 'nobody is subscribed', 'cards/create', 'DELETE FROM cardSubscription'),
  withSqlAfter(
    'watch.create-many',
    'the caller watches',
    'cards/createMany',
    `INSERT INTO cardSubscription SELECT 's' || cardId, cardId, creatorId FROM card`,
  ),
  withSqlAfter(
    'progress.active-projects',
    'archived projects count',
    'projects/setVisibility',
    `UPDATE project SET visibility = 'default'`,
  ),
  withSqlAfter(
    'configs.auto-assign-new',
    'cards/create follows too',
    'cards/create',
    'UPDATE card SET sprintId = (SELECT id FROM sprint WHERE "index" = 0)',
  ),
  withSqlAfter(
    'cards.copy.props',
    'priorities are copied always',
    'cards/copy',
    `UPDATE card SET priority = 'a' WHERE deckId = :target`,
  ),
  withAnswerText(
    'token.invalid',
    'the refusal says something else',
    '"message":"invalid_token"',
    '"message":"Invalid token"',
  ),
  withAnswerText('token.expired', 'an expired token is just wrong', 'token_expired', 'invalid_token'),
  withAnswerText('scope.action', 'the scope is not named', /"message":"requires [^"]+"/, '"message":"forbidden"'),
  withAnswerHeaders('token.deprecation-headers', 'nobody is told', { sunset: undefined }),
  withAnswerHeaders('limit.rate', 'the wait is not said', { 'retry-after': undefined }),
  withAnswerHeaders('origin.no-cors', 'every page may read', { 'access-control-allow-origin': '*' }),
  withAnswerText('error.hint', 'there is no hint', '"hint":', '"help":'),
  withAnswerText('error.path', 'there is no path', '"path":', '"place":'),
  withAnswerText('value.timestamp', 'milliseconds are missing', /\.\d{3}Z"/g, 'Z"'),
  withAnswerText('row.has-id', 'rows have no id', /"cardId":"[^"]+",/, ''),
  withAnswerText('response.keys-as-sent', 'keys are tidied', 'cards( {', 'cards({'),
  withRequestText('value.id', 'any text is an id', 'not-an-id', '00000000-0000-4000-8000-000000000000'),
  withRequestText('query.limit.max', 'more than 3000 are cut', '3001', '3000'),
  withRequestText('query.null.eq', 'null matches everything', '\\"priority\\":null', ''),
  withRequestText('operator.notIn', 'notIn is in', '\\"notIn\\"', '\\"in\\"'),
  withRequestText('operator.gt', 'gt is gte', '\\"gt\\"', '\\"gte\\"'),
  withRequestText('operator.lte', 'lte is lt', '\\"lte\\"', '\\"lt\\"'),
  withRequestText('query.order.descending', 'minus is ignored', '-accountSeq', 'accountSeq'),
  withRequestText('query.relation-filter.not', 'the exclamation mark is ignored', '!deck', 'deck'),
  withRequestText('query.or', '$or is $and', '$or', '$and'),
  withRequestText('query.offset', '$offset is ignored', ',\\"$offset\\":1', ''),
];
