/** A popup of links below a field, and the number of links for screen readers. */
export class Listbox {
  readonly element = document.createElement('div')
  readonly #status = document.createElement('p')
  readonly #counts: readonly string[]
  #options: readonly HTMLElement[] = []
  #active: HTMLElement | undefined
  readonly #input: HTMLInputElement

  /** @param counts the text for each number of links, from 0 */
  constructor(input: HTMLInputElement, counts: readonly string[]) {
    this.#input = input
    this.#counts = counts
    this.element.id = `${input.id}-suggestions`
    this.element.role = 'listbox'
    this.element.ariaLabel = input.labels?.[0]?.textContent ?? ''
    this.element.className = 'suggestions'
    // Keeps the focus in the field.
    this.element.addEventListener('mousedown', (event) => event.preventDefault())
    // The popup is closed when the visitor returns.
    this.element.addEventListener('click', () => this.hide())
    this.#status.role = 'status'
    input.form?.append(this.element, this.#status)
    input.setAttribute('aria-controls', this.element.id)
    input.role = 'combobox'
    input.ariaAutoComplete = 'list'
    this.hide()
  }

  /** Whether it shows links, or that there are none. */
  get isShown(): boolean {
    return this.#status.textContent !== ''
  }

  get isOpen(): boolean {
    return this.#options.length > 0
  }

  get active(): HTMLElement | undefined {
    return this.#active
  }

  show(options: readonly HTMLElement[]): void {
    this.#replaceChildren(options)
    this.#setOptions(options)
    this.#announce(this.#counts[options.length] ?? '')
  }

  /** Reuses links that are shown already, because the browser would lay out new links again. */
  #replaceChildren(options: readonly HTMLElement[]): void {
    const shown = this.element.children
    for (const option of this.#options) if (!options.includes(option)) option.remove()
    for (const [index, option] of options.entries())
      if (shown[index] !== option) this.element.insertBefore(option, shown[index] ?? null)
    while (shown.length > options.length) this.element.lastElementChild?.remove()
  }

  /** Hides the links. They stay in the document, so that a clicked link can still be followed. */
  hide(): void {
    this.#setOptions([])
    this.#announce('')
  }

  /** Everybody sees that there are no links. Only screen readers get their number. */
  #announce(text: string): void {
    this.#status.textContent = text
    this.#status.className = this.isOpen || text === '' ? 'unseen' : 'suggestions'
  }

  move(step: 1 | -1): void {
    const start = step === 1 ? -1 : this.#options.length
    const from = this.#active ? this.#options.indexOf(this.#active) : start
    this.activate(this.#options[from + step])
  }

  activate(option: HTMLElement | undefined): void {
    if (this.#active) this.#active.ariaSelected = 'false'
    this.#active = option
    if (!option) return this.#input.removeAttribute('aria-activedescendant')
    option.ariaSelected = 'true'
    option.scrollIntoView({ block: 'nearest' })
    this.#input.setAttribute('aria-activedescendant', option.id)
  }

  #setOptions(options: readonly HTMLElement[]): void {
    this.#options = options
    this.activate(undefined)
    this.element.hidden = !this.isOpen
    this.#input.ariaExpanded = String(this.isOpen)
  }
}
