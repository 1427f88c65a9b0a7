import { ConsentBanner } from '../../ui/layout/consent-banner.tsx'
import { DialogFrame } from '../../ui/layout/dialog-frame.tsx'
import { FooterRows } from '../../ui/layout/footer.tsx'
import { HeaderRow } from '../../ui/layout/header.tsx'
import { LocaleSuggestions } from '../../ui/layout/locale-suggestion.tsx'
import { renderPart, renderWithPath } from '../../ui/render-part.tsx'
import type { Site } from '../../ui/site.tsx'

/** HTML that all pages of a language have in common, except for the path in its forms. */
type Frame = { readonly header: string; readonly footer: string; readonly floats: string }

/** Parts with forms that return to the page, by its path. */
type PartsWithPath = {
  readonly [part in 'header' | 'floats']: (path: string) => string
}
type StoredFrame = Pick<Frame, 'footer'> & PartsWithPath

/** By the footer's list of countries, which is a different object for each locale and version. */
const frames = new WeakMap<Site['popularCountries'], Map<boolean, StoredFrame>>()

/**
 * Returns the frame of a page. It is rendered once and stored, because it has a third of the
 * elements of most pages.
 * @param hasCountries whether the footer lists countries
 */
export function frameOf(site: Site, hasCountries: boolean): Frame {
  const known = frames.get(site.popularCountries) ?? new Map<boolean, StoredFrame>()
  frames.set(site.popularCountries, known)
  const frame = known.get(hasCountries) ?? renderFrame(site, hasCountries)
  known.set(hasCountries, frame)
  const { header, floats } = site.partial ? partsWithPath(site) : frame
  return { header: header(site.path), footer: frame.footer, floats: floats(site.path) }
}

function renderFrame(site: Site, hasCountries: boolean): StoredFrame {
  const footer = renderPart(site, <FooterRows hasCountries={hasCountries} />)
  return { footer, ...partsWithPath({ ...site, partial: undefined }) }
}

function partsWithPath(site: Site): PartsWithPath {
  return {
    header: renderWithPath(site, <HeaderRow />),
    floats: renderWithPath(
      site,
      <>
        <LocaleSuggestions />
        <ConsentBanner />
        <DialogFrame />
      </>,
    ),
  }
}
