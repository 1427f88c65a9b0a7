import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import { createOffice } from '../../src/office/app.ts'
import { parseConfig } from '../../src/storefront-settings.ts'
import type { StaffRole } from '../../src/api/staff.ts'
import { createDraftRenderer } from '../../src/site/render-draft.ts'
import { hiddenFieldsOf } from '../fixtures/html.ts'
import { clock, payments, settings, supply } from './small-shop.ts'
import { noticeOf, origin, requestOf } from './visit.ts'
import type { FormInit } from './visit.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly access: string
    readonly rotatedAccess: string
  }
}

const audience = 'a'.repeat(64)

const accessSettings = {
  ACCESS_TEAM_DOMAIN: inject('access'),
  ACCESS_AUD: audience,
  ADMIN_OWNERS: 'olga@shop.example',
  ADMIN_MONEY: 'mark@shop.example',
  ADMIN_SUPPORT: 'sara@shop.example',
}

export const emails = {
  owner: 'olga@shop.example',
  money: 'mark@shop.example',
  support: 'sara@shop.example',
} as const satisfies { readonly [role in StaffRole]: string }

const office = createOffice(createDraftRenderer(parseConfig(env)), {
  now: () => clock.now,
  providers: (...settled) => payments.createProviders(...settled),
  suppliers: (...settled) => supply.createSuppliers(...settled),
})

type Claims = { readonly [claim: string]: unknown }

export function claimsOf(email: string): Claims {
  const seconds = Math.floor(clock.now.getTime() / 1000)
  return {
    iss: accessSettings.ACCESS_TEAM_DOMAIN,
    aud: [audience],
    sub: `id of ${email}`,
    email,
    type: 'app',
    iat: seconds - 60,
    exp: seconds + 3600,
  }
}

export async function tokenOf(
  claims: Claims,
  signature = 'key',
  team: string = accessSettings.ACCESS_TEAM_DOMAIN,
): Promise<string> {
  const body = JSON.stringify({ claims, signature })
  return (await fetch(`${team}/token`, { method: 'POST', body })).text()
}

/** The cookie with which the browser may see the confirmation of its last form. */
let notice = ''

type OfficeVisit = FormInit & {
  readonly token?: string
  /** Replaces the database, for example by one that fails. */
  readonly database?: D1Database
  /** The origin of the visited site. */
  readonly at?: string
}

export async function visitOffice(
  path: string,
  { token, database = env.DB, at = origin, ...init }: OfficeVisit = {},
): Promise<Response> {
  const request = requestOf(path, init, at)
  if (token !== undefined) request.headers.set('Cf-Access-Jwt-Assertion', token)
  const cookies = [request.headers.get('Cookie'), notice].filter(Boolean)
  if (cookies.length > 0) request.headers.set('Cookie', cookies.join('; '))
  const context = createExecutionContext()
  const bindings = { ...env, ...accessSettings, ...settings, DB: database }
  const response = await office.fetch(request, bindings, context)
  await waitOnExecutionContext(context)
  notice = noticeOf(response) ?? notice
  return response
}

export async function visitAs(
  role: StaffRole,
  path: string,
  options: Omit<OfficeVisit, 'token'> = {},
): Promise<Response> {
  return visitOffice(path, { ...options, token: await tokenOf(claimsOf(emails[role])) })
}

/** Returns the HTML of a page. */
export async function officePage(...visit: Parameters<typeof visitAs>): Promise<string> {
  return (await visitAs(...visit)).text()
}

/** Sends the form of an action on a page that an owner has opened. */
export async function sendForm(role: StaffRole, path: string, action: string, fields: object = {}) {
  return visitAs(role, path, { form: { ...(await pressedForm('owner', path, action)), ...fields } })
}

/** Returns the hidden fields of an action's form on a page, as a browser would send them. */
export async function pressedForm(
  role: StaffRole,
  path: string,
  action: string,
): Promise<{ readonly [field: string]: string }> {
  return hiddenFields(await (await visitAs(role, path)).text(), action)
}

export function hiddenFields(page: string, action: string): { readonly [field: string]: string } {
  const form = page.split('<form').find((part) => part.includes(`name="action" value="${action}"`))
  const fields = hiddenFieldsOf(form ?? '')
  if (Object.keys(fields).length === 0) throw new Error(`The page has no form for ${action}`)
  return fields
}
