import { CornerDownLeft, Link, ListFilter, Plus } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { CardSearchResult } from '../../../shared/bridge/index.ts';
import { linkScheme } from '../../../shared/bridge/link-format.ts';
import { type Query, rootKeyById } from '../../../shared/contract/index.ts';
import { foldText } from '../../../shared/domain/search-text.ts';
import { accountSeqOfShortCode } from '../../../shared/domain/short-code.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { call, errorText } from '../../data/bridge.ts';
import { openAppLink } from '../../data/links.ts';
import { useLiveQuery } from '../../data/live.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { currentRoute, idOfOpenCard, navigate, openCard, parseRoute } from '../../data/routes.ts';
import {
  cardIdOfUse,
  cardUseKey,
  commandUseKey,
  currentUses,
  placeOf,
  recordUse,
  scoreAt,
  type Use,
} from '../../data/uses.ts';
import { shownTitle } from '../../model/card-row.ts';
import { cx } from '../../ui/cx.ts';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { statusGroupAndLabel } from '../../ui/icons/status.ts';
import { pairWithIndexKeys } from '../../ui/index-keys.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { commandTargetCards } from '../../workbench/active-list.ts';
import { type Command, commandAvailability, commandLabel } from '../../workbench/command.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import { type Place, usePlaces } from './places.tsx';
import { type Candidate, compareMatches, foldCommandName, type Match, rankCandidates, tierOfCard } from './rank.ts';
import styles from './search.module.css';
import { synonymsOf } from './synonyms.ts';

/** A part of `CardSearchResult.snippet`. The private-use characters U+E000 and U+E001 enclose each match. */
interface SnippetPart {
  readonly text: string;
  readonly match: boolean;
}

export const splitSnippet = (snippet: string): SnippetPart[] =>
  // Because of the group, `split` also returns the matches, at odd indexes.
  snippet
    .split(/\uE000([^\uE000\uE001]*)/)
    .map((text, index) => ({ text: text.replaceAll('\uE001', '').replaceAll(/\s+/g, ' '), match: index % 2 === 1 }))
    .filter(({ text }) => text !== '');

/** For a card, the short code (with `$`) to which a link of the web app leads. */
type PastedLink = { readonly kind: 'app'; readonly link: string } | { readonly kind: 'card'; readonly code: string };

/**
 * A link of this app, or to a card in the web app of the workspace's service; else null. `baseUrl` is the address of
 * the service; null for a local workspace.
 */
export function parsePastedLink(text: string, baseUrl: string | null): PastedLink | null {
  if (/\s/.test(text)) return null;
  if (text.toLowerCase().startsWith(`${linkScheme}://`)) return { kind: 'app', link: text };
  if (!/^https?:/i.test(text) || baseUrl === null || !URL.canParse(text) || !URL.canParse(baseUrl)) return null;
  const { hostname, pathname } = new URL(text);
  if (domainOf(hostname) !== domainOf(new URL(baseUrl).hostname)) return null;
  // The web app's page of a card is `…/card/<code>-<title>`.
  const [, code = ''] = /\/card\/([0-9a-z]+)(?:-[^/]*)?\/?$/i.exec(pathname) ?? [];
  return accountSeqOfShortCode(code) === undefined ? null : { kind: 'card', code: `$${code.toLowerCase()}` };
}

/**
 * The service (`api.example.com`) and its web app (`team.example.com`) share the last two labels of the host name.
 * Returns an IP address unchanged.
 */
const domainOf = (hostname: string): string =>
  /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');

export interface QuickFindEntry {
  /** Unique among all entries. */
  readonly value: string;
  /** Null if the entry is listed but not available now. */
  readonly run: (() => void) | null;
  readonly icon: ReactElement;
  readonly text: ReactNode;
  readonly hint?: ReactNode;
}
interface QuickFindGroup {
  /** Null for entries without a heading. */
  readonly heading: string | null;
  readonly entries: readonly QuickFindEntry[];
}

interface QuickFindAnswer {
  /** Only groups with entries, the one with the best entry first. */
  readonly groups: readonly QuickFindGroup[];
  /** Why cards could not be searched, or null. */
  readonly fault: string | null;
  /** False while the cards for the text are loading. */
  readonly isSettled: boolean;
}

const maxEntries = { cards: 12, places: 8, commands: 6, allCommands: 100, recent: 7, allRecent: 40 };

interface FoundCards {
  readonly text: string;
  readonly cards: readonly CardSearchResult[];
  readonly fault: string | null;
}
const nothing: FoundCards = { text: '', cards: [], fault: null };

function useFoundCards(text: string): FoundCards & { isSettled: boolean } {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    if (!text) return;
    let current = true;
    call('data/find', { text, limit: maxEntries.cards }).then(
      (cards) => current && setFound({ text, cards, fault: null }),
      (error: unknown) => current && setFound({ text, cards: [], fault: errorText(error) }),
    );
    return () => {
      current = false;
    };
  }, [text]);
  // The last answer stays until the next one arrives, so that the list does not flicker while the person types.
  return text ? { ...found, isSettled: found.text === text } : { ...nothing, isSettled: true };
}

/** The newest first, without the place that is open. */
function useRecentEntries(
  uses: readonly Use[],
  places: readonly Place[],
  commands: readonly Command[],
  limit: number,
): Candidate<QuickFindEntry>[] {
  const keys = useMemo(() => {
    const open = [placeOf(currentRoute()), idOfOpenCard() && cardUseKey(idOfOpenCard() ?? '')];
    return uses.filter(({ key }) => !open.includes(key)).map(({ key }) => key);
  }, [uses]);
  const cardIds = keys.slice(0, 2 * limit).flatMap((key) => cardIdOfUse(key) ?? []);
  const { data } = useLiveQuery(
    Object.fromEntries(
      cardIds.map((id) => [rootKeyById('card', id), ['title', 'derivedStatus', 'visibility']]),
    ) as Query,
    { enabled: cardIds.length > 0 },
  );
  const cards = (data as { card?: Record<string, RecentCard | undefined> } | undefined)?.card;
  return keys
    .flatMap((key): Candidate<QuickFindEntry>[] => {
      const cardId = cardIdOfUse(key);
      if (cardId !== null) {
        const card = cards?.[cardId];
        if (!card || card.visibility === 'deleted') return [];
        return [
          candidateOf(shownTitle(card.title), {
            value: `recent ${key}`,
            run: () => openCard(cardId),
            icon: <StatusIcon derivedStatus={card.derivedStatus ?? ''} />,
            text: shownTitle(card.title),
            hint: 'Card',
          }),
        ];
      }
      const place = places.find(({ route }) => route === key);
      if (place) return [candidateOf(place.name, { ...placeEntry(place), value: `recent ${key}` })];
      const { view, id, query } = parseRoute(key);
      if (view === 'search' && query.q)
        return [
          candidateOf(query.q, {
            value: `recent ${key}`,
            run: () => navigate(key),
            icon: <ListFilter size={14} aria-hidden />,
            text: `“${query.q}”`,
            hint: 'Search',
          }),
        ];
      const command = id === null ? commands.find((each) => each.id === `go.${view}`) : undefined;
      if (!command) return [];
      return [
        candidateOf(commandLabel(command), {
          ...commandEntry(command),
          value: `recent ${key}`,
          run: () => navigate(key),
          hint: 'View',
        }),
      ];
    })
    .slice(0, limit);
}

interface RecentCard {
  readonly title?: string;
  readonly derivedStatus?: string;
  readonly visibility?: string;
}

const candidateOf = (name: string, item: QuickFindEntry): Candidate<QuickFindEntry> => ({
  item,
  names: [foldText(name)],
  synonyms: [],
  score: 0,
});

interface QuickFindQuestion {
  /** Trimmed. */
  readonly text: string;
  readonly onlyCommands: boolean;
  readonly onlyRecent: boolean;
  readonly commands: readonly Command[];
}

export function useQuickFindGroups({ text, onlyCommands, onlyRecent, commands }: QuickFindQuestion): QuickFindAnswer {
  const baseUrl = useWorkspace()?.baseUrl ?? null;
  const link = onlyCommands || onlyRecent ? null : parsePastedLink(text, baseUrl);
  const searchText = link === null ? text : link.kind === 'card' ? link.code : '';
  const { cards, fault, isSettled } = useFoundCards(onlyCommands || onlyRecent ? '' : searchText);
  const places = usePlaces();
  // As they were when the palette opened, so that the order stays while it is open.
  const [uses] = useState(currentUses);
  const scores = useMemo(() => {
    const now = Date.now();
    return new Map(uses.map((use) => [use.key, scoreAt(use, now)]));
  }, [uses]);
  const recent = useRecentEntries(uses, places, commands, onlyRecent ? maxEntries.allRecent : maxEntries.recent);
  const [offered] = useState(() =>
    commands
      .filter((command) => !command.keyOnly && commandAvailability(command) !== false)
      .map((command): Candidate<QuickFindEntry> => {
        const label = commandLabel(command);
        return {
          item: commandEntry(command),
          names: [foldCommandName(label)],
          synonyms: [...synonymsOf(label, command.id), foldText(command.group)],
          score: scores.get(commandUseKey(command.id)) ?? 0,
        };
      }),
  );
  const placeCandidates = useMemo(
    () =>
      places.map(
        (place): Candidate<QuickFindEntry> => ({
          item: placeEntry(place),
          names: [place.name, `${place.kind} ${place.name}`].map(foldText),
          synonyms: (place.words ?? []).map(foldText),
          score: scores.get(place.route) ?? 0,
        }),
      ),
    [places, scores],
  );

  if (onlyRecent)
    return {
      groups: [{ heading: 'Recent places', entries: entriesOf(rankCandidates(recent, text)) }],
      fault: null,
      isSettled: true,
    };
  const foundCommands = rankCandidates(offered, text);
  if (text === '')
    return {
      groups: [
        { heading: 'Recent', entries: onlyCommands ? [] : recent.map(({ item }) => item) },
        { heading: 'Commands', entries: entriesOf(foundCommands).slice(0, maxEntries.allCommands) },
      ].filter(({ entries }) => entries.length > 0),
      fault,
      isSettled,
    };
  const typed = foldText(text);
  const foundCards = cards
    .map((card) => ({
      item: cardEntry(card),
      tier: tierOfCard(foldText(shownTitle(card.title)), typed, isArchived(card)),
      score: scores.get(cardUseKey(card.cardId)) ?? 0,
    }))
    .toSorted(compareMatches);
  const foundPlaces = onlyCommands ? [] : rankCandidates(placeCandidates, text).slice(0, maxEntries.places);
  const ranked = [
    { heading: 'Go to', found: foundPlaces },
    { heading: 'Cards', found: foundCards },
    { heading: 'Commands', found: foundCommands.slice(0, onlyCommands ? maxEntries.allCommands : maxEntries.commands) },
  ].flatMap(({ heading, found }) => (found[0] ? [{ heading, found, best: found[0] }] : []));
  const canCreate =
    ranked.length === 0 && link === null && !onlyCommands && missingScopeReason('cards/create') === null;
  return {
    groups: [
      ...(canCreate ? [{ heading: null, entries: [newCardEntry(text)] }] : []),
      ...(link?.kind === 'app' ? [{ heading: null, entries: [linkEntry(link.link)] }] : []),
      ...ranked
        .toSorted((a, b) => compareMatches(a.best, b.best))
        .map(({ heading, found }) => ({
          heading,
          entries: heading === 'Cards' ? [...entriesOf(found), allResultsEntry(text)] : entriesOf(found),
        })),
    ],
    fault,
    isSettled,
  };
}

const entriesOf = (matches: readonly Match<QuickFindEntry>[]): QuickFindEntry[] => matches.map(({ item }) => item);

const linkEntry = (link: Parameters<typeof openAppLink>[0]): QuickFindEntry => ({
  value: 'link',
  run: () => openAppLink(link),
  icon: <Link size={14} aria-hidden />,
  text: 'Open the link',
});

const placeEntry = ({ route, kind, name, detail, icon }: Place): QuickFindEntry => ({
  value: `place ${route}`,
  run: () => navigate(route),
  icon: <span className={cx('inline-flex faint', styles.icon)}>{icon}</span>,
  text: (
    <span className="truncate" dir="auto">
      {name}
    </span>
  ),
  hint: <span className="truncate">{detail ? `${kind} · ${detail}` : kind}</span>,
});

const isArchived = ({ derivedStatus }: CardSearchResult) => statusGroupAndLabel(derivedStatus).group === 'archived';

const cardEntry = (card: CardSearchResult): QuickFindEntry => ({
  value: `card ${card.cardId}`,
  run: () => openCard(card.cardId),
  icon: <StatusIcon derivedStatus={card.derivedStatus} />,
  text: (
    <>
      <span className="truncate" dir="auto">
        {shownTitle(card.title)}
      </span>
      <Snippet card={card} />
    </>
  ),
  hint: (
    <>
      {isArchived(card) ? 'Archived · ' : null}
      {card.deckTitle}
      {card.code ? <code className="mono text-xs">${card.code.replace(/^\$/, '')}</code> : null}
    </>
  ),
});

const newCardEntry = (text: string): QuickFindEntry => ({
  value: 'new card',
  run: () => openDialog({ kind: 'newCard', text }),
  icon: <Plus size={14} aria-hidden />,
  text: `New card “${text}”…`,
  hint: 'Nothing matches',
});

const allResultsEntry = (text: string): QuickFindEntry => ({
  value: 'results',
  run: () => navigate({ view: 'search', query: { q: text } }),
  icon: <ListFilter size={14} aria-hidden />,
  text: `Show all cards that match “${text}”`,
});

/** The card or cards that a command on cards would change. */
function targetOf({ group, isForCursor }: Command): string | null {
  if (group !== 'Cards' || isForCursor) return null;
  const cards = commandTargetCards();
  const [only] = cards;
  if (!only) return null;
  return cards.length === 1 ? `“${shownTitle(only.title)}”` : countWithNoun(cards.length, 'card');
}

function commandEntry(command: Command): QuickFindEntry {
  const canRunNow = commandAvailability(command);
  const Icon = command.icon ?? CornerDownLeft;
  const run = () => {
    recordUse(commandUseKey(command.id));
    command.run();
  };
  return {
    value: `command ${command.id}`,
    run: canRunNow === true ? run : null,
    icon: (
      <span className={cx('inline-flex faint', styles.icon)}>
        <Icon size={14} aria-hidden />
      </span>
    ),
    text: commandLabel(command),
    hint: (
      <>
        <span className="truncate">{canRunNow === true ? (targetOf(command) ?? command.group) : canRunNow}</span>
        {command.keys?.[0] ? <Kbd keys={command.keys[0]} /> : null}
      </>
    ),
  };
}

/** The text around the match; nothing if the title already contains it. */
function Snippet({ card }: { card: CardSearchResult }): ReactElement | null {
  if (!card.snippet) return null;
  const parts = splitSnippet(card.snippet);
  const plain = parts.map(({ text }) => text).join('');
  if (card.title.includes(plain.trim())) return null;
  return (
    <span className="truncate note" dir="auto">
      {pairWithIndexKeys(parts).map(([at, part]) =>
        part.match ? (
          <mark key={at} className="plain strong bare">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </span>
  );
}
