import { z } from 'zod'
import { hideText, publishText, resetText, moveQuestion } from '../../texts/publish-text.ts'
import type { ActionInput } from '../../api/perform-action.ts'
import { mayDo, textActions } from '../../api/staff.ts'
import { err, ok } from '../../kit/result.shared.ts'
import type { Result } from '../../kit/result.shared.ts'
import { locales } from '../../words/locales.shared.ts'
import { actionForm } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { adminAction } from '../routing/admin-action.ts'
import type { FormFields } from '../routing/form-fields.ts'
import { textHref } from './hrefs.ts'
import { oversizedPage } from './oversized-page.ts'
import { readTextForm } from './read-text-form.ts'
import type { TextFormValues } from './read-text-form.ts'
import { showText } from './text-page.tsx'
import { textQuery } from './text-query.ts'
import type { TextQuery } from './text-query.ts'

const textForm = actionForm.extend({
  action: z.enum(textActions),
  after: z.string().default(''),
})

export const textAction = adminAction({
  query: textQuery,
  form: textForm,
  async run(c, { query, form, fields, input }) {
    if (form.action === 'publish-text') return publish(c, query, fields, input)
    const { context, person } = c.var
    const name = { kind: query.kind, ident: query.ident ?? '' }
    if (form.action === 'move-question') {
      const move = { ...input, ident: name.ident, after: form.after || null }
      return moveQuestion(context, person, move)
    }
    const act = form.action === 'hide-text' ? hideText : resetText
    return act(context, person, { ...input, ...name })
  },
  hrefAfter({ query: { kind, ident }, form: { action }, fields }) {
    const newIdent = action === 'publish-text' ? fields['ident'] : ''
    return textHref({ kind, ident: ident ?? newIdent ?? '' }, { done: action })
  },
  showAgain: async (c, query, { action, fields, failure }) =>
    showText(c, query, { fields: action === 'publish-text' ? fields : null, failure }),
})

async function publish(
  c: AdminContext,
  query: TextQuery,
  fields: FormFields,
  input: ActionInput,
): Promise<Result<unknown, ActionFailure>> {
  const { context, person } = c.var
  if (!mayDo(person, 'publish-text')) return err({ code: 'forbidden' })
  const form = await readCheckedForm(c, query, fields)
  if (!form.ok) return form
  const { name, isNew, contents } = form.value
  return publishText(context, person, { ...input, ...name, isNew, contents })
}

/** Reads the form. Refuses a text that would make one of its pages too large. */
async function readCheckedForm(
  c: AdminContext,
  query: TextQuery,
  fields: FormFields,
): Promise<Result<TextFormValues, ActionFailure>> {
  const form = await readTextForm(c, query, fields)
  if (!form.ok) return form
  const { name, contents } = form.value
  for (const lang of locales) {
    const content = contents[lang]
    const path = content && (await oversizedPage(c, lang, name, content))
    if (path !== null) return err({ code: 'too-large', path })
  }
  return ok(form.value)
}
