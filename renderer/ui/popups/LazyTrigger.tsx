/**
 * A button or context-menu area whose popup mounts at the first event that can open it, so that the dozens of menus of
 * a board cost no more than their buttons. base-ui gets `StandIn` as the trigger; it renders nothing and passes
 * base-ui's attributes and listeners to the real element. The real element stays mounted, so it keeps the focus and a
 * press that has begun.
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

type Attributes = Readonly<Record<string, unknown>>;
type EventName =
  | 'onPointerDown'
  | 'onMouseDown'
  | 'onKeyDown'
  | 'onClick'
  | 'onFocus'
  | 'onContextMenu'
  | 'onTouchStart';
type Listener = (event: SyntheticEvent) => void;

/**
 * `opens`: the event opens the popup, so it is repeated after the code is loaded. `prepares`: it only mounts the popup
 * and is not repeated. Focus and touch events are always repeated, unless the focus or touch has ended by then.
 */
export type TriggerEventEffects = Readonly<Partial<Record<EventName, 'opens' | 'prepares'>>>;

/** The events of a button that opens its popup at the press. */
export const buttonTriggerEvents: TriggerEventEffects = {
  onPointerDown: 'prepares',
  onMouseDown: 'opens',
  onKeyDown: 'opens',
  onClick: 'opens',
};

/** Changes to this state cause no render. */
interface TriggerConnection {
  element: HTMLElement | null;
  /** From base-ui for its trigger; null before the popup is mounted. */
  given: Attributes | null;
  onPopupProps: (given: Attributes) => void;
  /** Repeats the event that arrived before the popup's code was loaded. */
  replay: ((given: Attributes) => void) | null;
  /** The focus guard of base-ui that `moveFocusGuard` has moved before the trigger. */
  movedGuard: Element | null;
}

interface LazyTriggerProps {
  trigger: ReactElement;
  closedAttributes: Attributes;
  events: TriggerEventEffects;
  isOpen?: boolean | undefined;
  /** `standIn` is the element that the popup must use as its trigger. */
  children: (standIn: ReactElement) => ReactElement;
}

export function LazyTrigger(props: LazyTriggerProps): ReactElement {
  const { trigger, closedAttributes, events, isOpen = false, children } = props;
  const [isMounted, setMounted] = useState(isOpen);
  if (isOpen && !isMounted) setMounted(true);
  const ref = useRef<TriggerConnection>(null);
  ref.current ??= { element: null, given: null, onPopupProps: () => undefined, replay: null, movedGuard: null };
  const connection = ref.current;
  const listenerFor = (name: EventName) => (event: SyntheticEvent) => {
    if (name === 'onKeyDown' && !isOpeningKey(event)) return;
    // A focus event can fire while React renders, when flushSync is not allowed.
    if (name === 'onFocus') setMounted(true);
    else flushSync(() => setMounted(true));
    const listener = connection.given?.[name] as Listener | undefined;
    if (connection.given) listener?.(event);
    else connection.replay = replayOf(name, event, events[name] === 'opens') ?? connection.replay;
  };
  return (
    <>
      <Trigger
        connection={connection}
        trigger={trigger}
        closedAttributes={closedAttributes}
        events={events}
        listen={listenerFor}
      />
      {isMounted ? children(<StandIn connection={connection} />) : null}
    </>
  );
}

function isOpeningKey({ nativeEvent }: SyntheticEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = nativeEvent as KeyboardEvent;
  return ['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(key) && !ctrlKey && !metaKey && !altKey;
}

/** Null if the event must not be repeated. */
function replayOf(name: EventName, event: SyntheticEvent, opens: boolean): TriggerConnection['replay'] {
  const element = event.currentTarget as HTMLElement;
  // React sets `currentTarget` to null after the event, so the copy gets its own `currentTarget`.
  const copiedEvent: SyntheticEvent = Object.assign(Object.create(event), { currentTarget: element });
  const callListener = (given: Attributes) => (given[name] as Listener | undefined)?.(copiedEvent);
  if (name === 'onFocus') return (given) => element === document.activeElement && callListener(given);
  if (name === 'onTouchStart') {
    const ended = new AbortController();
    for (const end of ['touchend', 'touchcancel'])
      element.addEventListener(end, () => ended.abort(), { signal: ended.signal });
    return (given) => !ended.signal.aborted && callListener(given);
  }
  const { button, key } = event.nativeEvent as MouseEvent & KeyboardEvent;
  // Enter and Space also cause a click event, which is repeated instead of their key events.
  const isArrow = name === 'onKeyDown' && key.startsWith('Arrow');
  if (!opens || (name === 'onMouseDown' && button !== 0) || (name === 'onKeyDown' && !isArrow)) return null;
  if (name === 'onMouseDown') {
    const released = new AbortController();
    const options = { capture: true, signal: released.signal };
    window.addEventListener('mouseup', () => released.abort(), options);
    // If the mouse button is already released, a simulated click opens the popup. If it is still down, base-ui's
    // listeners get the press instead. A simulated click would be wrong then, because the real click at the release of
    // the button would close the popup again.
    return (given) => {
      if (released.signal.aborted) return element.click();
      released.abort();
      // base-ui opens the popup at the press. It then ignores the click that follows, but only if `onPointerDown` has
      // reported a mouse.
      (given.onPointerDown as Listener | undefined)?.(
        Object.assign(Object.create(copiedEvent), { pointerType: 'mouse' }),
      );
      callListener(given);
    };
  }
  if (name !== 'onContextMenu' && !isArrow) return () => element.click();
  event.preventDefault();
  event.stopPropagation();
  return callListener;
}

interface TriggerProps extends Pick<LazyTriggerProps, 'trigger' | 'closedAttributes' | 'events'> {
  connection: TriggerConnection;
  listen: (name: EventName) => Listener;
}

/**
 * Before the popup is mounted, has `closedAttributes` and listeners that mount it. Then base-ui's attributes and
 * listeners replace these listeners, and have priority over `closedAttributes`.
 */
function Trigger({ connection, trigger, closedAttributes, events, listen }: TriggerProps): ReactElement {
  const [given, setGiven] = useState<Attributes | null>(null);
  useLayoutEffect(() => {
    connection.onPopupProps = setGiven;
  }, [connection]);
  const [storeElement] = useState(() => (element: HTMLElement | null) => {
    connection.element = element;
  });
  const listeners = () => Object.fromEntries((Object.keys(events) as EventName[]).map((name) => [name, listen(name)]));
  const added = { ...closedAttributes, ...(given ?? listeners()) };
  return cloneElement(trigger as ReactElement<Attributes>, {
    ...mergeAttributes(trigger.props as Attributes, added),
    ref: storeElement,
  });
}

/** A value in `own` has priority, and a listener in `own` is called first. */
function mergeAttributes(own: Attributes, added: Attributes): Attributes {
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

function StandIn({
  connection,
  ref,
  ...given
}: { connection: TriggerConnection; ref?: Ref<HTMLElement> } & Attributes): null {
  useLayoutEffect(() => {
    const cleanup = setRef(ref, connection.element);
    return () => (typeof cleanup === 'function' ? cleanup() : void setRef(ref, null));
  }, [ref, connection]);
  useLayoutEffect(() => {
    const before = connection.given;
    connection.given = given;
    if (!before || !isEqual(before, given)) connection.onPopupProps(given);
    moveFocusGuard(connection);
  });
  useEffect(() => {
    const { replay } = connection;
    connection.replay = null;
    // `flushSync` makes base-ui attach its listeners for presses outside the popup before the next press.
    if (replay) queueMicrotask(() => flushSync(() => connection.given && replay(connection.given)));
  }, [connection]);
  return null;
}

function setRef(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null): unknown {
  if (typeof ref === 'function') return ref(element);
  if (ref) ref.current = element;
  return undefined;
}

function isEqual(a: Attributes, b: Attributes): boolean {
  const names = Object.keys(b);
  return names.length === Object.keys(a).length && names.every((name) => Object.is(a[name], b[name]));
}

/**
 * base-ui renders focus guards before and after its trigger, and Tab moves through them into an open popup. Its trigger
 * is `StandIn`, which is rendered after the real element, so at first both guards are after that element.
 */
function moveFocusGuard(connection: TriggerConnection): void {
  const guards = '[data-base-ui-focus-guard]';
  const next = connection.element?.nextElementSibling;
  if (connection.movedGuard?.isConnected || !next?.matches(guards) || !next.nextElementSibling?.matches(guards)) return;
  connection.movedGuard = next;
  connection.element?.before(next);
}
