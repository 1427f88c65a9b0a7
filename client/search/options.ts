import { flagHref } from '../../src/domain/flag-href.ts'
import type { SuggestedCountry } from '../../src/domain/country-search/suggestions.ts'
import { localeOf } from '../../src/locale/locales.ts'
import { href } from '../../src/locale/paths.ts'

/** Creates each country's link once, so that flags do not flicker while the visitor types. */
export function createOptions() {
  const locale = localeOf(location.pathname)
  const made = new Map<string, HTMLAnchorElement>()

  return function optionOf(country: SuggestedCountry): HTMLAnchorElement {
    const { countryCode2Letters: code, title, note } = country
    const known = made.get(code)
    if (known) return known
    const option = document.createElement('a')
    option.id = `suggestion-${code}`
    option.role = 'option'
    option.ariaSelected = 'false'
    option.tabIndex = -1
    option.href = href(locale, 'country', { country: code })
    option.append(flagOf(code), textIn('span', title), ' ', textIn('small', note))
    made.set(code, option)
    return option
  }
}

function flagOf(code: string): SVGSVGElement {
  const flag = document.createElementNS(svg, 'svg')
  flag.setAttribute('class', 'flag')
  flag.ariaHidden = 'true'
  const use = document.createElementNS(svg, 'use')
  use.setAttribute('href', flagHref(code))
  flag.append(use)
  return flag
}

const svg = 'http://www.w3.org/2000/svg'

function textIn(name: 'span' | 'small', text: string): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
