/** Three ways to begin, as pictures: the demo, an own workspace, a service. */
import { type ReactElement, useEffect, useRef } from 'react';
import { useAppState, useWorkspace } from '../../data/app-state.ts';
import { navigate } from '../../data/routes.ts';
import { demoWorkspaceCommandLabel, openDemoWorkspace } from '../../data/workspace-actions.ts';
import { cx } from '../../ui/cx.ts';
import { popupSelector } from '../../ui/dom/keep-focus-in-view.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { closeDialog, openDialog, useDialog } from '../../workbench/dialog-state.ts';
import styles from './StartChoices.module.css';
import { DemoPicture, OwnPicture, ServicePicture } from './StartPictures.tsx';

interface StartChoice {
  readonly picture: ReactElement;
  readonly title: string;
  readonly about: string;
  readonly run: () => void;
}

/** The keys 1 to 3 and the arrow keys work in the whole page or dialog around the choices. */
export function StartChoices(): ReactElement {
  const workspaces = useAppState((state) => state.workspaces);
  const isDemoOpen = useWorkspace()?.isDemo === true;
  const choices: readonly StartChoice[] = [
    {
      picture: <DemoPicture />,
      title: isDemoOpen ? 'Look around' : demoWorkspaceCommandLabel(workspaces),
      about: 'The workspace of a made-up game studio. Try anything: it stays on this computer.',
      run: () => {
        closeDialog();
        if (!isDemoOpen) void openDemoWorkspace();
      },
    },
    {
      picture: <OwnPicture />,
      title: 'Start your own',
      about: 'A board of your own on this computer. It needs no account and no network.',
      run: () => {
        const { dialog: before } = useDialog.getState();
        openDialog({ kind: 'newWorkspace', ...(before && { before }) });
      },
    },
    {
      picture: <ServicePicture />,
      title: 'Connect to a service',
      about: 'Work with your team. You need the address of the service and an API token.',
      run: () => {
        closeDialog();
        navigate('connect?form=');
      },
    },
  ];
  const list = useRef<HTMLUListElement>(null);
  // Enter presses the first button.
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  // On the window: no element has the focus after a click beside the buttons, or after a dialog closes.
  useEffect(() => {
    const pressKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const around = list.current?.closest<HTMLElement>('[role="dialog"], section');
      const isWithin = target instanceof Node && around?.contains(target) === true;
      // A dialog takes these keys wherever the focus is, except in a popup above it; the page only without a focus.
      const isFree =
        target instanceof Element &&
        (around?.role === 'dialog' ? target.closest(popupSelector) === null : target.matches('body, main'));
      const isHere = isWithin || isFree;
      if (!isHere || !/^(Arrow\w+|[1-3])$/.test(key) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
      const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
      if (key === 'ArrowRight' || key === 'ArrowDown') buttons[(at + 1) % buttons.length]?.focus();
      else if (key === 'ArrowLeft' || key === 'ArrowUp') buttons.at(at <= 0 ? -1 : at - 1)?.focus();
      else choices[Number(key) - 1]?.run();
    };
    // Before base-ui: its dialogs keep arrow keys to themselves.
    window.addEventListener('keydown', pressKey, { capture: true });
    return () => window.removeEventListener('keydown', pressKey, { capture: true });
  });
  return (
    <ul ref={list} className={cx('grid gap-4', styles.choices)}>
      {choices.map(({ picture, title, about, run }, index) => (
        <li key={title} className="flex">
          <button
            type="button"
            className={cx('stack grow text-start round-lg bg-surface clip', styles.choice)}
            onClick={run}
          >
            {picture}
            <span className="stack gap-1 w-full p-3-4">
              <span className="row justify-between gap-2">
                <strong className="text-lg strong">{title}</strong>
                <Kbd keys={String(index + 1)} />
              </span>
              <span className="soft">{about}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
