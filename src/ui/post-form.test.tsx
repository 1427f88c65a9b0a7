import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Field } from './fields.shared.tsx'
import { PostForm } from './post-form.shared.tsx'

describe('without JavaScript, the page of a rejected form opens', () => {
  it('at the first wrong field', () => {
    const html = render({ phone: ['No number'] })
    expect(html).toMatch(/<input[^>]* autofocus=""/)
    expect(html).not.toMatch(/<p[^>]* autofocus/)
  })

  it('at the message above the form when no field is wrong', () => {
    expect(render({})).toMatch(/<div[^>]* autofocus="" tabindex="-1"/)
  })
})

function render(fields: { readonly [name: string]: readonly string[] }): string {
  const errors = { status: 422, code: 'invalid-input', message: 'Refused', fields }
  const form = { texts: { 'errors.formSummary': 'Check the form' }, action: '/', errors }
  return renderToStaticMarkup(
    <PostForm form={form} fields={['phone']} fallback="Failed">
      <Field id="phone" name="phone" label="Phone" messages={fields['phone'] ?? []}>
        {(aria) => <input {...aria} />}
      </Field>
    </PostForm>,
  )
}
