/** The first script of a window, a small one: it asks for what every view needs while the others are still being read. */

import { countsQuery, handQuery, lookupsQuery, peopleQuery } from './data/first-queries.ts';
import { askEarly, watchEarly } from './data/preloaded.ts';
import { cardsQuery } from './model/card-row.ts';

void askEarly('settings/get');
const workspace = askEarly('workspace/current');
watchEarly(lookupsQuery);
void workspace.then((outcome) => {
  const me = outcome.ok ? (outcome.value?.userId ?? null) : null;
  watchEarly(peopleQuery(me));
  if (me === null) return;
  watchEarly(handQuery(me));
  if (/^#\/hand(\?|$)/.test(location.hash)) watchEarly(cardsQuery({ queueEntries: { userId: me } }, null));
});
watchEarly(countsQuery);
