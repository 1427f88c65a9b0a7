import { maxSuggestions, indexCountries } from '../../src/plans/country-search.shared.ts'
import { searchCountries } from '../../src/plans/named-countries.shared.ts'
import type { CountrySuggestions } from '../../src/plans/country-search.shared.ts'
import { findStops, unfinishedTrip, worldRegionsNamed } from '../../src/plans/trip-search.shared.ts'
import { countedText, failedSearchPath } from '../../src/plans/demand.shared.ts'
import { Listbox } from './listbox.ts'
import { createOptions } from './options.ts'

/**
 * Turns a search field into an ARIA 1.2 combobox with a popup of links. Focus stays in the field.
 * Arrow keys move through the links, Enter follows the active link or submits the form, and Escape
 * closes the popup. Text typed before the script loaded is searched at once.
 */
export function startCombobox(input: HTMLInputElement, suggestions: CountrySuggestions): void {
  const listbox = new Listbox(input)
  const status = document.createElement('p')
  const findLinks = createLinkFinder(suggestions)

  status.role = 'status'
  input.form?.append(listbox.element, status)
  input.role = 'combobox'
  input.ariaAutoComplete = 'list'
  close()

  input.addEventListener('input', suggest)
  input.addEventListener('click', suggest)
  const isShown = () => status.textContent !== ''
  const actions = { suggest, close, isShown }
  input.addEventListener('keydown', (event) => handleKey(event, listbox, actions))
  input.addEventListener('blur', () => {
    if (input.value !== input.defaultValue && findLinks(input.value).length === 0)
      reportFailure(input.value)
    close()
  })
  listbox.element.addEventListener('click', close) // the popup is closed when the visitor returns
  const wasTyped = input.value !== input.defaultValue
  if (wasTyped && document.activeElement === input) suggest()

  function suggest(): void {
    if (input.value.trim() === '') return close()
    const found = findLinks(input.value)
    // Only the page reads sentences such as `two weeks in Italy`: that takes too long for a key.
    if (found.length === 0 && /\s/.test(input.value.trim())) return close()
    listbox.show(found)
    status.textContent = suggestions.counts[found.length] ?? ''
    status.className = found.length > 0 ? 'unseen' : 'suggestions'
  }

  function close(): void {
    listbox.hide()
    status.textContent = ''
    status.className = 'unseen'
  }
}

/** Returns a function that finds places, or the trip that a text names. */
function createLinkFinder({ countries, worldRegions = [], trip: label }: CountrySuggestions) {
  const { countryOption, tripOption, worldRegionOption } = createOptions(label)
  indexCountries(countries) // builds the search index before the first key press

  function trips(text: string): readonly HTMLAnchorElement[] {
    const { countries: stops, isWhole } = findStops(countries, text)
    if (isWhole && stops.length > 1) return [tripOption(stops)]
    const trip = unfinishedTrip(countries, text)
    if (!trip) return []
    const others = searchCountries(countries, trip.last).filter(
      (country) => !trip.stops.includes(country),
    )
    return limitSuggestions(others).map((country) => tripOption([...trip.stops, country]))
  }

  return (text: string): readonly HTMLAnchorElement[] => {
    const named = worldRegionsNamed(text)
    const regions = worldRegions.filter(({ region }) => named.includes(region))
    const places = [
      ...regions.map(worldRegionOption),
      ...limitSuggestions(searchCountries(countries, text)).map(countryOption),
    ]
    return limitSuggestions(places.length > 0 ? places : trips(text))
  }
}

const reported = new Set<string>()

/** Reports searches without a result, because most visitors do not submit the form. */
function reportFailure(text: string): void {
  const counted = countedText(text)
  if (counted === null || reported.has(counted)) return
  reported.add(counted)
  navigator.sendBeacon(failedSearchPath, new URLSearchParams({ search_string: text }))
}

/** Creating links takes the most time, so only the shown links are created. */
function limitSuggestions<T>(found: readonly T[]): readonly T[] {
  return found.slice(0, maxSuggestions)
}

type Actions = {
  readonly suggest: () => void
  readonly close: () => void
  readonly isShown: () => boolean
}

function handleKey(event: KeyboardEvent, listbox: Listbox, actions: Actions): void {
  const { suggest, close, isShown } = actions
  if (event.isComposing || event.ctrlKey || event.metaKey) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (!listbox.isOpen) suggest()
    listbox.move(event.key === 'ArrowDown' ? 1 : -1)
  } else if (event.key === 'Escape' && isShown()) close()
  else if (event.key === 'Enter' && listbox.active) listbox.active.click()
  else return listbox.activate(undefined)
  event.preventDefault()
}
