/** Finds what cursors miss: compares a few fields of every card of some decks, and its places, with what is stored. */
import { type QueryAnswer, related, rowKey } from '../../shared/contract/index.ts';
import type { AnyRow } from '../engine/rows.ts';
import { tableOf } from '../engine/schema.ts';
import { idsUnder } from './answers.ts';
import type { Ledger } from './ledger.ts';
import { accountQuery } from './selections.ts';

const placeFields = ['context', 'cardId', 'label', 'sortValue'];
const compared = ['cardId', 'version', 'derivedStatus', 'hasBlockingDeps', 'isBlockingDep', 'childCards', 'deckId'];

/** Null stands for the private cards, which are in no deck. */
export function digestOf(deckIds: readonly (string | null)[], showsOrder: boolean) {
  const ids = deckIds.filter((id) => id !== null);
  const where = {
    $or: [
      ...(ids.length > 0 ? [{ deckId: { op: 'in', value: ids } }] : []),
      ...(deckIds.includes(null) ? [{ deckId: null }] : []),
    ],
  };
  const key = related('cards', where);
  return {
    query: accountQuery({ [key]: showsOrder ? [...compared, { cardOrders: placeFields }] : compared }),
    /** Units to read: cards that differ, and stored ones that the service did not list. */
    differences(answer: QueryAnswer, ledger: Ledger): Set<string> {
      const units = new Set<string>();
      const listed = new Set(idsUnder(answer, key));
      const rows = (answer.card ?? {}) as Record<string, AnyRow>;
      for (const id of listed) {
        const stored = ledger.images.confirmed(ledger.rows, 'card', id);
        const row = rows[id] ?? {};
        const places = rows[id]?.cardOrders;
        const known = ledger.rows.find('cardOrder', { cardId: id }).length;
        if (Array.isArray(places) && places.length !== known) units.add(`order:${id}`);
        const differs = compared.some(
          (name) => name in row && JSON.stringify(row[name]) !== JSON.stringify(stored?.[name]),
        );
        if (differs) units.add(`card:${id}`);
      }
      for (const row of Object.values(answer.cardOrder ?? {}) as AnyRow[]) {
        const stored = ledger.images.confirmed(ledger.rows, 'cardOrder', rowKey(tableOf('cardOrder').model, row));
        if (placeFields.some((name) => row[name] !== stored?.[name])) units.add(`order:${row.cardId}`);
      }
      const marks = ids.map(() => '?').join(', ');
      const condition = `"deckId" IN (${marks})${deckIds.includes(null) ? ' OR "deckId" IS NULL' : ''}`;
      for (const { cardId } of ledger.rows.where('card', condition, ...ids))
        if (!listed.has(cardId) && ledger.images.confirmed(ledger.rows, 'card', cardId)) units.add(`card:${cardId}`);
      return units;
    },
  };
}
