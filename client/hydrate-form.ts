import { signal } from '@preact/signals-react'
import type { Signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { createElement } from 'react'
import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { messagesFor, withoutField } from '../src/ui/form-errors.shared.ts'
import type { FormDefinition, FormProps, FormReply } from '../src/ui/form-definition.shared.ts'
import { loadForm } from './form-loaders.ts'
import { turnstileField } from '../src/ui/form-markers.shared.ts'
import { fieldReader, validate } from '../src/ui/form-values.shared.ts'
import { reportGoal } from './analytics.ts'
import { confirmInDialog } from './dialogs.ts'
import { fetchWithin } from './requests.ts'
import { showWhileLoading } from './loading-bar.ts'
import { renewToken, waitForToken } from './turnstile-script.ts'
import { suggestOnLeave } from './suggest-email.ts'

type Form = FormDefinition<FormProps>

const hydrated = new WeakSet<Element>()

export async function hydrate(root: HTMLElement): Promise<void> {
  if (hydrated.has(root)) return
  hydrated.add(root)
  const form = await loadForm(root.dataset['form'] ?? '').catch((reason: unknown) => {
    hydrated.delete(root) // the next intent retries
    throw reason
  })
  if (!form) return
  await waitForTask()
  // Throws an error without the props, and the form works as plain HTML.
  const props = signal<FormProps>(JSON.parse(root.nextElementSibling?.textContent ?? ''))
  const element = createElement(FormRoot, { form, props })
  if (isAsRendered(root, element)) {
    // Hydrates synchronously, so that no key press is lost between the plain and the hydrated form.
    hydrateWithTypedText(root, () => flushSync(() => hydrateRoot(root, element)))
    const view = new FormView(root, form, props)
    root.addEventListener('submit', (event) => void submitForm(event, view))
    root.addEventListener('input', ({ target }) => clearError(target, view))
  }
  suggestOnLeave(root)
  if (root.querySelector('[data-mask=phone]')) await formatPhones(root)
}

/**
 * Hydrates a copy first. Translators and password managers change pages, and React would replace a
 * form that they have changed by a new one, without what was typed. Such a form stays plain HTML.
 */
function isAsRendered(root: HTMLElement, element: ReactElement): boolean {
  let isEqual = true
  const copy = root.cloneNode(true) as HTMLElement // `cloneNode` returns the same type
  const onRecoverableError = () => (isEqual = false)
  flushSync(() => hydrateRoot(copy, element, { onRecoverableError })).unmount()
  return isEqual
}

/** What the shop's own scripts change outside of `update`. React resets the text of a textarea. */
const ownParts = 'textarea, [data-did-you-mean], [data-turnstile], [data-ticking]'

/** A hydrated form. */
class FormView {
  readonly definition: Form
  readonly #props: Signal<FormProps>
  readonly #observer = new MutationObserver((records) => this.#judge(records))
  #isForeign = false

  constructor(root: HTMLElement, definition: Form, props: Signal<FormProps>) {
    this.definition = definition
    this.#props = props
    this.#observer.observe(root, { childList: true, characterData: true, subtree: true })
  }

  get props(): FormProps {
    return this.#props.value
  }

  /**
   * Whether another program has moved or changed markup since the form hydrated. React would fail
   * and remove the form, so from then on it is sent as plain HTML.
   */
  get isForeign(): boolean {
    this.#judge(this.#observer.takeRecords())
    return this.#isForeign
  }

  /** Shows new props, unless the form must not change. */
  update(change: object): void {
    if (this.isForeign) return
    flushSync(() => (this.#props.value = { ...this.props, ...change }))
    this.#observer.takeRecords()
  }

  #judge(records: readonly MutationRecord[]): void {
    // Added elements disturb React only while it hydrates.
    this.#isForeign ||= records.some(({ type, target, removedNodes }) => {
      const element = target instanceof Element ? target : target.parentElement
      const isChange = type === 'characterData' || removedNodes.length > 0
      return isChange && !element?.closest(ownParts)
    })
  }
}

/**
 * Waits for a new task, so that the browser can show a key press before the form hydrates. Both
 * take long on a slow phone.
 */
async function waitForTask(): Promise<void> {
  // Some browsers have no `scheduler`, and TypeScript's library does not declare it. Without it,
  // the form hydrates in this task.
  const { scheduler } = globalThis as {
    readonly scheduler?: { readonly yield?: () => Promise<void> }
  }
  await scheduler?.yield?.()
}

/** Without the formatter, the field accepts any text, and the server parses it. */
async function formatPhones(root: HTMLElement): Promise<void> {
  const script = await import('./phone-field.ts').catch(() => null)
  script?.formatPhoneFields(root)
}

function FormRoot({ form, props }: { form: Form; props: Signal<FormProps> }) {
  useSignals()
  return createElement(form.Component, props.value)
}

/**
 * React 19 resets a textarea to its server-rendered text while hydrating. Restores the typed text.
 */
function hydrateWithTypedText(root: HTMLElement, hydrateNow: () => void): void {
  const typed = [...root.querySelectorAll('textarea')].map((area) => {
    const { value, selectionStart, selectionEnd } = area
    return { area, value, selectionStart, selectionEnd }
  })
  hydrateNow()
  for (const { area, value, selectionStart, selectionEnd } of typed) {
    if (area.value === value) continue
    area.value = value
    area.setSelectionRange(selectionStart, selectionEnd)
  }
}

/** Removes the error of a field when the visitor corrects the field. */
function clearError(target: EventTarget | null, view: FormView): void {
  const { errors } = view.props
  const name = target instanceof Element ? (target.getAttribute('name') ?? '') : ''
  if (errors !== null && messagesFor(errors, name).length > 0)
    view.update({ errors: withoutField(errors, name) })
}

const submitting = new WeakSet<HTMLFormElement>()
/** Milliseconds. Browsers wait minutes for an answer after the network is lost. */
const sendTimeout = 60_000
const leaveTimeout = 30_000

/** Validates a hydrated form, sends it and shows the reply without loading the page again. */
async function submitForm(event: SubmitEvent, view: FormView): Promise<void> {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  // A button with its own address shows another page.
  if (event.submitter?.hasAttribute('formaction') || view.isForeign) return
  event.preventDefault()
  if (submitting.has(form)) return
  const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null
  const data = new FormData(form, button)
  const { definition, props } = view
  const values = definition.read(fieldReader((name) => data.get(name)))
  const schema = definition.schemaFor(props, button?.value ?? '')
  const checked = validate(schema, values, (key) => props.texts[key] ?? key)
  if (!checked.ok) {
    view.update({ errors: checked.error })
    return focusFirstError(form)
  }
  submitting.add(form)
  form.setAttribute('aria-busy', 'true')
  const reply = await showWhileLoading(send(form, data)).catch(() => null)
  void renewToken(form)
  try {
    // Reporting a goal may take seconds. Until then, a second press must not send the form again.
    await showWhileLoading(showReply(reply, form, view, button))
  } finally {
    form.removeAttribute('aria-busy')
    submitting.delete(form)
  }
}

async function showReply(
  reply: FormReply | number | null,
  form: HTMLFormElement,
  view: FormView,
  button: HTMLButtonElement | null,
): Promise<void> {
  // Sends it again, as plain HTML. The server recognizes a form that it has accepted already.
  if (view.isForeign && !(isAnswer(reply) && 'to' in reply)) return form.requestSubmit(button)
  if (!isAnswer(reply)) {
    const message = reply === null ? (view.props.texts['errors.notSent'] ?? null) : null
    view.update({ errors: { status: reply ?? 0, code: null, message, fields: {} } })
    return focusFirstError(form)
  }
  if ('props' in reply) {
    view.update(reply.props)
    // This button changed the form without completing it, so the button keeps the focus.
    const isDone = view.props.errors === null && button?.hasAttribute('data-keep-focus')
    return isDone ? undefined : focusFirstError(form)
  }
  if (!('isRefused' in reply)) await reportGoal(form.dataset['goal'] ?? '')
  if ('to' in reply) return leave(reply.to)
  view.update({ values: reply.values, errors: null })
  form.reset()
  confirmInDialog(form, reply.done)
}

function isAnswer(reply: FormReply | number | null): reply is FormReply {
  return typeof reply === 'object' && reply !== null
}

/** The form stays busy until the next page replaces it, or the visitor returns to it. */
async function leave(to: string): Promise<void> {
  location.assign(to)
  await new Promise((resolve) => {
    addEventListener('pageshow', resolve, { once: true })
    // The visitor may stop the next page while it loads.
    setTimeout(resolve, leaveTimeout)
  })
}

async function send(form: HTMLFormElement, data: FormData): Promise<FormReply | number> {
  await waitForToken(form)
  const token = new FormData(form).get(turnstileField)
  if (token !== null) data.set(turnstileField, token)
  if (form.dataset['passkey'] !== undefined) data.set('passkey', await passkeyFor(form))
  // If the form has a field named "action", `form.action` is that field.
  const action = form.getAttribute('action') ?? location.href
  const init = { method: 'POST', body: data, headers: { Accept: 'application/json' } }
  const response = hasFile(data)
    ? await fetch(action, init)
    : await fetchWithin(sendTimeout, action, init)
  const isReply = response.headers.get('Content-Type')?.startsWith('application/json')
  return isReply ? response.json() : response.status
}

/** The upload of a screenshot can take minutes. */
function hasFile(data: FormData): boolean {
  return [...data.values()].some((value) => value instanceof File && value.size > 0)
}

async function passkeyFor(form: HTMLFormElement): Promise<string> {
  const script = await import('./passkey-form.ts')
  return script.passkeyFor(form)
}

function focusFirstError(form: HTMLFormElement): void {
  const root = form.parentElement
  setTimeout(() => {
    const message = root?.querySelector<HTMLElement>('.form-error')
    message?.setAttribute('tabindex', '-1')
    const target =
      root?.querySelector<HTMLElement>(
        ':is(input, textarea)[aria-invalid=true], [aria-invalid=true] input',
      ) ??
      message ??
      root?.querySelector<HTMLElement>('input:not([type=hidden])')
    target?.focus()
  })
}
