import { searchCountries } from '../../src/domain/country-search/search.ts'
import { maxSuggestions } from '../../src/domain/country-search/suggestions.ts'
import type { CountrySuggestions } from '../../src/domain/country-search/suggestions.ts'
import { indexCountries } from '../../src/domain/country-search/search-index.ts'
import { createOptions } from './options.ts'

/**
 * Turns a search field into an ARIA 1.2 combobox with a popup of links. Focus stays in the field.
 * Arrow keys move through the links, Enter follows the active one or submits the form, Escape
 * closes the popup. Text typed before the script loaded is searched at once.
 */
export function startCombobox(
  input: HTMLInputElement,
  { countries, counts }: CountrySuggestions,
): void {
  const optionOf = createOptions()
  const listbox = document.createElement('div')
  const status = document.createElement('p')
  let options: readonly HTMLElement[] = []
  let active: HTMLElement | undefined

  indexCountries(countries) // builds the search index before the first key press
  listbox.id = `${input.id}-suggestions`
  listbox.role = 'listbox'
  listbox.ariaLabel = input.labels?.[0]?.textContent ?? ''
  listbox.className = 'suggestions'
  status.role = 'status'
  input.form?.append(listbox, status)
  input.role = 'combobox'
  input.ariaAutoComplete = 'list'
  input.setAttribute('aria-controls', listbox.id)
  close()

  input.addEventListener('input', suggest)
  input.addEventListener('click', suggest)
  input.addEventListener('keydown', onKey)
  input.addEventListener('blur', close)
  listbox.addEventListener('mousedown', (event) => event.preventDefault()) // keeps the focus in the field
  listbox.addEventListener('click', close) // closed when the visitor comes back
  const wasTyped = input.value !== input.defaultValue
  if (wasTyped && document.activeElement === input) suggest()

  function suggest(): void {
    if (input.value.trim() === '') return close()
    const found = searchCountries(countries, input.value).slice(0, maxSuggestions)
    options = found.map(optionOf)
    listbox.replaceChildren(...options)
    activate(undefined)
    show(options.length > 0)
    status.textContent = counts[options.length] ?? ''
    status.className = options.length > 0 ? 'unseen' : 'suggestions'
  }

  function close(): void {
    options = []
    activate(undefined)
    show(false)
    status.textContent = ''
    status.className = 'unseen'
  }

  function show(isOpen: boolean): void {
    listbox.hidden = !isOpen
    input.ariaExpanded = String(isOpen)
  }

  function activate(option: HTMLElement | undefined): void {
    if (active) active.ariaSelected = 'false'
    active = option
    if (!active) return input.removeAttribute('aria-activedescendant')
    active.ariaSelected = 'true'
    active.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', active.id)
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey) return
    const isOpen = options.length > 0
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen) suggest()
      activate(nextTo(event.key === 'ArrowDown' ? 1 : -1))
    } else if (event.key === 'Escape' && (isOpen || status.textContent !== '')) close()
    else if (event.key === 'Enter' && active) active.click()
    else return activate(undefined)
    event.preventDefault()
  }

  function nextTo(step: 1 | -1): HTMLElement | undefined {
    const from = active ? options.indexOf(active) : step === 1 ? -1 : options.length
    return options[from + step]
  }
}
