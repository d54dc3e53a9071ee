/** The part of the CodeMirror theme that the markdown editor and the query editor share. */

type Styles = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const editorTheme: Styles = {
  '&.cm-focused': { outline: 'none' },
  '.cm-placeholder': { color: 'var(--text-faint)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in oklab, var(--accent-solid) 28%, transparent)',
  },
  '.cm-tooltip': {
    background: 'var(--surface-raised)',
    color: 'var(--text)',
    border: 'none',
    borderRadius: 'var(--radius-lg)',
    boxShadow: 'var(--shadow-float)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: '240px',
    maxWidth: 'min(440px, 90vw)',
    maxHeight: '300px',
    padding: '4px',
    fontSize: 'var(--text-md)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '28px',
    padding: '2px 8px',
    borderRadius: 'var(--radius)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--hover)', color: 'var(--text)' },
  '.cm-completionLabel': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '650' },
  '.cm-completionDetail': {
    flex: 'none',
    marginLeft: 'auto',
    color: 'var(--text-soft)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--text-sm)',
    fontStyle: 'normal',
  },
};
