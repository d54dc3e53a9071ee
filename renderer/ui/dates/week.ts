/** On which day weeks begin, as `Date.getDay` counts: 0 is Sunday. Of the organization, so given from above. */
import { createContext } from 'react';

export const FirstWeekday = createContext(1);
