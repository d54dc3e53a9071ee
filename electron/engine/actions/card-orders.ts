/**
 * Actions on the manual order of cards. Each deck, milestone and run has its own: the position of a card is a rank,
 * independent of zones. Cards without a position come last, in `accountSeq` order. A move gives positions to the moved
 * cards, and to cards without one that must stay before them.
 */
import { type CardOrderContext, type Params, refuse } from '../../../shared/contract/index.ts';
import { ranksBetween } from '../../../shared/domain/rank.ts';
import { asActorReads, requireCard } from '../rules/access.ts';
import { cardOrderKey } from '../rules/zones.ts';
import { cardColumnByOrderContext, positionsInManualOrderSql } from '../store/card-ranks.ts';
import { hasMaterializedTables } from '../store/materialized-tables.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';

type Move = Params<'cardOrders/addAfter'>;
/** Safe, because the params have been checked. */
const kindOf = ({ context }: Pick<Move, 'context'>) => context as CardOrderContext;

type Side = 'before' | 'after';
type Gap = readonly [lower: string | null, upper: string | null];

class ManualOrder {
  readonly #context: ActionContext;
  readonly #kind: CardOrderContext;
  readonly #ownerId: string;
  readonly #positionsSql: string;

  constructor(context: ActionContext, kind: CardOrderContext, ownerId: string) {
    this.#context = context;
    this.#kind = kind;
    this.#ownerId = ownerId;
    this.#positionsSql = positionsInManualOrderSql(kind, hasMaterializedTables(context.rows.db));
  }

  /** The outermost rank of the cards not in `moving`; null without one. `limit` restricts the search. */
  #outermost(which: 'lowest' | 'highest', moving: ReadonlySet<string>, limit?: { above: string } | { below: string }) {
    const bound = limit === undefined ? '' : `AND p."sortValue" ${'above' in limit ? '>' : '<'} @limit`;
    const sql = `SELECT p."sortValue" FROM ${this.#positionsSql} p WHERE p."cardId" NOT IN (SELECT value FROM json_each(@moving)) ${bound}
      ORDER BY p."sortValue" ${which === 'lowest' ? '' : 'DESC'} LIMIT 1`;
    const [value = null] = Object.values(limit ?? {}) as string[];
    const found = this.#firstColumn(sql, { moving: JSON.stringify([...moving]), limit: value })[0];
    return (found ?? null) as string | null;
  }

  /** Between these ranks, the moved cards are inserted. Null if there is no card on that side. */
  gap({ targetId, label }: Pick<Move, 'targetId' | 'label'>, side: Side, moving: ReadonlySet<string>): Gap {
    if (targetId === null) {
      if (side === 'before') return [null, this.#outermost('lowest', moving)];
      // Cards in the unnamed zone without a position get one, so that the moved cards can follow them.
      if (label === null) this.#createPositionsUpTo(null, moving);
      return [this.#outermost('highest', moving), null];
    }
    if (this.rankOf(targetId) === undefined) this.#createPositionsUpTo(targetId, moving);
    const rank = this.rankOf(targetId);
    if (rank === undefined) return [this.#outermost('highest', moving), null];
    return side === 'after'
      ? [rank, this.#outermost('lowest', moving, { above: rank })]
      : [this.#outermost('highest', moving, { below: rank }), rank];
  }

  rankOf(cardId: string): string | undefined {
    return this.#context.rows.get('cardOrder', cardOrderKey(this.#kind, cardId))?.sortValue;
  }

  /** Cards without a position, in `accountSeq` order. They come after all others. */
  #unplaced(): string[] {
    const owned = `FROM "card" c WHERE c."${cardColumnByOrderContext[this.#kind]}" = @ownerId`;
    // Usually all cards have positions. Comparing both counts is quick, because it reads only indexes.
    const [count] = this.#firstColumn(
      `SELECT (SELECT count(*) ${owned}) - (SELECT count(*) FROM ${this.#positionsSql})`,
    );
    if (count === 0) return [];
    return this.#firstColumn(
      `SELECT c."cardId" ${owned} AND NOT EXISTS (SELECT 1 FROM "cardOrder" o WHERE o."context" = @context AND o."cardId" = c."cardId")
       ORDER BY c."accountSeq" IS NULL, c."accountSeq", c."cardId"`,
    ) as string[];
  }

  #firstColumn(sql: string, values: Readonly<Record<string, string | null>> = {}): unknown[] {
    const { db } = this.#context.rows;
    return db
      .prepare(sql)
      .pluck()
      .all({ context: this.#kind, ownerId: this.#ownerId, ...values });
  }

  /** In `accountSeq` order, up to and including `last` (null: all). Skips `moving`. */
  #createPositionsUpTo(last: string | null, moving: ReadonlySet<string>): void {
    const unplaced = this.#unplaced();
    const upTo = last === null ? unplaced : unplaced.slice(0, unplaced.indexOf(last) + 1);
    const staying = upTo.filter((id) => !moving.has(id));
    const ranks = ranksBetween(this.#outermost('highest', new Set()), null, staying.length);
    for (const [index, id] of staying.entries()) this.place(id, null, ranks[index] as string);
  }

  place(cardId: string, label: string | null, sortValue: string): void {
    const { rows, accountId } = this.#context;
    rows.put('cardOrder', { context: this.#kind, cardId, accountId, label, sortValue });
  }
}

/** The card's deck, milestone or run; null if it has none that the actor sees, undefined for an unknown card. */
const ownerOf = (context: ActionContext, kind: CardOrderContext, cardId: string): string | null | undefined => {
  const card = context.rows.get('card', cardId);
  return card && (asActorReads(context, 'card', card)[cardColumnByOrderContext[kind]] as string | null);
};

function moveCards(context: ActionContext, params: Move, side: Side): void {
  const { cardIds, targetId, label } = params;
  const kind = kindOf(params);
  const moving = [...new Set(cardIds)].filter((id) => id !== targetId);
  for (const [ownerId, ids] of Map.groupBy(moving, (id) => ownerOf(context, kind, id))) {
    if (!ownerId) continue;
    const order = new ManualOrder(context, kind, ownerId);
    const ranks = ranksBetween(...order.gap({ targetId, label }, side, new Set(ids)), ids.length);
    for (const [index, id] of ids.entries()) order.place(id, label, ranks[index] as string);
  }
}

/** @throws Refusal for an invisible card, and for a card without a deck, milestone or run */
function checkMove(context: ActionContext, params: Move): void {
  const { cardIds, targetId } = params;
  const kind = kindOf(params);
  if (targetId !== null) requireCard(context, targetId);
  for (const id of cardIds) requireCard(context, id);
  for (const id of cardIds)
    if (ownerOf(context, kind, id) === null) throw refuse('invalid_param', `Card '${id}' is in no ${kind}.`);
}

/** @throws Refusal if a moved card is known to belong to another deck, milestone or run than the target */
function refuseOtherOwner(context: ActionContext, params: Move): void {
  const { cardIds, targetId } = params;
  const kind = kindOf(params);
  const targetOwnerId = targetId === null ? undefined : ownerOf(context, kind, targetId);
  if (targetOwnerId === undefined) return;
  for (const id of cardIds) {
    const ownerId = ownerOf(context, kind, id);
    if (ownerId !== undefined && ownerId !== targetOwnerId)
      throw refuse('invalid_param', `Card '${id}' is not in the ${kind} of card '${targetId}'.`);
  }
}

export const cardOrderHandlers = {
  'cardOrders/addAfter': {
    check: checkMove,
    refuseCertain: refuseOtherOwner,
    effect: (context, params) => void moveCards(context, params, 'after'),
  },
  'cardOrders/addBefore': {
    check: checkMove,
    refuseCertain: refuseOtherOwner,
    effect: (context, params) => void moveCards(context, params, 'before'),
  },
  'cardOrders/updateLabel': {
    check(context, { cardIds }) {
      for (const id of cardIds) requireCard(context, id);
    },
    effect(context, params) {
      const { cardIds, label } = params;
      const kind = kindOf(params);
      for (const id of new Set(cardIds))
        if (ownerOf(context, kind, id)) context.rows.update('cardOrder', cardOrderKey(kind, id), { label });
    },
  },
} satisfies Partial<ActionHandlers>;
