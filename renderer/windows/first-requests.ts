/**
 * The first script of a window. While the other scripts load, this script requests the data that every view needs. If
 * the window opens with the Hand, the script also requests the cards of the person's own Hand. The script must stay
 * small, so that its requests start early.
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
