/**
 * Renders a text as markdown and connects it with the app: mentioned cards open in the card panel, links of this app
 * open in the app, and all other addresses open in the browser.
 */
import type { ReactElement } from 'react';
import { linkScheme } from '../../shared/bridge/link-format.ts';
import { call, toastFailure } from '../data/bridge.ts';
import { openAppLink } from '../data/links.ts';
import { openCard } from '../data/routes.ts';
import { type CheckboxActions, Markdown, type MentionResolver } from './markdown/Markdown.tsx';

function openUrl(url: string): void {
  if (url.startsWith(`${linkScheme}:`)) openAppLink(url);
  else call('app/openExternal', { url }).catch((error: unknown) => toastFailure(error, 'The link could not be opened'));
}

interface CardTextProps {
  text: string;
  mentions: MentionResolver;
  checkboxes?: CheckboxActions | undefined;
}

export function CardText({ text, mentions, checkboxes }: CardTextProps): ReactElement {
  return (
    <Markdown
      text={text}
      mentions={mentions}
      checkboxes={checkboxes}
      origin={location.origin}
      openCard={openCard}
      openOutside={openUrl}
    />
  );
}
