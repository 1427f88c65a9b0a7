import { maxSuggestions, indexCountries } from '../../src/plans/country-search.shared.ts'
import { searchCountries } from '../../src/plans/named-countries.shared.ts'
import type { CountrySuggestions } from '../../src/plans/country-search.shared.ts'
import { worldRegionsNamed } from '../../src/plans/named-groups.shared.ts'
import { countedText, failedSearchPath } from '../../src/plans/demand.shared.ts'
import { Listbox } from './listbox.ts'
import { createOptions, type LinkFactory } from './options.ts'

/** Longer than the time between two keys. */
const pauseMs = 250
/** More than one word. */
const sentence = /\S[\s,+/&→>]+\S/

/**
 * Turns a search field into an ARIA 1.2 combobox with a popup of links. Focus stays in the field.
 * Arrow keys move through the links, Enter follows the active link or submits the form, and Escape
 * closes the popup. Text typed before the script loaded is searched at once.
 */
export function startCombobox(input: HTMLInputElement, suggestions: CountrySuggestions): void {
  const listbox = new Listbox(input, suggestions.counts)
  const options = createOptions(suggestions.trip)
  const findLinks = createLinkFinder(suggestions, options)
  let pause: ReturnType<typeof setTimeout> | undefined

  input.addEventListener('input', suggest)
  input.addEventListener('click', suggest)
  input.addEventListener('keydown', (event) => handleKey(event, listbox, suggest))
  input.addEventListener('blur', () => {
    if (input.value !== input.defaultValue && findLinks(input.value).length === 0)
      reportFailure(input.value)
    listbox.hide()
  })
  const wasTyped = input.value !== input.defaultValue
  if (wasTyped && document.activeElement === input) suggest()

  function suggest(): void {
    clearTimeout(pause)
    const text = input.value
    if (text.trim() === '') return listbox.hide()
    const found = findLinks(text)
    if (found.length > 0 || !sentence.test(text)) return listbox.show(found)
    // Reading a sentence such as `two weeks in Italy` takes too long for a key.
    pause = setTimeout(() => suggestTrips(text).catch(() => listbox.hide()), pauseMs)
  }

  /** Shows the trips that a sentence can mean, unless the visitor has gone on. */
  async function suggestTrips(text: string): Promise<void> {
    const { tripsIn } = await import('./trips-in.ts')
    if (input.value !== text || document.activeElement !== input) return
    const trips = limitSuggestions(tripsIn(suggestions.countries, text))
    if (trips.length === 0) return listbox.hide()
    listbox.show(trips.map(options.tripOption))
  }
}

/** Returns a function that finds places by a part of a name. */
function createLinkFinder(
  { countries, worldRegions = [] }: CountrySuggestions,
  { countryOption, worldRegionOption }: LinkFactory,
) {
  indexCountries(countries) // builds the search index before the first key press

  return (text: string): readonly HTMLAnchorElement[] => {
    const named = worldRegionsNamed(text)
    const regions = worldRegions.filter(({ region }) => named.includes(region))
    const places = limitSuggestions(searchCountries(countries, text)).map(countryOption)
    return limitSuggestions([...regions.map(worldRegionOption), ...places])
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

function handleKey(event: KeyboardEvent, listbox: Listbox, suggest: () => void): void {
  if (event.isComposing || event.ctrlKey || event.metaKey) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (!listbox.isOpen) suggest()
    listbox.move(event.key === 'ArrowDown' ? 1 : -1)
  } else if (event.key === 'Escape' && listbox.isShown) listbox.hide()
  else if (event.key === 'Enter' && listbox.active) listbox.active.click()
  else return listbox.activate(undefined)
  event.preventDefault()
}
