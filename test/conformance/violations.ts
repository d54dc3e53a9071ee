/**
 * Seeded violations: small changes of the service's behaviour, each against one rule, that the conformance checks must
 * notice. They use the three hooks of `TestHooks`, which exist only for tests.
 */
import type { TestHooks } from '../../electron/service/service.ts';
import type { ActionName } from '../../shared/contract/index.ts';

export interface Violation {
  readonly rule: string;
  /** Description of the wrong behaviour. */
  readonly what: string;
  readonly testHooks: TestHooks;
}

/** Runs SQL after an action. `:name` is one of its params or a key of its answer, or null. */
const after = (rule: string, what: string, action: ActionName, sql: string): Violation => ({
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

/** Changes the text of the request's body. */
const asked = (rule: string, what: string, from: string | RegExp, to: string): Violation => ({
  rule,
  what,
  testHooks: {
    request: (request) => ({
      ...request,
      body: request.body === null ? null : Buffer.from(request.body).toString().replaceAll(from, to),
    }),
  },
});

/** Params that the violations below read. */
interface CalledParams {
  readonly id?: string;
  readonly userId?: string;
  readonly cardIds?: string[];
  readonly childCards?: string[];
  readonly cards?: { readonly title?: string; readonly content?: string }[];
  readonly removeMasterTag?: string;
  readonly statusChangeDurations?: object;
}

/** Changes the params of an action. */
const called = (
  rule: string,
  what: string,
  action: ActionName,
  change: (params: CalledParams) => object,
): Violation => ({
  rule,
  what,
  testHooks: {
    request: (request) =>
      request.path === `/dispatch/${action}` && request.body
        ? { ...request, body: JSON.stringify(change(JSON.parse(Buffer.from(request.body).toString()) as CalledParams)) }
        : request,
  },
});

/** Performs another action than the requested one. */
const confused = (rule: string, action: ActionName, other: ActionName): Violation => ({
  rule,
  what: `${action} does what ${other} does`,
  testHooks: {
    request: (request) => ({ ...request, path: request.path.replace(`/dispatch/${action}`, `/dispatch/${other}`) }),
  },
});

/** Changes the text of the answer's body. */
const answered = (rule: string, what: string, from: string | RegExp, to: string): Violation => ({
  rule,
  what,
  testHooks: {
    answer: (answer) =>
      answer.headers['content-type']?.startsWith('application/json')
        ? { ...answer, body: Buffer.from(answer.body).toString().replace(from, to) }
        : answer,
  },
});

const headed = (rule: string, what: string, change: Record<string, string | undefined>): Violation => ({
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

/** Answers a refusal with this code as a success. */
const unrefused = (rule: string, code: string): Violation => ({
  rule,
  what: `${code} is not refused`,
  testHooks: {
    answer: (answer) =>
      answer.status === 400 && String(answer.body).startsWith(`{"error":"${code}"`)
        ? { ...answer, status: 200, body: '{"id":"x"}' }
        : answer,
  },
});

export const violations: readonly Violation[] = [
  after(
    'status.assignee-change',
    'the card stays started',
    'cards/update',
    `UPDATE card SET status = 'started' WHERE cardId = :id AND :assigneeId IS NOT NULL`,
  ),
  after(
    'status.archive',
    'an archived card stays started',
    'cards/bulkUpdate',
    `UPDATE card SET status = 'started' WHERE visibility = 'archived' AND status <> 'done' AND :visibility = 'archived'`,
  ),
  after(
    'status.delete-deps',
    'dependencies on deleted cards stay',
    'cards/update',
    `UPDATE card SET inDeps = json_array(:id) WHERE cardId <> :id AND :visibility = 'deleted'`,
  ),
  after(
    'status.move-to-hero-or-doc',
    'the card stays started',
    'cards/update',
    `UPDATE card SET status = 'started' WHERE cardId = :id AND :deckId IS NOT NULL`,
  ),
  after(
    'status.deck-to-hero',
    'cards stay started',
    'decks/update',
    `UPDATE card SET status = 'started' WHERE deckId = :id AND status = 'not_started' AND parentCardId IS NULL AND :deckType = 'hero'`,
  ),
  after(
    'status.block-review',
    'the card stays started',
    'resolvables/create',
    `UPDATE card SET status = 'started' WHERE cardId = :cardId AND :context <> 'comment'`,
  ),
  after(
    'status.reopen',
    'the card stays started',
    'resolvables/reopen',
    `UPDATE card SET status = 'started' WHERE cardId = (SELECT cardId FROM resolvable WHERE id = :id)`,
  ),
  called('status.close-done', 'markCardDone is ignored', 'resolvables/close', ({ id }) => ({ id })),
  called('status.snooze', 'cards sleep ten times later', 'account/update', ({ statusChangeDurations: d }) => ({
    statusChangeDurations: { ...d, snooze: 864_000 },
  })),
  after(
    'status.archive-done.threads',
    'open threads are not looked at',
    'resolvables/create',
    `UPDATE resolvable SET isClosed = 1`,
  ),
  called('status.archive-done.never', 'null means a year', 'account/update', ({ statusChangeDurations: d }) => ({
    statusChangeDurations: { ...d, archive: 31_536_000 },
  })),
  after(
    'status.done.pile',
    'there is no done pile',
    'cards/update',
    `DELETE FROM queueEntry WHERE cardId = :id AND :status = 'done'`,
  ),
  after(
    'status.done.others',
    'others keep done cards',
    'cards/update',
    `INSERT INTO queueEntry SELECT 'q' || id, accountId, null, cardId, createdAt, 0, (SELECT id FROM user WHERE name = 'robin') FROM queueEntry WHERE cardId = :id AND :status = 'done'`,
  ),
  after(
    'status.undone.hand',
    'the card comes back to the front',
    'cards/update',
    `UPDATE queueEntry SET sortIndex = -1 WHERE cardId = :id AND :status = 'not_started'`,
  ),
  after(
    'status.archive.threads',
    'the threads are closed by somebody',
    'cards/update',
    `UPDATE resolvable SET closedBy = creatorId WHERE cardId = :id`,
  ),
  called('hand.add.full', 'Hands have four times the slots', 'account/update', () => ({ maxHandSlotCount: 28 })),
  after('hand.add.owner', 'ownerless cards stay so', 'handQueue/addCardsToHand', `UPDATE card SET assigneeId = NULL`),
  called('hand.order', 'the order is upside down', 'handQueue/setCardOrders', ({ cardIds, ...rest }) => ({
    ...rest,
    cardIds: cardIds?.toReversed(),
  })),
  called('hand.remove.all', 'nothing is removed without a user', 'handQueue/removeCards', ({ cardIds, userId }) => ({
    cardIds: userId ? cardIds : [],
    userId,
  })),
  after('hand.sync.deck', 'Hand sync is ignored', 'cards/create', `DELETE FROM queueEntry WHERE cardId = :id`),
  after(
    'hand.start-exceeds',
    'a full Hand takes no started card',
    'cards/update',
    `DELETE FROM queueEntry WHERE cardId = :id AND :status = 'started'`,
  ),
  after(
    'bookmarks.add',
    'bookmarks are added in front',
    'bookmarks/addCards',
    `UPDATE handCard SET sortIndex = -sortIndex`,
  ),
  after(
    'bookmarks.deleted-card',
    'bookmarks of deleted cards stay',
    'cards/update',
    `INSERT INTO handCard SELECT cardId, creatorId, accountId, 0 FROM card WHERE cardId = :id AND visibility = 'deleted'`,
  ),
  confused('card-orders.after', 'cardOrders/addAfter', 'cardOrders/addBefore'),
  confused('card-orders.before', 'cardOrders/addBefore', 'cardOrders/addAfter'),
  after(
    'cards.create.default-card',
    'the template is applied',
    'cards/create',
    `UPDATE card SET priority = 'a' WHERE cardId = :id`,
  ),
  after('cards.create.private', 'private cards are not bookmarked', 'cards/create', `DELETE FROM handCard`),
  called('cards.create.plan', 'the plan is not asked', 'account/update', () => ({})),
  called('cards.bulk.remove-tag', 'letter case matters', 'cards/bulkUpdate', ({ removeMasterTag, ...rest }) => rest),
  called('cards.update-many.both', 'the empty line is missing', 'cards/updateMany', ({ cards }) => ({
    cards: cards?.map(({ title, content, ...card }) => ({
      ...card,
      ...(title && content ? { content: `${title}\n${content}` } : { title }),
    })),
  })),
  after(
    'cards.copy',
    'copies keep their status',
    'cards/copy',
    `UPDATE card SET status = 'started' WHERE deckId = :target`,
  ),
  called('cards.create-many.order', 'the order is upside down', 'cards/createMany', ({ cards, ...rest }) => ({
    ...rest,
    cards: cards?.toReversed(),
  })),
  called('cards.update.child-cards', 'the order is upside down', 'cards/update', (params) => ({
    ...params,
    ...(params.childCards && { childCards: params.childCards.toReversed() }),
  })),
  unrefused('cards.update.cycle', 'dependency_cycle'),
  unrefused('cards.update.hero-start', 'hero_cannot_start'),
  after('card.title.80', 'titles are not cut', 'cards/create', `UPDATE card SET title = content WHERE cardId = :id`),
  after(
    'card.version',
    'changes do not count',
    'cards/update',
    `UPDATE card SET version = version - 1 WHERE cardId = :id`,
  ),
  after(
    'card.last-updated',
    'changes have no time',
    'cards/update',
    `UPDATE card SET lastUpdatedAt = createdAt WHERE cardId = :id`,
  ),
  unrefused('threads.exclusive', 'thread_conflict'),
  unrefused('threads.reaction.once', 'reaction_exists'),
  after(
    'threads.close.clears-reopened',
    'reopenedAt stays',
    'resolvables/close',
    `UPDATE resolvable SET reopenedAt = createdAt WHERE id = :id`,
  ),
  after(
    'threads.update-comment',
    'edits do not count',
    'resolvables/updateComment',
    `UPDATE resolvableEntry SET version = 1 WHERE entryId = :entryId`,
  ),
  after(
    'files.cover.first',
    'the newest picture wins',
    'cards/addFile',
    `UPDATE card SET coverFileId = (SELECT fileId FROM attachment WHERE id = :id) WHERE coverFileId IS NOT NULL`,
  ),
  after(
    'decks.delete.sub-cards',
    'sub cards elsewhere stay',
    'decks/delete',
    `UPDATE card SET visibility = 'default' WHERE parentCardId IS NOT NULL`,
  ),
  after(
    'decks.update.milestone',
    'archived cards get it too',
    'decks/update',
    `UPDATE card SET milestoneId = :milestoneId WHERE deckId = :id`,
  ),
  after(
    'decks.update.auto-tag',
    'the old tag stays',
    'decks/update',
    `UPDATE card SET masterTags = '["one","two"]' WHERE :defaultProjectTagId IS NOT NULL`,
  ),
  unrefused('decks.guardians.guard', 'guardians_only'),
  unrefused('decks.update.journey', 'deck_has_journey'),
  confused('decks.space.after', 'decks/addToSpaceAfter', 'decks/addToSpaceBefore'),
  after('milestones.delete', 'decks keep it', 'milestones/delete', `UPDATE deck SET milestoneId = :id`),
  after(
    'milestones.global.later-projects',
    'later projects are left out',
    'projects/create',
    `DELETE FROM milestoneProject WHERE projectId = :id`,
  ),
  after('milestones.update.projects', 'cards keep it', 'milestones/update', `UPDATE card SET milestoneId = :id`),
  after(
    'runs.ahead',
    'runs are a day too long',
    'sprints/createConfig',
    `UPDATE sprint SET endDate = date(endDate, '+1 day')`,
  ),
  after(
    'runs.move-on-finish',
    'nothing moves on',
    'sprints/createConfig',
    `UPDATE sprintConfig SET moveOnFinish = '[]'`,
  ),
  called('runs.move-on-finish.kinds', 'everything moves on', 'sprints/updateConfig', ({ id }) => ({
    id,
    moveOnFinish: ['undone', 'review', 'blocked'],
  })),
  unrefused('runs.complete', 'run_completed'),
  unrefused('runs.lock-in', 'run_locked'),
  after(
    'runs.auto-milestone.added',
    'later cards go without',
    'cards/update',
    `UPDATE card SET milestoneId = NULL WHERE cardId = :id AND :sprintId IS NOT NULL`,
  ),
  unrefused('configs.label', 'label_template'),
  after(
    'tags.rename',
    'content keeps the old name',
    'projects/updateTag',
    `UPDATE card SET content = replace(content, '#new', '#old')`,
  ),
  after(
    'journeys.parent-title',
    'the placeholder stays',
    'journeys/start',
    `UPDATE card SET title = replace(title, 'Hero:', '%PARENT_TITLE%:')`,
  ),
  after(
    'projects.closed-threads',
    'threads stay open',
    'projects/setVisibility',
    `UPDATE resolvable SET isClosed = 0, closedAt = NULL`,
  ),
  after('progress.milestone', 'effort is not counted', 'cards/create', `UPDATE card SET effort = NULL`),
  after('watch.mentioned', 'nobody is subscribed', 'cards/create', 'DELETE FROM cardSubscription'),
  after(
    'watch.create-many',
    'the caller watches',
    'cards/createMany',
    `INSERT INTO cardSubscription SELECT 's' || cardId, cardId, creatorId FROM card`,
  ),
  after(
    'progress.active-projects',
    'archived projects count',
    'projects/setVisibility',
    `UPDATE project SET visibility = 'default'`,
  ),
  after(
    'configs.auto-assign-new',
    'cards/create follows too',
    'cards/create',
    'UPDATE card SET sprintId = (SELECT id FROM sprint WHERE "index" = 0)',
  ),
  after(
    'cards.copy.props',
    'priorities are copied always',
    'cards/copy',
    `UPDATE card SET priority = 'a' WHERE deckId = :target`,
  ),
  answered(
    'token.invalid',
    'the refusal says something else',
    '"message":"invalid_token"',
    '"message":"Invalid token"',
  ),
  answered('token.expired', 'an expired token is just wrong', 'token_expired', 'invalid_token'),
  answered('scope.action', 'the scope is not named', /"message":"requires [^"]+"/, '"message":"forbidden"'),
  headed('token.deprecation-headers', 'nobody is told', { sunset: undefined }),
  headed('limit.rate', 'the wait is not said', { 'retry-after': undefined }),
  headed('origin.no-cors', 'every page may read', { 'access-control-allow-origin': '*' }),
  answered('error.hint', 'there is no hint', '"hint":', '"help":'),
  answered('error.path', 'there is no path', '"path":', '"place":'),
  answered('value.timestamp', 'milliseconds are missing', /\.\d{3}Z"/g, 'Z"'),
  answered('row.has-id', 'rows have no id', /"cardId":"[^"]+",/, ''),
  answered('response.keys-as-sent', 'keys are tidied', 'cards( {', 'cards({'),
  asked('value.id', 'any text is an id', 'not-an-id', '00000000-0000-4000-8000-000000000000'),
  asked('query.limit.max', 'more than 3000 are cut', '3001', '3000'),
  asked('query.null.eq', 'null matches everything', '\\"priority\\":null', ''),
  asked('operator.notIn', 'notIn is in', '\\"notIn\\"', '\\"in\\"'),
  asked('operator.gt', 'gt is gte', '\\"gt\\"', '\\"gte\\"'),
  asked('operator.lte', 'lte is lt', '\\"lte\\"', '\\"lt\\"'),
  asked('query.order.descending', 'minus is ignored', '-accountSeq', 'accountSeq'),
  asked('query.relation-filter.not', 'the exclamation mark is ignored', '!deck', 'deck'),
  asked('query.or', '$or is $and', '$or', '$and'),
  asked('query.offset', '$offset is ignored', ',\\"$offset\\":1', ''),
];
