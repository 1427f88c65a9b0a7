import type { Country } from '../plans/operations.ts'
import type { Site } from '../ui/site.tsx'
import { renderPart, renderWithPath } from '../ui/render-part.tsx'
import type { AppContext, AppEnv } from './app-env.ts'
import { FooterRows } from './footer.tsx'
import { HeaderRow } from './header.tsx'
import { ConsentBanner, DialogFrame, LocaleSuggestions } from './notices.tsx'

/** Parts with forms that return to the page, by its path. */
type PartsWithPath = {
  readonly [part in 'header' | 'asks']: (path: string) => string
}

/** By the configuration of a shop, and by language. */
const frames = new WeakMap<AppEnv['Variables']['config'], Map<string, PartsWithPath>>()

/**
 * Returns the parts around a page that all pages of a language have in common. They are rendered
 * once, because they have a third of the elements of most pages.
 */
export function framesOf(c: AppContext, site: Site): PartsWithPath {
  if (site.partial) return partsWithPath(site)
  const config = c.get('config')
  const known = frames.get(config) ?? new Map<string, PartsWithPath>()
  frames.set(config, known)
  const frame = known.get(site.locale) ?? partsWithPath(site)
  known.set(site.locale, frame)
  return frame
}

/** By the list of countries, which is a different object for each locale and version. */
const footers = new WeakMap<readonly Country[], Map<boolean, string>>()

export function footerOf(site: Site, popular: readonly Country[], hasCountries: boolean): string {
  const known = footers.get(popular) ?? new Map<boolean, string>()
  footers.set(popular, known)
  const footer =
    known.get(hasCountries) ?? renderPart(site, <FooterRows {...{ popular, hasCountries }} />)
  known.set(hasCountries, footer)
  return footer
}

function partsWithPath(site: Site): PartsWithPath {
  return {
    header: renderWithPath(site, <HeaderRow />),
    asks: renderWithPath(
      site,
      <>
        <LocaleSuggestions />
        <ConsentBanner />
        <DialogFrame />
      </>,
    ),
  }
}
