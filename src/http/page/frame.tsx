import { FooterRows } from '../../ui/layout/footer.tsx'
import { HeaderLinks } from '../../ui/layout/header.tsx'
import { MenuRows } from '../../ui/layout/menu.tsx'
import { renderPart } from '../../ui/render-part.tsx'
import type { Site } from '../../ui/site.tsx'

/** HTML that all pages of a language have in common. */
export type Frame = { readonly links: string; readonly menu: string; readonly footer: string }

/** By the footer's list of countries, which is a different object for each locale and version. */
const frames = new WeakMap<Site['popularCountries'], Map<boolean, Frame>>()

/**
 * Returns the frame of a page. It is rendered once and stored, because it has a third of the
 * elements of most pages.
 * @param hasCountries whether the footer lists countries
 */
export function frameOf(site: Site, hasCountries: boolean): Frame {
  const known = frames.get(site.popularCountries) ?? new Map<boolean, Frame>()
  frames.set(site.popularCountries, known)
  const frame = known.get(hasCountries) ?? renderFrame(site, hasCountries)
  known.set(hasCountries, frame)
  return frame
}

function renderFrame(site: Site, hasCountries: boolean): Frame {
  return {
    links: renderPart(site, <HeaderLinks />),
    menu: renderPart(site, <MenuRows />),
    footer: renderPart(site, <FooterRows hasCountries={hasCountries} />),
  }
}
