import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { escapeMarkup } from '../kit/text.shared.ts'
import { SiteProvider, type Site } from './site.tsx'

/**
 * Renders a part that several pages of a language have in common, so that it can be stored. The
 * part must not depend on the page.
 */
export function renderPart(site: Site, part: ReactNode): string {
  const anyPage: Site = {
    ...site,
    get path(): string {
      throw new Error('this part has no path, because it is the same on every page')
    },
  }
  return inOnePiece(renderIn(anyPage, part))
}

/** Replaced by the path of each page. React does not escape it, and no text contains it. */
const pathMark = '\0'

/**
 * Renders a part that differs between the pages of a language only by their path. The returned
 * function adds the path of a page.
 */
export function renderWithPath(site: Site, part: ReactNode): (path: string) => string {
  const pieces = renderIn({ ...site, path: pathMark }, part)
    .split(pathMark)
    .map(inOnePiece)
  return (path) => pieces.join(escapeMarkup(path))
}

function renderIn(site: Site, part: ReactNode): string {
  return renderToString(<SiteProvider site={site}>{part}</SiteProvider>)
}

/**
 * Copies a text that React has concatenated. V8 stores such a text as a tree of its pieces, which
 * takes four times the memory of a plan's card, and time on each page.
 */
function inOnePiece(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text))
}
