import { Braces, Ellipsis, Layers, Plus } from 'lucide-react';
import { type DragEvent, type ReactElement, useState } from 'react';
import { navigate, useRouteValue } from '../../data/routes.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu } from '../../ui/popups/Menu.tsx';
import { openDialog } from '../../workbench/dialog-state.ts';
import {
  changeSavedViews,
  type SavedView,
  savedViewIdOfRoute,
  savedViewToText,
  saveView,
  useSavedViews,
  withSavedViewMoved,
} from '../../workbench/saved-views/saved-views.ts';
import styles from './SavedViews.module.css';
import sidebar from './Sidebar.module.css';
import { SidebarLink } from './SidebarRows.tsx';
import { SidebarSection } from './SidebarSection.tsx';
import {
  handleSavedViewKey,
  savedViewMenuEntries,
  setSavedViewBeingRenamed,
  useSavedViewBeingRenamed,
} from './saved-view-entries.tsx';

export function SavedViews(): ReactElement {
  const isAtQuery = useRouteValue((route) => route.view === 'query');
  const { saved } = useSavedViews();
  const renamedId = useSavedViewBeingRenamed((state) => state.id);
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [dropIndex, setDropIndex] = useState<number | null>(null);
  const drop = (index: number) => {
    const from = saved.findIndex(({ id }) => id === draggedId);
    if (draggedId && from >= 0)
      changeSavedViews((views) => withSavedViewMoved(views, draggedId, from < index ? index - 1 : index));
    setDraggedId(null);
    setDropIndex(null);
  };
  return (
    <SidebarSection
      name="Saved views"
      tools={
        <Menu
          trigger={<IconButton icon={Plus} label="Add a view" small />}
          entries={() => [
            { label: 'New query board', icon: <Braces size={14} aria-hidden />, run: () => navigate('query?q=') },
            { label: 'Paste a view…', run: () => openDialog({ kind: 'pasteView' }) },
          ]}
        />
      }
    >
      {saved.length === 0 ? (
        <li>
          <SidebarLink
            href="#/query?q="
            icon={<Braces size={15} aria-hidden />}
            label="New query board"
            isCurrent={isAtQuery}
          />
        </li>
      ) : null}
      {saved.map((view, index) => (
        <SavedViewRow
          key={view.id}
          view={view}
          renaming={renamedId === view.id}
          dropAt={
            dropIndex === index ? 'before' : dropIndex === index + 1 && index === saved.length - 1 ? 'after' : null
          }
          onDrag={(id) => {
            setDraggedId(id);
            if (!id) setDropIndex(null);
          }}
          onDragOver={(event) => {
            if (!draggedId) return;
            event.preventDefault();
            const { top, height } = event.currentTarget.getBoundingClientRect();
            setDropIndex(event.clientY > top + height / 2 ? index + 1 : index);
          }}
          onDrop={() => drop(dropIndex ?? index)}
        />
      ))}
    </SidebarSection>
  );
}

interface SavedRowProps {
  view: SavedView;
  renaming: boolean;
  dropAt: 'before' | 'after' | null;
  onDrag: (id: string | null) => void;
  onDragOver: (event: DragEvent<HTMLLIElement>) => void;
  onDrop: () => void;
}

function SavedViewRow(props: SavedRowProps): ReactElement {
  const { view, renaming, dropAt, onDrag, onDragOver, onDrop } = props;
  const isCurrent = useRouteValue((route) => savedViewIdOfRoute(route) === view.id);
  const Icon = view.query ? Braces : Layers;
  if (renaming) return <RenameInput view={view} onDone={() => setSavedViewBeingRenamed(null)} />;
  return (
    <li
      className={cx(
        'relative',
        sidebar.saved,
        dropAt === 'before' && styles.before,
        dropAt === 'after' && styles.after,
      )}
      data-saved-id={view.id}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'copyMove';
        event.dataTransfer.setData('text/plain', savedViewToText(view));
        onDrag(view.id);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={onDragOver}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <SidebarLink
        href={view.route}
        icon={<Icon size={15} aria-hidden />}
        label={view.name}
        isCurrent={isCurrent}
        onDoubleClick={() => setSavedViewBeingRenamed(view.id)}
        onKeyDown={(event) => handleSavedViewKey(view, event)}
      />
      <Menu
        trigger={<IconButton icon={Ellipsis} label={`More about ${view.name}`} small />}
        entries={() => savedViewMenuEntries(view)}
      />
    </li>
  );
}

function RenameInput({ view, onDone }: { view: SavedView; onDone: () => void }): ReactElement {
  const [name, setName] = useState(view.name);
  const save = () => {
    if (name.trim() && name.trim() !== view.name) saveView({ ...view, name: name.trim() });
    onDone();
  };
  return (
    <li>
      <input
        // The input replaces the row, so the input must take the focus.
        ref={(input) => input?.focus()}
        className={cx('w-full plain round bg-surface px-2 h-7', styles.rename)}
        aria-label={`New name of ${view.name}`}
        value={name}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') save();
          if (event.key === 'Escape') onDone();
        }}
      />
    </li>
  );
}
