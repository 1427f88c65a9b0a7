import { effect, signal } from '@preact/signals-core'
import { isCostly } from './costly-connection.ts'
import { showFlags } from './boot/flags.ts'
import { loadForm } from './form-loaders.ts'
import { showWhileLoading } from './loading-bar.ts'
import { fetchWithin, parsePage } from './requests.ts'

type DialogContent = { readonly fragment: Node; readonly label: string }
const content = signal<DialogContent | null>(null)

/** Milliseconds to wait for the content. Then the browser opens the link instead. */
const partTimeout = 10_000

let frame: HTMLDialogElement | null = null

effect(() => {
  const next = content.value
  // Returns the focus to the link, so that the next dialog returns it there too.
  frame?.close()
  frame?.remove()
  frame = null
  if (next) frame = open(next)
})

/**
 * Opens part of the linked page in a dialog: the element with the id in `data-dialog`. Forms in it
 * work as on their page. When the element cannot be loaded, the browser follows the link.
 */
export async function openFrom(link: HTMLAnchorElement): Promise<void> {
  const { dialog: id = '', dialogGo } = link.dataset
  const here = document.getElementById(id)
  if (here?.querySelector('form')) return follow(link)
  const part = here
    ? cloneWithoutIds(here)
    : await showWhileLoading(fetchPart(link.href, id)).catch(() => null)
  if (!part) return follow(link)
  const fragment = document.createDocumentFragment()
  fragment.append(part)
  if (dialogGo) fragment.append(continueLink(link.href, dialogGo))
  content.value = { fragment, label: headingOf(part) || link.textContent || '' }
}

export function confirmInDialog(
  form: HTMLFormElement,
  { title, text }: { title: string; text: string },
) {
  if (!form.isConnected) return
  const fragment = document.createDocumentFragment()
  const heading = document.createElement('h2')
  const paragraph = document.createElement('p')
  heading.textContent = title
  paragraph.textContent = text
  paragraph.setAttribute('role', 'status')
  fragment.append(heading, paragraph)
  content.value = { fragment, label: title }
}

function open({ fragment, label }: DialogContent): HTMLDialogElement | null {
  const template = document.querySelector<HTMLTemplateElement>('#dialog-frame')
  const dialog = template?.content.querySelector('dialog')?.cloneNode(true)
  if (!(dialog instanceof HTMLDialogElement)) return null
  dialog.setAttribute('aria-label', label)
  dialog.append(fragment)
  dialog.addEventListener('close', () => {
    if (frame === dialog) content.value = null
  })
  // A press in the dialog's padding, or a selection that ends outside, must not lose a message.
  let isPressedOutside = false
  dialog.addEventListener('pointerdown', (event) => {
    isPressedOutside = event.target === dialog && isOutside(dialog, event)
  })
  dialog.addEventListener('click', () => {
    if (isPressedOutside) dialog.close()
  })
  document.body.append(dialog)
  dialog.showModal()
  showFlags()
  const form = dialog.querySelector<HTMLElement>('[data-form]')
  // Focus hydrates the form, which loads React. The form's own script loads in parallel.
  if (form && !isCostly()) loadForm(form.dataset['form'] ?? '').catch(() => null)
  // On a touch screen, the keyboard would cover the form.
  if (!matchMedia('(pointer: coarse)').matches)
    dialog.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus()
  return dialog
}

/** Events on the backdrop have the dialog as their target. */
function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

async function fetchPart(url: string, id: string): Promise<Element | null> {
  const response = await fetchWithin(partTimeout, url)
  // A redirect or an error is shown as a page, not in the dialog.
  if (!response.ok || response.redirected) return null
  const page = parsePage(await response.text())
  addFormStyles(page)
  const part = page.getElementById(id)
  // These are the styles of the linked page. This page has them already, or does not allow them.
  for (const styles of part?.querySelectorAll('style') ?? []) styles.remove()
  return part
}

/** Most pages with plans have no form, so they do not contain the styles of forms and dialogs. */
function addFormStyles(page: Document): void {
  const styles = page.getElementById('form-styles')
  if (styles && !document.getElementById(styles.id)) document.body.append(styles)
}

/** Removes the ids of the copy, because ids must be unique in the page. */
function cloneWithoutIds(element: HTMLElement): Element {
  const copy = element.cloneNode(true) as HTMLElement // `cloneNode` returns the same type
  for (const each of [copy, ...copy.querySelectorAll('[id]')]) each.removeAttribute('id')
  copy.hidden = false
  return copy
}

function continueLink(href: string, label: string): Element {
  const paragraph = document.createElement('p')
  const link = document.createElement('a')
  link.className = 'button'
  link.href = href
  link.textContent = label
  paragraph.append(link)
  return paragraph
}

function headingOf(part: Element): string {
  return part.querySelector('h1, h2, h3')?.textContent ?? ''
}

function follow(link: HTMLAnchorElement): void {
  location.assign(link.href)
}
