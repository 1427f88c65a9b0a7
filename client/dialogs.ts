import { effect, signal } from '@preact/signals-core'
import { whileLoading } from './loading-bar.ts'

/** What the one open dialog shows; null: none is open. */
type Shown = { readonly content: Node; readonly label: string }
const shown = signal<Shown | null>(null)

let frame: HTMLDialogElement | null = null

effect(() => {
  const next = shown.value
  frame?.remove()
  frame = null
  if (next) frame = open(next)
})

/**
 * Opens what a link leads to in a dialog: the part of that page whose id the link names. A form is the page's own form and works as it
 * does there, before any more script has come. Where nothing can be shown, the link is followed.
 */
export async function openFrom(link: HTMLAnchorElement): Promise<void> {
  const { dialog: id = '', dialogGo } = link.dataset
  const here = document.getElementById(id)
  if (here?.querySelector('form')) return follow(link)
  const part = here ? clone(here) : await whileLoading(fetchPart(link.href, id)).catch(() => null)
  if (!part) return follow(link)
  const content = document.createDocumentFragment()
  content.append(part)
  if (dialogGo) content.append(goOn(link.href, dialogGo))
  shown.value = { content, label: headingOf(part) || link.textContent || '' }
}

/** A form was taken: a word of thanks in place of its dialog, or in one of its own. */
export function thankIn(form: HTMLFormElement, { title, text }: { title: string; text: string }) {
  const content = document.createDocumentFragment()
  const heading = document.createElement('h2')
  const paragraph = document.createElement('p')
  heading.textContent = title
  paragraph.textContent = text
  paragraph.setAttribute('role', 'status')
  content.append(heading, paragraph)
  if (!form.isConnected) return
  shown.value = { content, label: title }
}

function open({ content, label }: Shown): HTMLDialogElement | null {
  const template = document.querySelector<HTMLTemplateElement>('#dialog-frame')
  const dialog = template?.content.querySelector('dialog')?.cloneNode(true)
  if (!(dialog instanceof HTMLDialogElement)) return null
  dialog.setAttribute('aria-label', label)
  dialog.append(content)
  dialog.addEventListener('close', () => {
    if (frame === dialog) shown.value = null
  })
  // A click on the backdrop is one on the dialog itself.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  document.body.append(dialog)
  dialog.showModal()
  // Which is also what brings its form to life.
  dialog.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus()
  return dialog
}

async function fetchPart(url: string, id: string): Promise<Element | null> {
  const response = await fetch(url)
  // Sent on (who is signed in, say), or refused: that page is for the whole window.
  if (!response.ok || response.redirected) return null
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return page.getElementById(id)
}

/** A copy without ids: they stay with what is in the page. */
function clone(element: HTMLElement): Element {
  const copy = element.cloneNode(true) as HTMLElement // of an HTMLElement
  for (const each of [copy, ...copy.querySelectorAll('[id]')]) each.removeAttribute('id')
  copy.hidden = false
  return copy
}

function goOn(href: string, label: string): Element {
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
