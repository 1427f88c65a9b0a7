export class Listbox {
  readonly element = document.createElement('div')
  #options: readonly HTMLElement[] = []
  #active: HTMLElement | undefined
  readonly #input: HTMLInputElement

  constructor(input: HTMLInputElement) {
    this.#input = input
    this.element.id = `${input.id}-suggestions`
    this.element.role = 'listbox'
    this.element.ariaLabel = input.labels?.[0]?.textContent ?? ''
    this.element.className = 'suggestions'
    // Keeps the focus in the field.
    this.element.addEventListener('mousedown', (event) => event.preventDefault())
    input.setAttribute('aria-controls', this.element.id)
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
