import { CornerDownLeft, Layers, Link, ListFilter } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import type { CardSearchResult } from '../../../shared/bridge/index.ts';
import { linkScheme } from '../../../shared/bridge/link-format.ts';
import { foldText } from '../../../shared/domain/search-text.ts';
import { accountSeqOfShortCode } from '../../../shared/domain/short-code.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { call, errorText } from '../../data/bridge.ts';
import { openAppLink } from '../../data/links.ts';
import { nameOf, useActiveDecks, useAssignablePeople, useLookups } from '../../data/lookups.ts';
import { navigate, openCard } from '../../data/routes.ts';
import { shownTitle } from '../../model/card-row.ts';
import { cx } from '../../ui/cx.ts';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { statusGroupAndLabel } from '../../ui/icons/status.ts';
import { pairWithIndexKeys } from '../../ui/index-keys.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { bestMatches } from '../../ui/text/text.ts';
import { type Command, commandAvailability, commandLabel } from '../../workbench/command.ts';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import styles from './search.module.css';

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
  /** Only groups with entries, in the order of quick find. */
  readonly groups: readonly QuickFindGroup[];
  /** Why cards could not be searched, or null. */
  readonly fault: string | null;
  /** False while the cards for the text are loading. */
  readonly isSettled: boolean;
}

const maxEntries = { cards: 30, others: 6, allCommands: 100 };

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

/** `text` is trimmed. */
export function useQuickFindGroups(text: string, onlyCommands: boolean, commands: readonly Command[]): QuickFindAnswer {
  const baseUrl = useWorkspace()?.baseUrl ?? null;
  const link = onlyCommands ? null : parsePastedLink(text, baseUrl);
  const searchText = link === null ? text : link.kind === 'card' ? link.code : '';
  const { cards, fault, isSettled } = useFoundCards(onlyCommands ? '' : searchText);
  const allDecks = useActiveDecks();
  const allPeople = useAssignablePeople();
  const { projects } = useLookups();

  const listsAll = !onlyCommands && text !== '';
  const decks = listsAll ? bestMatches(allDecks, text, ({ title }) => [title], maxEntries.others) : [];
  const people = listsAll
    ? bestMatches(allPeople, text, ({ name, fullName }) => [name, fullName ?? ''], maxEntries.others)
    : [];
  const shownCommands = bestMatches(
    commands.filter((command) => !command.keyOnly && commandAvailability(command) !== false),
    text,
    (command) => [commandLabel(command), command.group],
    listsAll ? maxEntries.others : maxEntries.allCommands,
  );
  const deckGroup = {
    heading: 'Decks',
    entries: decks.map((deck) => ({
      value: `deck ${deck.id}`,
      run: () => navigate({ view: 'deck', id: deck.id }),
      icon: <Layers size={14} aria-hidden />,
      text: deck.title,
      hint: projects.find(({ id }) => id === deck.projectId)?.name,
    })),
  };
  const cardGroup = {
    heading: 'Cards',
    entries: [...cards.map(cardEntry), ...(cards.length > 0 ? [allResultsEntry(text)] : [])],
  };
  // If a deck's name starts with the text, decks come first. Texts of one or two letters match too many decks.
  const decksFirst = text.length > 2 && decks.some(({ title }) => foldText(title).startsWith(foldText(text)));
  const groups: QuickFindGroup[] = [
    { heading: null, entries: link?.kind === 'app' ? [linkEntry(link.link)] : [] },
    ...(decksFirst ? [deckGroup, cardGroup] : [cardGroup, deckGroup]),
    {
      heading: 'People',
      entries: people.map((person) => ({
        value: `person ${person.id}`,
        run: () => navigate({ view: 'person', id: person.id }),
        icon: <PersonAvatar id={person.id} size={16} />,
        text: nameOf(person),
      })),
    },
    { heading: 'Commands', entries: shownCommands.map(commandEntry) },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), fault, isSettled };
}

const linkEntry = (link: Parameters<typeof openAppLink>[0]): QuickFindEntry => ({
  value: 'link',
  run: () => openAppLink(link),
  icon: <Link size={14} aria-hidden />,
  text: 'Open the link',
});

const cardEntry = (card: CardSearchResult): QuickFindEntry => ({
  value: `card ${card.cardId}`,
  run: () => openCard(card.cardId),
  icon: <StatusIcon derivedStatus={card.derivedStatus} />,
  text: (
    <>
      <span className="truncate" dir="auto" data-whole="">
        {shownTitle(card.title)}
      </span>
      <Snippet card={card} />
    </>
  ),
  hint: (
    <>
      {statusGroupAndLabel(card.derivedStatus).group === 'archived' ? 'Archived · ' : null}
      {card.deckTitle}
      {card.code ? <code className="mono text-xs">${card.code.replace(/^\$/, '')}</code> : null}
    </>
  ),
});

const allResultsEntry = (text: string): QuickFindEntry => ({
  value: 'results',
  run: () => navigate({ view: 'search', query: { q: text } }),
  icon: <ListFilter size={14} aria-hidden />,
  text: `Show all cards that match “${text}”`,
});

function commandEntry(command: Command): QuickFindEntry {
  const canRunNow = commandAvailability(command);
  const Icon = command.icon ?? CornerDownLeft;
  return {
    value: `command ${command.id}`,
    run: canRunNow === true ? command.run : null,
    icon: (
      <span className={cx('inline-flex faint', styles.icon)}>
        <Icon size={14} aria-hidden />
      </span>
    ),
    text: commandLabel(command),
    hint: (
      <>
        <span className="truncate">{canRunNow === true ? command.group : canRunNow}</span>
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
