/**
 * The first script of a window. While the other scripts load, it requests the data that every view needs. If the window
 * opens with the Hand, it also requests the cards of the person's own Hand. This script must stay small.
 */
import { handQuery, lookupsQuery, peopleQuery, unfinishedCardCountsQuery } from '../data/first-queries.ts';
import { preloadCommandAnswer, preloadWatch } from '../data/preloaded.ts';
import { cardsQuery } from '../model/card-row.ts';

void preloadCommandAnswer('settings/get');
void preloadCommandAnswer('app/filesKey');
const workspace = preloadCommandAnswer('workspace/current');
preloadWatch(lookupsQuery);
void workspace.then((outcome) => {
  const me = outcome.ok ? (outcome.value?.userId ?? null) : null;
  preloadWatch(peopleQuery(me));
  if (me === null) return;
  preloadWatch(handQuery(me));
  if (/^#\/hand(\?|$)/.test(location.hash)) preloadWatch(cardsQuery({ queueEntries: { userId: me } }, null));
});
preloadWatch(unfinishedCardCountsQuery);
