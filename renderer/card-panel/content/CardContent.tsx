/**
 * Whatever closes the editor saves the text: Escape, a click elsewhere, another card. What could not be saved, for
 * example because the window crashed, stays as a draft, and the panel offers to continue with it.
 */
import {
  ALargeSmall,
  Bold,
  ChevronUp,
  Code,
  Columns2,
  Heading,
  Image,
  Link,
  List,
  ListChecks,
  Pencil,
} from 'lucide-react';
import { type ReactElement, type ReactNode, type RefObject, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import { useViewState } from '../../data/app-state.ts';
import { CardText } from '../../editor/CardText.tsx';
import { checkboxIndexesByLine, splitTitleAndBody } from '../../editor/checkbox-lines.ts';
import { DraftStoreError } from '../../editor/DraftStoreError.tsx';
import type { MarkdownEditorHandle } from '../../editor/Editor.tsx';
import frame from '../../editor/frame.module.css';
import { MarkdownField } from '../../editor/MarkdownField.tsx';
import type { MentionResolver } from '../../editor/markdown/Markdown.tsx';
import { useAutocompleteData, useMentionResolver } from '../../editor/mention-resolver.ts';
import { TextPictureHandlersContext } from '../../editor/text-pictures.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Banner } from '../../ui/messages.tsx';
import type { CardPanelPartProps } from '../fields/panel-card-state.ts';
import styles from './content.module.css';
import { TextConflictResolver } from './TextConflictResolver.tsx';
import { useContentDraft } from './use-content-draft.ts';

interface ContentProps extends Pick<CardPanelPartProps, 'card' | 'cardState'> {
  editing: boolean;
  onEditing: (editing: boolean) => void;
  /** Wide enough for the editor and the rendered text side by side. */
  isWide: boolean;
}

export function CardContent(props: ContentProps): ReactElement {
  const { card, cardState, editing, onEditing } = props;
  const { cardId, content } = card;
  const { disabledReason, projectId } = cardState;
  const editor = useRef<MarkdownEditorHandle>(null);
  const canSave = disabledReason === null;
  const draft = useContentDraft({ card, editor, isEditing: editing, canSave, closeEditor: () => onEditing(false) });
  const { text, conflict, storeError } = draft;
  const texts = useMemo(() => [content, text], [content, text]);
  const mentions = useMentionResolver(texts, projectId);

  // Below the editor, so that the editor does not move when another person changes the text.
  const conflictView = conflict ? (
    <TextConflictResolver
      cardId={cardId}
      mine={text}
      theirs={content}
      found={conflict}
      onChoose={draft.resolveConflict}
    />
  ) : null;

  return (
    <section
      className="stack gap-2 no-outline"
      aria-label="Text"
      data-editing={editing || undefined}
      // So that a click between the controls does not leave it.
      tabIndex={editing ? -1 : undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The focus also leaves when the person looks at another window or answers a dialog.
        const isStill = currentTarget.contains(relatedTarget) || relatedTarget?.closest('[role="dialog"]');
        if (editing && !isStill && document.hasFocus()) onEditing(false);
      }}
    >
      <DraftStoreError error={storeError} />
      {editing ? null : conflictView}
      {editing && draft.isLoaded ? (
        <EditedText {...props} draft={draft} editor={editor} mentions={mentions} conflictView={conflictView} />
      ) : (
        <>
          {draft.hasDraft && !draft.isSaving ? (
            <Banner
              action={
                <>
                  <Button text="Continue" small onClick={() => onEditing(true)} disabled={!canSave} />
                  <Button text="Discard" small look="quiet" onClick={draft.discard} />
                  <Button
                    text="Save"
                    small
                    look="primary"
                    onClick={() => void draft.save()}
                    disabled={conflict !== null || !canSave}
                  />
                </>
              }
            >
              There is an unsaved draft of this text.
            </Banner>
          ) : null}
          <div className={cx('relative', styles.read)}>
            <RenderedCardBody
              content={draft.isSaving ? text : content}
              mentions={mentions}
              {...(disabledReason ? {} : { onTick: draft.tickCheckbox, onEdit: () => onEditing(true) })}
            />
            {disabledReason ? null : (
              <div className={cx('absolute', styles.edit)}>
                <IconButton icon={Pencil} small label="Edit the text" shortcut="E" onClick={() => onEditing(true)} />
              </div>
            )}
          </div>
        </>
      )}
    </section>
  );
}

interface EditedTextProps extends ContentProps {
  draft: ReturnType<typeof useContentDraft>;
  editor: RefObject<MarkdownEditorHandle | null>;
  mentions: MentionResolver;
  conflictView: ReactNode;
}

function EditedText(props: EditedTextProps): ReactElement {
  const { cardState, isWide, draft, editor, mentions, conflictView } = props;
  const { disabledReason, projectId } = cardState;
  const { hasDraft, text, conflict, storeError } = draft;
  const close = () => props.onEditing(false);
  // The cursor begins at the end of the text, and a first description must not become part of the title.
  const shownText = !hasDraft && text.trim() !== '' && !text.includes('\n') ? `${text}\n` : text;
  const change = (next: string) => draft.change(!hasDraft && next === shownText ? text : next);
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  });
  useLayoutEffect(() => () => void latest.current.save(), []);
  const [split, setSplit] = useViewState('cardSplit', false);
  const completionData = useAutocompleteData(projectId);
  return (
    <>
      <FormatBar editor={editor} />
      <div className={cx('grid gap-4', styles.editing)} data-split={(split && isWide) || undefined}>
        <div className={cx('scroll round bg-surface border-strong', frame.frame, styles.editor)}>
          <MarkdownField
            label="Text of the card"
            text={shownText}
            placeholder="The first line is the title. / for commands, # tags, @ people, $ cards"
            completionData={completionData}
            autoFocus
            hasTitle
            tabIndents
            handle={editor}
            onChange={change}
            onSave={close}
            onEscape={close}
          />
        </div>
        {split && isWide ? <RenderedCardBody content={text} mentions={mentions} onTick={draft.tickCheckbox} /> : null}
      </div>
      {conflictView}
      <div className="row wrap justify-end gap-2">
        {isWide ? (
          <IconButton
            icon={Columns2}
            small
            label={split ? 'Hide the rendered text' : 'Show the rendered text beside'}
            aria-pressed={split}
            onClick={() => {
              setSplit(!split);
              editor.current?.focus();
            }}
          />
        ) : null}
        <span className={cx('note', frame.kept)}>
          {disabledReason ??
            (conflict
              ? 'Choose which text to keep'
              : hasDraft && !storeError
                ? 'Kept as you type, saved when you leave'
                : null)}
        </span>
        <Button text="Discard" small look="quiet" onClick={draft.discard} disabled={!hasDraft} />
        <Button small look="quiet" onClick={close}>
          Done <Kbd keys="Esc" />
        </Button>
      </div>
    </>
  );
}

export const textFormats = [
  { name: 'heading', label: 'Heading', icon: Heading },
  { name: 'bold', label: 'Bold', icon: Bold, shortcut: 'Mod+B' },
  { name: 'list', label: 'List', icon: List },
  { name: 'checklist', label: 'Checklist', icon: ListChecks, shortcut: 'Mod+Shift+C' },
  { name: 'link', label: 'Link', icon: Link },
  { name: 'code', label: 'Code', icon: Code, shortcut: 'Mod+E' },
] as const;

/** The person can hide it. */
function FormatBar({ editor }: { editor: RefObject<MarkdownEditorHandle | null> }): ReactElement {
  const [isShown, setShown] = useViewState('editorBar', true);
  const pictures = useContext(TextPictureHandlersContext);
  const files = useRef<HTMLInputElement>(null);
  return (
    <div
      className="row gap-2px"
      role="toolbar"
      aria-label="Format"
      // The text keeps its focus and selection.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isShown ? (
        <>
          {textFormats.map(({ name, ...button }) => (
            <IconButton key={name} {...button} small onClick={() => editor.current?.format(name)} />
          ))}
          {pictures ? (
            <>
              <IconButton icon={Image} label="Picture" small onClick={() => files.current?.click()} />
              <input
                ref={files}
                type="file"
                accept="image/*"
                multiple
                hidden
                onChange={({ currentTarget }) => {
                  editor.current?.insert(pictures.attach([...(currentTarget.files ?? [])]));
                  currentTarget.value = '';
                }}
              />
            </>
          ) : null}
        </>
      ) : null}
      <IconButton
        icon={isShown ? ChevronUp : ALargeSmall}
        label={isShown ? 'Hide the formats' : 'Show the formats'}
        small
        onClick={() => setShown(!isShown)}
      />
    </div>
  );
}

interface RenderedProps {
  content: string;
  mentions: ReturnType<typeof useMentionResolver>;
  onTick?: (index: number, checked: boolean) => void;
  onEdit?: () => void;
}

/** Leaves out the first line, which is the title. A double click starts editing. */
function RenderedCardBody({ content, mentions, onTick, onEdit }: RenderedProps): ReactElement {
  const { body, bodyLine, boxes } = useMemo(
    () => ({ ...splitTitleAndBody(content), boxes: checkboxIndexesByLine(content) }),
    [content],
  );
  const tick = useRef(onTick);
  tick.current = onTick;
  const canTick = onTick !== undefined;
  const checkboxes = useMemo(
    () =>
      canTick
        ? {
            indexAt: (line: number) => boxes.get(bodyLine + line) ?? null,
            tick: (index: number, checked: boolean) => tick.current?.(index, checked),
          }
        : undefined,
    [canTick, boxes, bodyLine],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; the pencil beside it does the same
    <div className={cx('stack gap-2 min-w-0', styles.rendered)} dir="auto" onDoubleClick={onEdit}>
      {body.trim() ? (
        <div className="selectable">
          <CardText text={body} mentions={mentions} checkboxes={checkboxes} />
        </div>
      ) : onEdit ? (
        <button type="button" className="self-start faint hover-plain" onClick={onEdit}>
          Add a description…
        </button>
      ) : null}
    </div>
  );
}
