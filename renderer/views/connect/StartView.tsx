/** Opens the demo, creates a workspace or connects to a service. Lists the known workspaces while none is open. */
import { Compass, HardDrive, type LucideIcon, Server } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { useAppState } from '../../data/app-state.ts';
import { navigate } from '../../data/routes.ts';
import { demoWorkspaceCommandLabel, openDemoWorkspace, switchWorkspace } from '../../data/workspace-actions.ts';
import { cx } from '../../ui/cx.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { LogoCards } from '../../ui/LogoCards.tsx';
import { Banner } from '../../ui/messages.tsx';
import { openDialog } from '../../workbench/dialog-state.ts';
import styles from './StartView.module.css';

interface StartOption {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly about: string;
  readonly run: () => void;
}

export function StartView(): ReactElement {
  const workspaces = useAppState((state) => state.workspaces);
  const isOpen = useAppState((state) => state.workspace !== null);
  const failed = useAppState((state) => state.startFailure);
  const startOptions: readonly StartOption[] = [
    {
      icon: Compass,
      title: demoWorkspaceCommandLabel(workspaces),
      about: 'A game studio with projects, runs and people, all made up. Try anything: it stays on this computer.',
      run: () => void openDemoWorkspace(),
    },
    {
      icon: HardDrive,
      title: 'Start your own',
      about: 'An empty workspace on this computer. It needs no account and no network.',
      run: () => openDialog({ kind: 'newWorkspace' }),
    },
    {
      icon: Server,
      title: 'Connect to a service',
      about: 'Work with your team. You need the address of the service and an API token.',
      run: () => navigate('connect'),
    },
  ];
  const list = useRef<HTMLUListElement>(null);
  // Enter presses the first button. The keys below work without focus.
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  const section = useRef<HTMLElement>(null);
  // On the window: no element has the focus after a click beside the buttons, or after a dialog closes.
  useEffect(() => {
    const pressKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isHere = target === document.body || (target instanceof Node && section.current?.contains(target));
      if (!isHere || !/^(Arrow\w+|[1-3])$/.test(key) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
      const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
      if (key === 'ArrowRight' || key === 'ArrowDown') buttons[(at + 1) % buttons.length]?.focus();
      else if (key === 'ArrowLeft' || key === 'ArrowUp') buttons.at(at <= 0 ? -1 : at - 1)?.focus();
      else startOptions[Number(key) - 1]?.run();
    };
    window.addEventListener('keydown', pressKey);
    return () => window.removeEventListener('keydown', pressKey);
  });
  return (
    <section ref={section} className={cx('stack items-center grow min-h-0 scroll', styles.start)} aria-label="Start">
      <div className={cx('stack gap-6 w-full', styles.column)}>
        <div className="stack items-center gap-2 text-center">
          <LogoCards />
          <h1 className="text-xl">{isOpen ? 'Add a workspace' : 'Welcome to Decktop'}</h1>
          <p className="soft">How do you want to begin?</p>
        </div>
        {failed ? <Banner tone="danger">{failed}</Banner> : null}
        <ul ref={list} className={cx('grid gap-4', styles.ways)}>
          {startOptions.map(({ icon: Icon, title, about, run }, index) => (
            <li key={title} className="flex">
              <button
                type="button"
                className={cx('stack grow gap-2 text-start round-lg bg-surface', styles.way)}
                onClick={run}
              >
                <span className="row justify-between accent">
                  <Icon size={22} aria-hidden />
                  <Kbd keys={String(index + 1)} />
                </span>
                <strong className="text-lg">{title}</strong>
                <span className="soft">{about}</span>
              </button>
            </li>
          ))}
        </ul>
        {isOpen || workspaces.length === 0 ? null : (
          <p className="flex wrap justify-center gap-3 soft">
            Open{' '}
            {workspaces.map(({ id, name }) => (
              <button
                key={id}
                type="button"
                className="accent hover-underline"
                onClick={() => void switchWorkspace(id)}
              >
                {name}
              </button>
            ))}
          </p>
        )}
      </div>
    </section>
  );
}
