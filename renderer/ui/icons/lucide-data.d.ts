/** The shapes of a sign of lucide's, which each of its files gives beside the component, and its types leave out. */
import type { LucideIconData } from 'lucide-react';

// All of its files share one declaration.
declare module 'lucide-react/icons/hand' {
  export const __iconData: LucideIconData;
}
