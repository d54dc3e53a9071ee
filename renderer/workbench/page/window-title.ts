/** People tell the app's windows apart by their titles in the operating system's list of windows. */
import { useEffect } from 'react';
import { oneLineText } from '../../../shared/domain/content.ts';
import { useAppState } from '../../data/app-state.ts';
import { useLookups } from '../../data/lookups.ts';

/** The most specific first: "Bugs – Saltmere – Decktop". */
export const windowTitle = (...parts: readonly (string | null | undefined)[]): string =>
  [...parts.map((part) => oneLineText(part, 100)).filter(Boolean), 'Decktop'].join(' – ');

/**
 * While mounted; nothing if `title` is null. `containerName` returns, for example, the project of a deck. Called after
 * each render, because it may read the text of a rendered element.
 */
export function useWindowTitle(title: string | null, containerName: () => string | null | undefined): void {
  const { account } = useLookups();
  const name = useAppState(({ workspaces, workspace }) => (workspaces.length > 1 ? (workspace?.name ?? null) : null));
  useEffect(() => {
    if (title !== null) document.title = windowTitle(title, containerName(), name && (account?.name ?? name));
  });
  const isSet = title !== null;
  useEffect(
    () => () => {
      if (isSet) document.title = windowTitle();
    },
    [isSet],
  );
}
