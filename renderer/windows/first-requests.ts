/**
 * The first script of a window: requests the data that every view needs, and the cards of the person's own Hand if the
 * window opens with it, while the other scripts load. It must stay small, so that its requests start early.
 */
import { handQuery, lookupsQuery, peopleQuery, unfinishedCardCountsQuery } from '../data/first-queries.ts';
import { preloadCommandAnswer, startLiveQueryEarly } from '../data/preloaded.ts';
import { cardsQuery } from '../model/card-row.ts';

void preloadCommandAnswer('settings/get');
void preloadCommandAnswer('app/filesKey');
const workspace = preloadCommandAnswer('workspace/current');
startLiveQueryEarly(lookupsQuery);
void workspace.then((outcome) => {
  const me = outcome.ok ? (outcome.value?.userId ?? null) : null;
  startLiveQueryEarly(peopleQuery(me));
  if (me === null) return;
  startLiveQueryEarly(handQuery(me));
  if (/^#\/hand(\?|$)/.test(location.hash)) startLiveQueryEarly(cardsQuery({ queueEntries: { userId: me } }, null));
});
startLiveQueryEarly(unfinishedCardCountsQuery);
