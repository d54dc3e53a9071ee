/**
 * A button, or the area of a context menu, whose popup mounts with the first event that may open it. The popup's trigger is a
 * stand-in that renders nothing: its attributes and listeners are put on the element that is there already. So focus and a
 * press that has begun are kept, and the dozens of menus of a board cost no more than their buttons.
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
 * Events that mount the popup, and are repeated once its code is loaded. `opens`: the event also opens the popup. Of those that
 * only prepare it, a focus and a touch are repeated if they still last.
 */
export type TriggerEvents = Readonly<Partial<Record<EventName, 'opens' | 'prepares'>>>;

/** State that the element and its popup share. Changing it renders neither. */
interface Connection {
  element: HTMLElement | null;
  /** Attributes and listeners from the popup; null before it is mounted. */
  given: Attributes | null;
  onGiven: (given: Attributes) => void;
  /** Repeats the event that arrived before the code of the popup was loaded. */
  replay: ((given: Attributes) => void) | null;
  /** The focus guard that `moveGuard` has moved. */
  guard: Element | null;
}

interface LazyTriggerProps {
  trigger: ReactElement;
  /** Attributes of the trigger until the popup is mounted. */
  closed: Attributes;
  events: TriggerEvents;
  isOpen?: boolean | undefined;
  /** Renders the popup, with the stand-in as its trigger. */
  children: (standIn: ReactElement) => ReactElement;
}

export function LazyTrigger({ trigger, closed, events, isOpen = false, children }: LazyTriggerProps): ReactElement {
  const [isMounted, setMounted] = useState(isOpen);
  if (isOpen && !isMounted) setMounted(true);
  const ref = useRef<Connection>(null);
  ref.current ??= { element: null, given: null, onGiven: () => undefined, replay: null, guard: null };
  const connection = ref.current;
  const listen = (name: EventName) => (event: SyntheticEvent) => {
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
      <Trigger connection={connection} trigger={trigger} closed={closed} events={events} listen={listen} />
      {isMounted ? children(<StandIn connection={connection} />) : null}
    </>
  );
}

function isOpeningKey({ nativeEvent }: SyntheticEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = nativeEvent as KeyboardEvent;
  return ['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(key) && !ctrlKey && !metaKey && !altKey;
}

/** Returns the function that repeats an event once the popup is mounted; null for an event that need not be repeated. */
function replayOf(name: EventName, event: SyntheticEvent, opens: boolean): Connection['replay'] {
  const element = event.currentTarget as HTMLElement;
  // React resets currentTarget after the event.
  const copiedEvent: SyntheticEvent = Object.assign(Object.create(event), { currentTarget: element });
  const pass = (given: Attributes) => (given[name] as Listener | undefined)?.(copiedEvent);
  if (name === 'onFocus') return (given) => element === document.activeElement && pass(given);
  if (name === 'onTouchStart') {
    const ended = new AbortController();
    for (const end of ['touchend', 'touchcancel'])
      element.addEventListener(end, () => ended.abort(), { signal: ended.signal });
    return (given) => !ended.signal.aborted && pass(given);
  }
  const { button, key } = event.nativeEvent as MouseEvent & KeyboardEvent;
  // Enter and Space arrive as a click, too.
  const isArrow = name === 'onKeyDown' && key.startsWith('Arrow');
  if (!opens || (name === 'onMouseDown' && button !== 0) || (name === 'onKeyDown' && !isArrow)) return null;
  if (name !== 'onContextMenu' && !isArrow) return () => element.click();
  event.preventDefault();
  event.stopPropagation();
  return pass;
}

interface TriggerProps extends Pick<LazyTriggerProps, 'trigger' | 'closed' | 'events'> {
  connection: Connection;
  listen: (name: EventName) => Listener;
}

/** The element itself, with the attributes of its owner and those from the popup. */
function Trigger({ connection, trigger, closed, events, listen }: TriggerProps): ReactElement {
  const [given, setGiven] = useState<Attributes | null>(null);
  useLayoutEffect(() => {
    connection.onGiven = setGiven;
  }, [connection]);
  const [takeElement] = useState(() => (element: HTMLElement | null) => {
    connection.element = element;
  });
  const listeners = () => Object.fromEntries((Object.keys(events) as EventName[]).map((name) => [name, listen(name)]));
  const added = { ...closed, ...(given ?? listeners()) };
  return cloneElement(trigger as ReactElement<Attributes>, {
    ...merged(trigger.props as Attributes, added),
    ref: takeElement,
  });
}

/** Merges attributes: the owner's win. If both have a listener for an event, the owner's runs first, then the popup's. */
function merged(own: Attributes, added: Attributes): Attributes {
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

/** The popup's trigger, which renders nothing: it passes the attributes and the ref on to the real element. */
function StandIn({ connection, ref, ...given }: { connection: Connection; ref?: Ref<HTMLElement> } & Attributes): null {
  useLayoutEffect(() => {
    const cleanup = setRef(ref, connection.element);
    return () => (typeof cleanup === 'function' ? cleanup() : void setRef(ref, null));
  }, [ref, connection]);
  useLayoutEffect(() => {
    const before = connection.given;
    connection.given = given;
    if (!before || !isEqual(before, given)) connection.onGiven(given);
    moveGuard(connection);
  });
  useEffect(() => {
    const { replay } = connection;
    connection.replay = null;
    // flushSync, because the popup's listeners for presses outside it must be attached before the next press.
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
 * While a popup is open, base-ui renders a focus guard before and after its trigger; through them Tab moves into the popup.
 * Its trigger is our stand-in, which is rendered after the element. So both guards are after the element, and the first is moved
 * before it.
 */
function moveGuard(connection: Connection): void {
  const guards = '[data-base-ui-focus-guard]';
  const next = connection.element?.nextElementSibling;
  if (connection.guard?.isConnected || !next?.matches(guards) || !next.nextElementSibling?.matches(guards)) return;
  connection.guard = next;
  connection.element?.before(next);
}
