/** The window's title says what it shows, so that windows are told apart where the system lists them. */
import { useEffect } from 'react';
import { useApp } from '../data/app-state.ts';
import { useLookups } from '../data/lookups.ts';

/** Most particular first: "Bugs – Saltmere – Decktop". */
export const windowTitle = (...parts: readonly (string | null | undefined)[]): string =>
  [...parts.filter(Boolean), 'Decktop'].join(' – ');

/** No title is set where it is null. `inside` is read after each draw: what holds the thing may be known as an element's text. */
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
