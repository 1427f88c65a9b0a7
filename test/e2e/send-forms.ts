import type { APIRequestContext, APIResponse } from '@playwright/test'
import { hiddenFieldsOf } from '../../scripts/test/hidden-fields.ts'

type Fields = { readonly [name: string]: string }

/**
 * Sends a form without a browser page. Journeys prepare what other journeys check, because a page
 * takes ten times the processor time. The page's context receives the cookies.
 * @param page the response with the form
 * @param field a name that only this form contains
 * @returns the response after all redirects
 */
export async function sendForm(
  request: APIRequestContext,
  page: APIResponse,
  field: string,
  fields: Fields,
): Promise<APIResponse> {
  const forms = (await page.text()).split('<form').map((part) => part.split('</form>')[0] ?? '')
  const form = forms.find((each) => each.includes(`name="${field}"`))
  if (form === undefined) throw new Error(`${page.url()} has no form with the field ${field}`)
  const action = / action="([^"]*)"/.exec(form)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const response = await request.post(new URL(action || page.url(), page.url()).href, {
    form: { ...hiddenFieldsOf(form), ...fields },
    headers: { Origin: new URL(page.url()).origin },
  })
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}`)
  return response
}
