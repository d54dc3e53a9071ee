/** Saved views in the sidebar: open, rename, reorder, share as text, delete and bring back. */
import { Braces, Ellipsis, Layers, Plus } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactElement, useState } from 'react';
import { didHere } from '../data/act.ts';
import { go, type Route } from '../data/routes.ts';
import { announce } from '../ui/announce.ts';
import { IconButton } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Menu, type MenuEntry } from '../ui/Menu.tsx';
import { toast } from '../ui/toast.tsx';
import { openDialog } from './dialog-state.ts';
import styles from './SavedViews.module.css';
import sidebar from './Sidebar.module.css';
import { SidebarSection } from './SidebarSection.tsx';
import {
  changeSaved,
  longestName,
  movedTo,
  type SavedView,
  savedIdOf,
  saveView,
  useSavedViews,
} from './saved-views.ts';
import { viewAsText } from './view-text.ts';

export function SavedViews({ route }: { route: Route }): ReactElement {
  const { saved } = useSavedViews();
  const [renaming, setRenaming] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const drop = (index: number) => {
    const from = saved.findIndex(({ id }) => id === dragged);
    if (dragged && from >= 0) changeSaved((views) => movedTo(views, dragged, from < index ? index - 1 : index));
    setDragged(null);
    setOver(null);
  };
  return (
    <SidebarSection
      name="Saved views"
      tools={
        <Menu
          trigger={
            <IconButton label="Add a view" small>
              <Plus size={14} aria-hidden />
            </IconButton>
          }
          entries={[
            { label: 'New query board', icon: <Braces size={14} aria-hidden />, run: () => go('query') },
            { label: 'Paste a view…', run: () => openDialog({ kind: 'pasteView' }) },
          ]}
        />
      }
    >
      {saved.length === 0 ? (
        <li>
          <a
            className={sidebar.row}
            href="#/query"
            aria-current={route.view === 'query' ? 'page' : undefined}
            draggable={false}
          >
            <Braces size={15} aria-hidden />
            <span className={sidebar.label}>New query board</span>
          </a>
        </li>
      ) : null}
      {saved.map((view, index) => (
        <SavedRow
          key={view.id}
          view={view}
          index={index}
          count={saved.length}
          current={savedIdOf(route) === view.id}
          renaming={renaming === view.id}
          dropAt={over === index ? 'before' : over === index + 1 && index === saved.length - 1 ? 'after' : null}
          onRename={(open) => setRenaming(open ? view.id : null)}
          onDrag={(id) => {
            setDragged(id);
            if (!id) setOver(null);
          }}
          onDragOver={(event) => {
            if (!dragged) return;
            event.preventDefault();
            const { top, height } = event.currentTarget.getBoundingClientRect();
            setOver(event.clientY > top + height / 2 ? index + 1 : index);
          }}
          onDrop={() => drop(over ?? index)}
        />
      ))}
    </SidebarSection>
  );
}

function copyAsText(view: SavedView): void {
  void navigator.clipboard.writeText(viewAsText(view)).then(
    () => toast({ title: `Copied ${view.name}: paste it into “Paste a view…”`, id: 'copied', timeout: 3_000 }),
    () => toast({ title: 'The clipboard did not take it.', tone: 'danger' }),
  );
}

function move(view: SavedView, index: number): void {
  changeSaved((views) => movedTo(views, view.id, index));
  announce(`${view.name}, now at place ${index + 1}`);
}

function remove(view: SavedView, index: number, current: boolean): void {
  const away = () => {
    changeSaved((views) => views.filter(({ id }) => id !== view.id));
    if (current) go(view.query ? 'query' : view.route.replace(/([?&])view=[^&]*&?/, '$1').replace(/[?&]$/, ''), true);
  };
  const back = () => {
    changeSaved((views) => movedTo([...views, view], view.id, index));
    if (current) go(view.route);
  };
  away();
  didHere(`Delete the view ${view.name}`, back, away);
}

interface SavedRowProps {
  view: SavedView;
  index: number;
  count: number;
  current: boolean;
  renaming: boolean;
  dropAt: 'before' | 'after' | null;
  onRename: (open: boolean) => void;
  onDrag: (id: string | null) => void;
  onDragOver: (event: DragEvent<HTMLLIElement>) => void;
  onDrop: () => void;
}

function SavedRow(props: SavedRowProps): ReactElement {
  const { view, index, count, current, renaming, dropAt, onRename, onDrag, onDragOver, onDrop } = props;
  const Icon = view.query ? Braces : Layers;
  const entries: MenuEntry[] = [
    { label: 'Rename', shortcut: 'F2', run: () => onRename(true) },
    { label: 'Move up', shortcut: 'Alt+ArrowUp', disabled: index === 0, run: () => move(view, index - 1) },
    {
      label: 'Move down',
      shortcut: 'Alt+ArrowDown',
      disabled: index === count - 1,
      run: () => move(view, index + 1),
    },
    { separator: true },
    { label: 'Copy as text', run: () => copyAsText(view) },
    { label: 'Paste a view…', run: () => openDialog({ kind: 'pasteView' }) },
    { separator: true },
    { label: 'Delete', danger: true, run: () => remove(view, index, current) },
  ];
  const onKey = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key === 'F2') onRename(true);
    else if (event.key === 'Delete') remove(view, index, current);
    else if (event.altKey && event.key === 'ArrowUp' && index > 0) move(view, index - 1);
    else if (event.altKey && event.key === 'ArrowDown' && index < count - 1) move(view, index + 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (renaming) return <Rename view={view} onDone={() => onRename(false)} />;
  return (
    <li
      className={cx(sidebar.saved, dropAt === 'before' && styles.before, dropAt === 'after' && styles.after)}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'copyMove';
        event.dataTransfer.setData('text/plain', viewAsText(view));
        onDrag(view.id);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={onDragOver}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <a
        className={sidebar.row}
        href={view.route}
        aria-current={current ? 'page' : undefined}
        draggable={false}
        onDoubleClick={() => onRename(true)}
        onKeyDown={onKey}
      >
        <Icon size={15} aria-hidden />
        <span className={sidebar.label} dir="auto">
          {view.name}
        </span>
      </a>
      <Menu
        trigger={
          <IconButton label={`More about ${view.name}`} small>
            <Ellipsis size={14} aria-hidden />
          </IconButton>
        }
        entries={entries}
      />
    </li>
  );
}

function Rename({ view, onDone }: { view: SavedView; onDone: () => void }): ReactElement {
  const [name, setName] = useState(view.name);
  const keep = () => {
    if (name.trim() && name.trim() !== view.name) saveView({ ...view, name: name.trim() });
    onDone();
  };
  return (
    <li>
      <input
        // The person asked to type here, and nothing else can be done in the row meanwhile.
        ref={(input) => input?.focus()}
        className={styles.rename}
        aria-label={`New name of ${view.name}`}
        value={name}
        maxLength={longestName}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') keep();
          if (event.key === 'Escape') onDone();
        }}
      />
    </li>
  );
}
