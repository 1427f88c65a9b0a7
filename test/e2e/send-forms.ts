import type { APIRequestContext, APIResponse } from '@playwright/test'
import { hiddenFieldsOf } from '../fixtures/html.ts'

type Fields = { readonly [name: string]: string }

/**
 * Sends a form without a browser page. Journeys prepare what other journeys check, because a page
 * takes ten times the processor time. The page's context receives the cookies.
 * @param page the response with the form
 * @param field a name that only this form contains
 * @param headers additional headers
 * @returns the response after all redirects
 */
export async function sendForm(
  request: APIRequestContext,
  page: APIResponse,
  field: string,
  fields: Fields,
  headers: Fields = {},
): Promise<APIResponse> {
  const forms = (await page.text()).split('<form').map((part) => part.split('</form>')[0] ?? '')
  const form = forms.find((each) => each.includes(`name="${field}"`))
  if (form === undefined) throw new Error(`${page.url()} has no form with the field ${field}`)
  const action = / action="([^"]*)"/.exec(form)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const response = await request.post(new URL(action || page.url(), page.url()).href, {
    form: { ...hiddenFieldsOf(form), ...fields },
    headers: { Origin: new URL(page.url()).origin, ...headers },
  })
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}`)
  return response
}

/**
 * Headers of a visitor with a separate address, because sign-in codes are limited per address.
 * @param recipient the email address or phone number that receives the code
 */
export function visitorHeaders(recipient: string): Fields {
  let hash = 0
  for (const letter of recipient) hash = (hash * 31 + letter.charCodeAt(0)) % 0x1_00_00
  // Addresses for tests of networks: RFC 2544.
  return { 'CF-Connecting-IP': `198.18.${Math.floor(hash / 256)}.${hash % 256}` }
}
