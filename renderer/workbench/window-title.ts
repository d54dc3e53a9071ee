/** Sets the title of the window to the shown view or card, so that the system's list of windows shows the difference. */
import { useEffect } from 'react';
import { useApp } from '../data/app-state.ts';
import { useLookups } from '../data/lookups.ts';

/** The title from its parts, the most specific first: "Bugs – Saltmere – Decktop". */
const windowTitle = (...parts: readonly (string | null | undefined)[]): string =>
  [...parts.filter(Boolean), 'Decktop'].join(' – ');

/**
 * Sets the title while the component is mounted; does nothing if `title` is null. `inside` returns the container, such as the
 * project of a deck. It runs after each render, because it may read the text of an element.
 */
export function useWindowTitle(title: string | null, inside: () => string | null | undefined): void {
  const { account } = useLookups();
  const name = useApp(({ workspaces, workspace }) => (workspaces.length > 1 ? (workspace?.name ?? null) : null));
  useEffect(() => {
    if (title !== null) document.title = windowTitle(title, inside(), name && (account?.name ?? name));
  });
  const isSet = title !== null;
  useEffect(
    () => () => {
      if (isSet) document.title = windowTitle();
    },
    [isSet],
  );
}
