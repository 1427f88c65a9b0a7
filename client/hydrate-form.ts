import { signal } from '@preact/signals-react'
import type { Signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { messagesFor, withoutField } from '../src/domain/form-errors.ts'
import type { FormDefinition, FormProps } from '../src/forms/form-definition.ts'
import { loadForm } from './form-loaders.ts'
import { submitForm } from './submit-form.ts'
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
  const props = signal<FormProps>(JSON.parse(root.dataset['props'] ?? '{}'))
  // Hydrates synchronously, so that no key press is lost between the plain and the hydrated form.
  hydrateWithTypedText(root, () =>
    flushSync(() => hydrateRoot(root, createElement(FormRoot, { form, props }))),
  )
  root.addEventListener('submit', (event) => void submitForm(event, form, props))
  root.addEventListener('input', ({ target }) => clearError(target, props))
  suggestOnLeave(root)
  if (root.querySelector('[data-mask=phone]')) await formatPhones(root)
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
function clearError(target: EventTarget | null, props: Signal<FormProps>): void {
  const { errors } = props.value
  const name = target instanceof Element ? (target.getAttribute('name') ?? '') : ''
  if (errors !== null && messagesFor(errors, name).length > 0)
    props.value = { ...props.value, errors: withoutField(errors, name) }
}
