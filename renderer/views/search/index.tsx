/**
 * Quick find and command palette. Finds decks, people, commands, and cards by title, text or short code (`$code`). For a
 * text that starts with `>`, finds only commands. Also opens a pasted link to a card or view.
 */
import { Dialog } from '@base-ui/react/dialog';
import { Command as List } from 'cmdk';
import { CornerDownLeft, Layers, Link, ListFilter, Search } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { FoundCard } from '../../../shared/bridge/index.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { call, failureOf } from '../../data/bridge.ts';
import { failureText } from '../../data/failures.ts';
import { openLink } from '../../data/links.ts';
import { nameOf, useActiveDecks, useAssignablePeople, useLookups } from '../../data/lookups.ts';
import { go, openCard } from '../../data/routes.ts';
import { parsePastedLink } from '../../model/pasted-link.ts';
import { Avatar } from '../../ui/icons/Avatar.tsx';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { statusLook } from '../../ui/icons/status.ts';
import { withIndexKeys } from '../../ui/index-keys.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { bestMatches } from '../../ui/text/matching.ts';
import { type Command, commandAvailability, commandLabel } from '../../workbench/command.ts';
import styles from './search.module.css';
import { snippetParts } from './snippet.ts';

interface QuickFindProps {
  commands: readonly Command[];
  /** If true, the text field contains `>` at first, so that only commands are listed. */
  commandsFirst?: boolean;
  onClose: () => void;
}

const maxEntries = { cards: 30, others: 6 };

function useFoundCards(text: string): { cards: readonly FoundCard[]; fault: string | null; settled: boolean } {
  const [state, setState] = useState<{ text: string; cards: readonly FoundCard[]; fault: string | null }>({
    text: '',
    cards: [],
    fault: null,
  });
  useEffect(() => {
    if (!text) return;
    let current = true;
    call('data/find', { text, limit: maxEntries.cards }).then(
      (cards) => current && setState({ text, cards, fault: null }),
      (error: unknown) => current && setState({ text, cards: [], fault: failureText(failureOf(error)) }),
    );
    return () => {
      current = false;
    };
  }, [text]);
  // Keeps the last answer until the next one arrives, so that the list does not flicker while typing.
  return { cards: text ? state.cards : [], fault: text ? state.fault : null, settled: !text || state.text === text };
}

export function QuickFind({ commands, commandsFirst = false, onClose }: QuickFindProps): ReactElement {
  const [typed, setTyped] = useState(commandsFirst ? '>' : '');
  const onlyCommands = typed.startsWith('>');
  const text = (onlyCommands ? typed.slice(1) : typed).trim();
  const baseUrl = useWorkspace()?.baseUrl ?? null;
  const link = onlyCommands ? null : parsePastedLink(text, baseUrl);
  const searchText = link === null ? text : link.kind === 'card' ? link.code : '';
  const { cards, fault, settled } = useFoundCards(onlyCommands ? '' : searchText);
  const decks = useActiveDecks();
  const persons = useAssignablePeople();
  const { projects } = useLookups();
  const projectName = new Map(projects.map(({ id, name }) => [id as string, name]));

  const [selectedByPerson, setSelectedByPerson] = useState<{ typed: string; value: string } | null>(null);
  const [enteredFor, setEnteredFor] = useState<string | null>(null);
  const isNavigating = useRef(false);
  const closeThen = (what: () => void) => () => {
    onClose();
    what();
  };
  const availableCommands = commands.filter((command) => !command.keyOnly && commandAvailability(command) !== false);
  const shownCommands = bestMatches(
    availableCommands,
    text,
    (command) => [commandLabel(command), command.group],
    onlyCommands || !text ? 100 : maxEntries.others,
  );
  const shownDecks = onlyCommands || !text ? [] : bestMatches(decks, text, ({ title }) => [title], maxEntries.others);
  const shownPersons =
    onlyCommands || !text
      ? []
      : bestMatches(persons, text, ({ name, fullName }) => [name, fullName ?? ''], maxEntries.others);
  // If a deck's name starts with the text, decks come before cards. Texts of one or two letters would match too many
  // decks.
  const decksFirst =
    text.length > 2 && shownDecks.some(({ title }) => title.toLowerCase().startsWith(text.toLowerCase()));
  const cardActions = cards.map(({ cardId }) => [`card ${cardId}`, closeThen(() => openCard(cardId))] as const);
  const deckActions = shownDecks.map(({ id }) => [`deck ${id}`, closeThen(() => go({ view: 'deck', id }))] as const);
  // The action of each entry, in the order of the list.
  const actionByValue = new Map<string, () => void>([
    ...(link?.kind === 'app' ? [['link', closeThen(() => openLink(link.link))] as const] : []),
    ...(decksFirst ? [...deckActions, ...cardActions] : [...cardActions, ...deckActions]),
    ...(cards.length > 0 ? [['results', closeThen(() => go({ view: 'search', query: { q: text } }))] as const] : []),
    ...shownPersons.map(({ id }) => [`person ${id}`, closeThen(() => go({ view: 'person', id }))] as const),
    ...shownCommands
      .filter((command) => commandAvailability(command) === true)
      .map((command) => [`command ${command.id}`, closeThen(command.run)] as const),
  ]);
  const first = actionByValue.keys().next().value ?? '';
  // Until the person selects an entry, the first entry is selected. If cards load later and are inserted above that
  // entry, the first of these cards becomes selected.
  const selectedValue =
    selectedByPerson?.typed === typed && actionByValue.has(selectedByPerson.value) ? selectedByPerson.value : first;
  const runFirst = useRef(() => {});
  runFirst.current = () => actionByValue.get(first)?.();
  useEffect(() => {
    if (settled && enteredFor === typed) runFirst.current();
  }, [settled, enteredFor, typed]);
  const hasNoResults =
    settled &&
    link?.kind !== 'app' &&
    cards.length + shownDecks.length + shownPersons.length + shownCommands.length === 0;

  const deckGroup =
    shownDecks.length > 0 ? (
      <List.Group heading="Decks" className={styles.group}>
        {shownDecks.map((deck) => (
          <List.Item
            key={deck.id}
            value={`deck ${deck.id}`}
            className={styles.item}
            onSelect={() => actionByValue.get(`deck ${deck.id}`)?.()}
          >
            <Layers size={14} aria-hidden />
            <span className={styles.text}>{deck.title}</span>
            <span className={styles.hint}>{projectName.get(deck.projectId)}</span>
          </List.Item>
        ))}
      </List.Group>
    ) : null;

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label="Find and run">
          <List
            label="Find and run"
            shouldFilter={false}
            loop
            className={styles.command}
            value={selectedValue}
            onValueChange={(value) => isNavigating.current && setSelectedByPerson({ typed, value })}
            onPointerMoveCapture={() => {
              isNavigating.current = true;
            }}
            onKeyDownCapture={(event) => {
              if (event.nativeEvent.isComposing) return;
              isNavigating.current = event.key !== 'Enter';
              // While cards are loading, Enter waits, and then opens the entry that is first after loading.
              if (event.key !== 'Enter' || settled || onlyCommands || !text || selectedByPerson?.typed === typed)
                return;
              event.preventDefault();
              event.stopPropagation();
              setEnteredFor(typed);
            }}
          >
            <div className={styles.inputRow}>
              <Search size={16} aria-hidden />
              <List.Input
                className={styles.input}
                value={typed}
                onValueChange={(value) => {
                  isNavigating.current = false;
                  setTyped(value);
                }}
                placeholder="Cards by title, text or $code, decks, people; > for commands"
              />
            </div>
            <List.List className={styles.list}>
              {fault ? <p className={styles.empty}>{fault}</p> : null}
              {hasNoResults && text ? <p className={styles.empty}>Nothing matches “{text}”.</p> : null}
              {link?.kind === 'app' ? (
                <List.Item value="link" className={styles.item} onSelect={() => actionByValue.get('link')?.()}>
                  <Link size={14} aria-hidden />
                  <span className={styles.text}>Open the link</span>
                </List.Item>
              ) : null}
              {decksFirst ? deckGroup : null}
              {cards.length > 0 ? (
                <List.Group heading="Cards" className={styles.group}>
                  {cards.map((card) => (
                    <List.Item
                      key={card.cardId}
                      value={`card ${card.cardId}`}
                      className={styles.item}
                      onSelect={() => actionByValue.get(`card ${card.cardId}`)?.()}
                    >
                      <StatusIcon derivedStatus={card.derivedStatus} />
                      <span className={styles.text}>
                        <span className={styles.title} dir="auto">
                          {card.title || 'Untitled'}
                        </span>
                        <Snippet card={card} />
                      </span>
                      <span className={styles.hint}>
                        {statusLook(card.derivedStatus).group === 'archived' ? 'Archived · ' : null}
                        {card.deckTitle}
                        {card.code ? <code>${card.code.replace(/^\$/, '')}</code> : null}
                      </span>
                    </List.Item>
                  ))}
                  <List.Item value="results" className={styles.item} onSelect={() => actionByValue.get('results')?.()}>
                    <ListFilter size={14} aria-hidden />
                    <span className={styles.text}>Show all cards that match “{text}”</span>
                  </List.Item>
                </List.Group>
              ) : null}
              {decksFirst ? null : deckGroup}
              {shownPersons.length > 0 ? (
                <List.Group heading="People" className={styles.group}>
                  {shownPersons.map((person) => (
                    <List.Item
                      key={person.id}
                      value={`person ${person.id}`}
                      className={styles.item}
                      onSelect={() => actionByValue.get(`person ${person.id}`)?.()}
                    >
                      <Avatar id={person.id} name={nameOf(person)} size={16} />
                      <span className={styles.text}>{nameOf(person)}</span>
                    </List.Item>
                  ))}
                </List.Group>
              ) : null}
              {shownCommands.length > 0 ? (
                <List.Group heading="Commands" className={styles.group}>
                  {shownCommands.map((command) => {
                    const canRunNow = commandAvailability(command);
                    const Icon = command.icon ?? CornerDownLeft;
                    return (
                      <List.Item
                        key={command.id}
                        value={`command ${command.id}`}
                        className={styles.item}
                        disabled={canRunNow !== true}
                        onSelect={() => actionByValue.get(`command ${command.id}`)?.()}
                      >
                        <span className={styles.icon}>
                          <Icon size={14} aria-hidden />
                        </span>
                        <span className={styles.text}>{commandLabel(command)}</span>
                        <span className={styles.hint}>
                          <span className={styles.why}>{canRunNow === true ? command.group : canRunNow}</span>
                          {command.keys?.[0] ? <Kbd keys={command.keys[0]} /> : null}
                        </span>
                      </List.Item>
                    );
                  })}
                </List.Group>
              ) : null}
            </List.List>
          </List>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Shows the text around the match; nothing if the title already contains that text. */
function Snippet({ card }: { card: FoundCard }): ReactElement | null {
  if (!card.snippet) return null;
  const parts = snippetParts(card.snippet);
  const plain = parts.map(({ text }) => text).join('');
  if (card.title.includes(plain.trim())) return null;
  return (
    <span className={styles.snippet} dir="auto">
      {withIndexKeys(parts).map(([at, part]) => (part.match ? <mark key={at}>{part.text}</mark> : part.text))}
    </span>
  );
}
