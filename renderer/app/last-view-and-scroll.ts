/** Stores the view, open card and scroll positions in the main process, and restores them with the workspace. */
import type { ViewAndScroll } from '../../shared/bridge/index.ts';
import { rootKeyById } from '../../shared/contract/index.ts';
import { useAppState } from '../data/app-state.ts';
import { call, logFailure } from '../data/bridge.ts';
import {
  currentRoute,
  formatRoute,
  navigate,
  onRouteChange,
  openCard,
  parseRoute,
  type Route,
  type ViewName,
} from '../data/routes.ts';
import { toast } from '../ui/popups/toast.ts';

/** Views that are neither stored nor restored. */
const unstoredViews: readonly ViewName[] = ['home', 'connect', 'start', 'gallery', 'licences'];

/** The model of the id in a view's route. The view is not restored if its row, such as its deck, no longer exists. */
const modelByView: Partial<Record<ViewName, string>> = {
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

const scrollStoreDelayMs = 200;

const root = () => document.getElementById('root') ?? document.body;

/** As child indexes from the root: `0.2.1`. */
function pathOf(element: Element): string {
  const indexes: number[] = [];
  for (let at: Element | null = element; at && at !== root(); at = at.parentElement)
    indexes.unshift([...(at.parentElement?.children ?? [])].indexOf(at));
  return indexes.join('.');
}

const elementAt = (path: string): Element | undefined =>
  path.split('.').reduce<Element | undefined>((at, index) => at?.children[Number(index)], root());

class LastViewAndScroll {
  readonly #scrolled = new Set<Element>();
  #view = '';
  /** Workspace for which `open` was called, or in which the person has opened a view: `open` opens nothing there. */
  #openedFor: string | null = null;
  #opening: Promise<boolean> | null = null;
  #stopScrolling: () => void = () => undefined;

  /** Returns the function that removes the listeners. */
  watch(): () => void {
    let timer = 0;
    const scrolled = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      this.#scrolled.add(target);
      // A drag at the edge of a board causes the event `scrollend` in each frame.
      clearTimeout(timer);
      timer = window.setTimeout(() => this.#store(), scrollStoreDelayMs);
    };
    document.addEventListener('scrollend', scrolled, { capture: true, passive: true });
    const stop = onRouteChange(() => this.#onRouteChange());
    this.#onRouteChange();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('scrollend', scrolled, { capture: true });
      stop();
      this.#stopScrolling();
    };
  }

  #onRouteChange(): void {
    const { view, id } = currentRoute();
    if (unstoredViews.includes(view)) return;
    this.#openedFor = useAppState.getState().workspace?.id ?? null;
    if (this.#view !== `${view}/${id}`) this.#scrolled.clear();
    this.#view = `${view}/${id}`;
    this.#store();
  }

  #store(): void {
    const route = currentRoute();
    if (unstoredViews.includes(route.view)) return;
    const { edit: _, ...query } = route.query;
    const scroll: ViewAndScroll['scroll'] = {};
    for (const element of this.#scrolled)
      if (element.isConnected) scroll[pathOf(element)] = [element.scrollLeft, element.scrollTop];
    call('app/storeViewAndScroll', { route: formatRoute({ ...route, query }), scroll }).catch(
      logFailure('the last place was not stored'),
    );
  }

  /**
   * Once per workspace. Resolves to false if no view is stored, if it cannot be read, if its deck or other row no
   * longer exists, or if a view of the workspace was already opened before the call.
   */
  open(workspaceId: string): Promise<boolean> {
    if (this.#openedFor !== workspaceId) {
      this.#openedFor = workspaceId;
      this.#opening = this.#open();
    }
    return this.#opening ?? Promise.resolve(false);
  }

  async #open(): Promise<boolean> {
    try {
      const last = await call('app/lastViewAndScroll', {});
      const route = last && parseRoute(last.route);
      if (route?.query.leftClosed) void nameLeftClosedCard(route.query.leftClosed);
      if (!route || unstoredViews.includes(route.view)) return false;
      const { card, leftClosed: _, ...query } = route.query;
      const model = modelByView[route.view];
      const [rowExists, cardExists] = await Promise.all([
        model && route.id ? rowExistsNow(model, route.id) : true,
        card ? rowExistsNow('card', card) : false,
      ]);
      if (currentRoute().view !== 'home') return true;
      // During the first sync, the row is possibly not loaded yet, so the view is opened even if the row is missing.
      if (!rowExists && (await call('sync/status', {})).phase !== 'first') {
        toast({ title: 'The view you had open is gone', id: 'last-place' });
        return false;
      }
      navigate({ ...route, query: cardExists && card ? { ...query, card } : query } satisfies Route, true);
      this.#scrollTo(last.scroll);
      return true;
    } catch (error) {
      logFailure('the last view could not be opened')(error);
      return false;
    } finally {
      this.#opening = null;
    }
  }

  /** Tries in up to 180 frames, because a list reaches its full length only after several frames. */
  #scrollTo(scroll: ViewAndScroll['scroll']): void {
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
    // The person may start to scroll.
    const events = ['wheel', 'pointerdown', 'keydown'] as const;
    const stop = () => {
      cancelAnimationFrame(frame);
      for (const name of events) window.removeEventListener(name, stop, { capture: true });
    };
    for (const name of events) window.addEventListener(name, stop, { capture: true, passive: true });
    this.#stopScrolling = stop;
  }
}

/** After crashes, names the card that was open, because it may have caused them. */
async function nameLeftClosedCard(cardId: string): Promise<void> {
  const card = await firstRow({ [rootKeyById('card', cardId)]: ['title'] }).catch(() => undefined);
  toast({
    title: `“${typeof card?.title === 'string' && card.title ? card.title : 'Untitled'}” was left closed`,
    detail: 'It was open when the window stopped.',
    id: 'left-closed',
    timeout: 0,
    action: { label: 'Open it', run: () => openCard(cardId) },
  });
}

export const lastViewAndScroll = new LastViewAndScroll();

async function rowExistsNow(model: string, id: string): Promise<boolean> {
  const fields = model === 'deck' ? ['isDeleted'] : model === 'card' ? ['visibility'] : [];
  const row = await firstRow({ [rootKeyById(model as 'deck', id)]: fields });
  return row !== undefined && row.isDeleted !== true && row.visibility !== 'deleted';
}

async function firstRow(query: Record<string, unknown[]>): Promise<Record<string, unknown> | undefined> {
  const { text } = await call('data/query', { query });
  const answer = JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>;
  // The only row, not the row by `id`: if it was created offline, the service may have assigned another id since then.
  return Object.values(answer).flatMap((rows) => Object.values(rows))[0];
}
