import type { ReactNode } from 'react'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { renderToStaticMarkup } from 'react-dom/server'
import type { z } from 'zod'
import { colourNames, colourRule } from '../../kit/colours.ts'
import { cspHash } from '../../kit/tokens.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { wordsOf } from '../../words/words.shared.ts'
import type { BackendEnv } from '../../context.ts'
import type { ValidInput } from '../../api/valid-input.ts'

/** The shop's colours and shapes. Dashed lines distinguish these pages from the shop. */
const style = `:root{color-scheme:light dark;${colourNames.map(colourRule).join('')}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;justify-content:space-between;padding:.9rem max(1rem,50vw - 21rem);border-bottom:2px dashed var(--accent)}
header b{font-size:1.15rem;letter-spacing:-.02em}
header span{padding:.1rem .7rem;border:2px dashed var(--accent);border-radius:99px;color:var(--accent);font-size:.9rem;font-weight:650}
main{max-width:44rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.9rem;line-height:1.15;letter-spacing:-.02em;margin:0 0 1rem}h2{font-size:1.1rem;margin:0}
a{color:inherit}a:hover{color:var(--accent)}p{margin:0 0 1rem}
.soft{color:var(--soft)}
form{display:grid;gap:.75rem;margin-block:1.5rem}
form div{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));gap:.75rem}
button{min-height:48px;padding:.35em 1.2em;border:0;border-radius:99px;background:var(--accent);color:var(--on-accent);font:650 1rem/1.15 system-ui,sans-serif;cursor:pointer}
button:hover{background:var(--accent-strong)}
button.quiet{background:none;color:var(--ink);box-shadow:inset 0 0 0 1.5px var(--edge)}
button.quiet:hover{box-shadow:inset 0 0 0 2px var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
article,dl{margin:1rem 0 0;padding:1rem 1.25rem;background:var(--sheet);border:1px solid var(--line);border-radius:14px}
dl div{display:flex;gap:1rem;justify-content:space-between;padding-block:.4rem}
dl div+div{border-top:1px solid var(--line)}
dd{margin:0;font-weight:650;white-space:nowrap}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}dl{view-transition-name:pass}}`

type Props = {
  readonly locale: Locale
  readonly brand: string
  readonly title: string
  readonly children: ReactNode
}

/** A page of the development tools, with its own styles and no script. */
export function DevDocument({ locale, brand, title, children }: Props) {
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <header>
          <b>{brand}</b>
          <span>{wordsOf(locale)('dev.badge')}</span>
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}

export async function devStyleHash(): Promise<string> {
  return cspHash(style)
}

export type DevContext = Context<BackendEnv>
export type ParamsOf<Params extends z.ZodObject> = Context<
  BackendEnv,
  string,
  ValidInput<'param', Params>
>
export type FormOf<Params extends z.ZodObject, Form extends z.ZodObject> = Context<
  BackendEnv,
  string,
  ValidInput<'param', Params> & ValidInput<'form', Form>
>

/**
 * Reads a form for the validator. Replaces a malformed body with an empty form, because the
 * validator would fail.
 */
export function readDevForm() {
  return createMiddleware<BackendEnv>(async (c, next) => {
    c.req.bodyCache.formData = await c.req.raw.formData().catch(() => new FormData())
    await next()
  })
}

export function devPage(c: DevContext, page: ReactNode, status: 200 | 410 = 200): Response {
  return c.body(`<!DOCTYPE html>${renderToStaticMarkup(page)}`, status, {
    'Content-Type': 'text/html; charset=utf-8',
  })
}
