/**
 * What opens a popup stands without it: a button, or the area of a context menu, with the attributes that say so. The popup's
 * parts mount at the first event that may ask for them, and take the element over as it stands: what they would give to a
 * trigger of their own is put on it. So neither the focus nor a press that has begun is lost, and a board's dozens of
 * menus cost it no more than their buttons.
 */
import {
  cloneElement,
  type ReactElement,
  type Ref,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { loadPopups, type Popups, usePopups } from './popup-loader.ts';

type Attributes = Readonly<Record<string, unknown>>;
type Heard = 'onPointerDown' | 'onMouseDown' | 'onKeyDown' | 'onClick' | 'onFocus' | 'onContextMenu' | 'onTouchStart';
type Listener = (event: SyntheticEvent) => void;

/** Events that the popup's parts have to hear, and which of them open it. */
export type Hears = Readonly<Partial<Record<Heard, 'opens' | 'prepares'>>>;

interface Stand {
  element: HTMLElement | null;
  /** What the parts give to the element; null before they are there. */
  given: Attributes | null;
  show: (given: Attributes) => void;
  /** What to do once the parts are there: they were asked for before their code was. */
  due: ((given: Attributes) => void) | null;
  guard: Element | null;
}

export interface OpensProps {
  /** The element that opens it. */
  trigger: ReactElement;
  /** What says so while it is closed. */
  closed: Attributes;
  hears: Hears;
  /** Its owner has it open. */
  isOpen?: boolean | undefined;
  /** The popup's parts, with what stands for the trigger among them. */
  children: (popups: Popups, trigger: ReactElement) => ReactElement;
}

export function LazyTrigger({ trigger, closed, hears, isOpen = false, children }: OpensProps): ReactElement {
  const [isWoken, setWoken] = useState(isOpen);
  if (isOpen && !isWoken) setWoken(true);
  const kept = useRef<Stand>(null);
  kept.current ??= { element: null, given: null, show: () => undefined, due: null, guard: null };
  const stand = kept.current;
  const hear = (name: Heard) => (event: SyntheticEvent) => {
    if (!isMeant(name, event)) return;
    // The focus may come while React works.
    if (name === 'onFocus') setWoken(true);
    else flushSync(() => setWoken(true));
    const listener = stand.given?.[name] as Listener | undefined;
    if (stand.given) listener?.(event);
    else {
      void loadPopups();
      stand.due = dueFor(name, event, hears[name] === 'opens') ?? stand.due;
    }
  };
  return (
    <>
      <Face stand={stand} trigger={trigger} closed={closed} hears={hears} hear={hear} />
      {isWoken ? <Woken stand={stand}>{children}</Woken> : null}
    </>
  );
}

const openingKeys = ['Enter', ' ', 'ArrowDown', 'ArrowUp'];

function isMeant(name: Heard, event: SyntheticEvent): boolean {
  if (name !== 'onKeyDown') return true;
  const { key, ctrlKey, metaKey, altKey } = event.nativeEvent as KeyboardEvent;
  return openingKeys.includes(key) && !ctrlKey && !metaKey && !altKey;
}

/** What is left of an event that came before the code did. */
function dueFor(name: Heard, event: SyntheticEvent, opens: boolean): Stand['due'] {
  const element = event.currentTarget as HTMLElement;
  // An event forgets where it was heard.
  const again: SyntheticEvent = Object.assign(Object.create(event), { currentTarget: element });
  const replay = (given: Attributes) => (given[name] as Listener | undefined)?.(again);
  if (name === 'onFocus') return (given) => element === document.activeElement && replay(given);
  if (name === 'onTouchStart') {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    element.addEventListener('touchend', end, { once: true });
    element.addEventListener('touchcancel', end, { once: true });
    return (given) => !isOver && replay(given);
  }
  if (!opens) return null;
  if (name === 'onContextMenu') {
    event.preventDefault();
    event.stopPropagation();
    return replay;
  }
  if (name === 'onMouseDown' && (event.nativeEvent as MouseEvent).button !== 0) return null;
  if (name === 'onKeyDown') {
    // Enter and Space are told as a click, too.
    if (!(event.nativeEvent as KeyboardEvent).key.startsWith('Arrow')) return null;
    event.preventDefault();
    return replay;
  }
  return () => element.click();
}

interface FaceProps {
  stand: Stand;
  trigger: ReactElement;
  closed: Attributes;
  hears: Hears;
  hear: (name: Heard) => Listener;
}

/** The element itself: what its owner says of it, and what the popup's parts add. */
function Face({ stand, trigger, closed, hears, hear }: FaceProps): ReactElement {
  const [given, show] = useState<Attributes | null>(null);
  useLayoutEffect(() => {
    stand.show = show;
  }, [stand]);
  const [take] = useState(() => (element: HTMLElement | null) => {
    stand.element = element;
  });
  const listeners = () =>
    Object.fromEntries((Object.keys(hears) as Heard[]).map((name): [Heard, Listener] => [name, hear(name)]));
  const added = given ? { ...closed, ...given } : { ...closed, ...listeners() };
  return cloneElement(trigger as ReactElement<Attributes>, {
    ...joined(trigger.props as Attributes, added),
    ref: take,
  });
}

/** What the owner says goes first; of two listeners both hear. */
function joined(own: Attributes, added: Attributes): Attributes {
  const all: Record<string, unknown> = { ...added };
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue;
    const other = added[name];
    all[name] =
      typeof value === 'function' && typeof other === 'function'
        ? (event: SyntheticEvent) => {
            value(event);
            other(event);
          }
        : value;
  }
  return all;
}

function Woken({ stand, children }: { stand: Stand; children: OpensProps['children'] }): ReactElement | null {
  const popups = usePopups();
  return popups && children(popups, <Adopted stand={stand} />);
}

/** Stands for the trigger among the popup's parts, and passes on what they give it. */
function Adopted({ stand, ref, ...given }: { stand: Stand; ref?: Ref<HTMLElement> } & Attributes): null {
  useLayoutEffect(() => {
    const end = put(ref, stand.element);
    return () => (typeof end === 'function' ? end() : void put(ref, null));
  }, [ref, stand]);
  useLayoutEffect(() => {
    const before = stand.given;
    stand.given = given;
    if (!before || !isSame(before, given)) stand.show(given);
    keepGuard(stand);
  });
  useEffect(() => {
    const { due } = stand;
    stand.due = null;
    // At once, as after the event itself: what closes it again must hear the next press.
    if (due) queueMicrotask(() => flushSync(() => stand.given && due(stand.given)));
  }, [stand]);
  return null;
}

function put(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null): unknown {
  if (typeof ref === 'function') return ref(element);
  if (ref) ref.current = element;
  return undefined;
}

const isSame = (a: Attributes, b: Attributes): boolean => {
  const names = Object.keys(b);
  return names.length === Object.keys(a).length && names.every((name) => Object.is(a[name], b[name]));
};

const guards = '[data-base-ui-focus-guard]';

/** While it is open, Tab leads from its trigger into it by two guards around the trigger, which are drawn behind this one. */
function keepGuard(stand: Stand): void {
  const next = stand.element?.nextElementSibling;
  if (stand.guard?.isConnected || !next?.matches(guards) || !next.nextElementSibling?.matches(guards)) return;
  stand.guard = next;
  stand.element?.before(next);
}
