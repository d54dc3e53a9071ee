/** As in `Date.getDay` (0 is Sunday). `FirstWeekdayProvider` sets it. */
import { createContext } from 'react';

export const FirstWeekdayContext = createContext(1);
