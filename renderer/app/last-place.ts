/** Where the window was left: its view, the open card and how far it was scrolled. Main keeps it for the next start. */
import type { Place } from '../../shared/bridge/index.ts';
import { byId, type Query } from '../../shared/contract/index.ts';
import { useApp } from '../data/app-state.ts';
import { call, failureOf } from '../data/bridge.ts';
import { currentRoute, formatRoute, go, onRoute, parseRoute, type Route, type View } from '../data/routes.ts';
import { toast } from '../ui/popups/toast.ts';

/** Views that are no place to come back to. */
const passing: readonly View[] = ['home', 'connect', 'start', 'gallery'];

/** The model of the row that a view is about. */
const modelOf: Partial<Record<View, string>> = {
  deck: 'deck',
  project: 'project',
  hand: 'user',
  runs: 'sprintConfig',
  run: 'sprint',
  milestone: 'milestone',
  person: 'user',
  hero: 'card',
  card: 'card',
};

const root = () => document.getElementById('root') ?? document.body;

/** Which child of which child of the page it is. */
function pathOf(element: Element): string {
  const indexes: number[] = [];
  for (let at: Element | null = element; at && at !== root(); at = at.parentElement)
    indexes.unshift([...(at.parentElement?.children ?? [])].indexOf(at));
  return indexes.join('.');
}

const elementAt = (path: string): Element | undefined =>
  path.split('.').reduce<Element | undefined>((at, index) => at?.children[Number(index)], root());

class LastPlace {
  /** What was scrolled in the view that is shown. */
  readonly #scrolled = new Set<Element>();
  #view = '';
  /** The workspace whose place was opened, or left behind: it is opened once. */
  #openedFor: string | null = null;
  #opening: Promise<boolean> | null = null;
  #stopScrolling: () => void = () => undefined;

  /** Tells main of every place. Returns how to end it. */
  watch(): () => void {
    // Not `scroll`: nothing is to be done while it lasts.
    const scrolled = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      this.#scrolled.add(target);
      this.#tell();
    };
    document.addEventListener('scrollend', scrolled, { capture: true, passive: true });
    const stop = onRoute(() => this.#moved());
    this.#moved();
    return () => {
      document.removeEventListener('scrollend', scrolled, { capture: true });
      stop();
      this.#stopScrolling();
    };
  }

  #moved(): void {
    const { view, id } = currentRoute();
    if (passing.includes(view)) return;
    this.#openedFor = useApp.getState().workspace?.id ?? null;
    if (this.#view !== `${view}/${id}`) this.#scrolled.clear();
    this.#view = `${view}/${id}`;
    this.#tell();
  }

  #tell(): void {
    const route = currentRoute();
    if (passing.includes(route.view)) return;
    const { edit: _, ...query } = route.query;
    const scroll: Place['scroll'] = {};
    for (const element of this.#scrolled)
      if (element.isConnected) scroll[pathOf(element)] = [element.scrollLeft, element.scrollTop];
    call('app/place', { route: formatRoute({ ...route, query }), scroll }).catch((error: unknown) =>
      console.warn('where the window is was not stored', failureOf(error).message),
    );
  }

  /** Opens the place where the workspace was left. Resolves to whether there was one to go to. */
  open(workspaceId: string): Promise<boolean> {
    if (this.#openedFor !== workspaceId) {
      this.#openedFor = workspaceId;
      this.#opening = this.#open();
    }
    return this.#opening ?? Promise.resolve(false);
  }

  async #open(): Promise<boolean> {
    try {
      const left = await call('app/lastPlace', {});
      const route = left && parseRoute(left.route);
      if (!route || passing.includes(route.view)) return false;
      const { card, ...query } = route.query;
      const model = modelOf[route.view];
      const [isThere, cardIsThere] = await Promise.all([
        model && route.id ? exists(model, route.id) : true,
        card ? exists('card', card) : false,
      ]);
      if (currentRoute().view !== 'home') return true;
      // A copy that is still being filled does not tell.
      if (!isThere && (await call('sync/status', {})).phase !== 'first') {
        toast({ title: 'The view you had open is gone', id: 'last-place' });
        return false;
      }
      go({ ...route, query: cardIsThere && card ? { ...query, card } : query } satisfies Route, true);
      this.#scrollTo(left.scroll);
      return true;
    } catch (error) {
      console.warn('the last view could not be opened', failureOf(error).message);
      return false;
    } finally {
      this.#opening = null;
    }
  }

  /** What is scrolled comes into being as the view is drawn, and may be as long as it was only later. */
  #scrollTo(scroll: Place['scroll']): void {
    const pending = new Map(Object.entries(scroll));
    let framesLeft = 180;
    const step = () => {
      for (const [path, [left, top]] of pending) {
        const element = elementAt(path);
        element?.scrollTo({ left, top, behavior: 'instant' });
        if (element && Math.abs(element.scrollTop - top) < 2 && Math.abs(element.scrollLeft - left) < 2)
          pending.delete(path);
      }
      framesLeft -= 1;
      if (pending.size > 0 && framesLeft > 0) frame = requestAnimationFrame(step);
      else this.#stopScrolling();
    };
    let frame = requestAnimationFrame(step);
    // The person scrolls: that counts.
    const events = ['wheel', 'pointerdown', 'keydown'] as const;
    const stop = () => {
      cancelAnimationFrame(frame);
      for (const name of events) window.removeEventListener(name, stop, { capture: true });
    };
    for (const name of events) window.addEventListener(name, stop, { capture: true, passive: true });
    this.#stopScrolling = stop;
  }
}

export const lastPlace = new LastPlace();

/** Whether the row is there and was not deleted. */
async function exists(model: string, id: string): Promise<boolean> {
  const fields = model === 'deck' ? ['isDeleted'] : model === 'card' ? ['visibility'] : [];
  const query = { [byId(model as 'deck', id)]: fields } as unknown as Query;
  const { text } = await call('data/query', { query: query as unknown as Record<string, unknown[]> });
  const answer = JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>;
  // A row made here may have another id by now.
  const [row] = Object.values(answer[model] ?? {});
  return row !== undefined && row.isDeleted !== true && row.visibility !== 'deleted';
}
