import { hideText, publishText, resetText } from '../../backend/operations/publish-text.ts'
import { moveQuestion } from '../../backend/operations/move-question.ts'
import type { ActionInput } from '../../backend/operations/perform-action.ts'
import { mayDo, textActions } from '../../backend/operations/staff.ts'
import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import { locales } from '../../locale/locales.ts'
import { actionForm } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { readFields } from '../read-form.ts'
import type { FormFields } from '../read-form.ts'
import { textHref } from './hrefs.ts'
import { oversizedPage } from './oversized-page.ts'
import { readTextForm, textKind } from './read-text-form.ts'
import type { TextForm } from './read-text-form.ts'
import { showText } from './text-page.tsx'

/** The action checks the role, the version and the key. */
export async function actOnText(c: AdminContext): Promise<Response> {
  const fields = await readFields(c)
  const form = actionForm.safeParse(fields)
  const action = textActions.find((name) => name === fields['action'])
  const kind = textKind.safeParse(c.req.query('kind')).data
  if (!form.success || !action || kind === undefined) return showRefusal(c, 'invalidForm', 422)
  const { idempotencyKey, version } = form.data
  const input = { idempotencyKey, version }
  if (action === 'publish-text') return publish(c, fields, input)
  const name = { kind, ident: c.req.query('ident') ?? '' }
  const { context, person } = c.var
  const result =
    action === 'move-question'
      ? await moveQuestion(context, person, {
          ...input,
          ident: name.ident,
          after: fields['after'] || null,
        })
      : await (action === 'hide-text' ? hideText : resetText)(context, person, {
          ...input,
          ...name,
        })
  if (result.ok) return c.redirect(textHref(name, { done: action }), 303)
  return showText(c, { fields: null, failure: result.error })
}

async function publish(c: AdminContext, fields: FormFields, input: ActionInput): Promise<Response> {
  const { context, person } = c.var
  const form = mayDo(person, 'publish-text')
    ? await checkedForm(c, fields)
    : err({ code: 'forbidden' } as const)
  if (!form.ok) return showText(c, { fields, failure: form.error })
  const { name, isNew, contents } = form.value
  const result = await publishText(context, person, { ...input, ...name, isNew, contents })
  if (!result.ok) return showText(c, { fields, failure: result.error })
  return c.redirect(textHref(name, { done: 'publish-text' }), 303)
}

/** A text that fits into all of its pages. */
async function checkedForm(
  c: AdminContext,
  fields: FormFields,
): Promise<Result<TextForm, ActionFailure>> {
  const form = await readTextForm(c, fields)
  if (!form.ok) return form
  const { name, contents } = form.value
  for (const lang of locales) {
    const content = contents[lang]
    const path = content && (await oversizedPage(c, lang, name, content))
    if (path !== null) return err({ code: 'too-large', path })
  }
  return ok(form.value)
}
