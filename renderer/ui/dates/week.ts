/** The first day of the week as in `Date.getDay`: 0 is Sunday. The app provides the organization's setting. */
import { createContext } from 'react';

export const FirstWeekday = createContext(1);
