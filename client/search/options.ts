import { isCostly } from '../costly-connection.ts'
import { commonFlags } from '../../src/kit/common-flags.shared.ts'
import { flagHref } from '../../src/kit/flags.shared.ts'
import type {
  SuggestedCountry,
  SuggestedWorldRegion,
} from '../../src/plans/country-search.shared.ts'
import { localeOf } from '../../src/words/locales.shared.ts'
import { href } from '../../src/words/paths.shared.ts'

export type SuggestedTrip = {
  readonly stops: readonly SuggestedCountry[]
  /** A text with which the planner finds the trip. */
  readonly text: string
  /** Its days and data. */
  readonly note: string
}
export type LinkFactory = ReturnType<typeof createOptions>

/** Creates each place's link once, so that flags do not flicker while the visitor types. */
export function createOptions(tripLabel = '{{places}}') {
  const locale = localeOf(location.pathname)
  const made = new Map<string, HTMLAnchorElement>()

  return { countryOption, tripOption, worldRegionOption }

  function countryOption({ countryCode2Letters: country, title, note }: SuggestedCountry) {
    const url = href(locale, 'country', { country })
    return (
      made.get(url) ?? option(url, flagOf(country), textIn('span', title), textIn('small', note))
    )
  }

  function tripOption({ stops, text, note }: SuggestedTrip) {
    const title = tripLabel.replace('{{places}}', () => stops.map((stop) => stop.title).join(' + '))
    const url = href(locale, 'trip', null, { search_string: text })
    const flags = stops.map(({ countryCode2Letters }) => flagOf(countryCode2Letters))
    return made.get(url) ?? option(url, ...flags, textIn('span', title), textIn('small', note))
  }

  function worldRegionOption({ region, title, note }: SuggestedWorldRegion) {
    const url = href(locale, 'worldRegion', null, { region })
    return made.get(url) ?? option(url, textIn('span', title), textIn('small', note))
  }

  function option(url: string, ...parts: readonly Element[]): HTMLAnchorElement {
    const link = document.createElement('a')
    link.id = `suggestion-${made.size}`
    link.role = 'option'
    link.ariaSelected = 'false'
    link.tabIndex = -1
    link.href = url
    for (const part of parts) link.append(part, ' ')
    made.set(url, link)
    return link
  }
}

function flagOf(code: string): SVGSVGElement {
  const flag = document.createElementNS(svg, 'svg')
  flag.setAttribute('class', 'flag')
  flag.ariaHidden = 'true'
  const use = document.createElementNS(svg, 'use')
  const file = commonFlags.has(code) ? 'common' : 'all'
  if (!isCostly()) use.setAttribute('href', flagHref(code, file))
  flag.append(use)
  return flag
}

const svg = 'http://www.w3.org/2000/svg'

function textIn(name: 'span' | 'small', text: string): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
