import type { ReactNode } from 'react'
import { cspHash } from '../../domain/sha256.ts'
import type { Locale } from '../../locale/locales.ts'

const style = `:root{color-scheme:light dark;--ink:light-dark(#16202e,#eef0ea);--paper:light-dark(#faf7f0,#10151c);--sheet:light-dark(#fffdf8,#171e28);--line:light-dark(#ddd6c6,#2c3644);--accent:light-dark(#b93815,#ff8a5c);--on:light-dark(#fff,#1c0d06)}
body{margin:0 auto;padding:2rem 1rem;max-width:44rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.9rem;line-height:1.15;letter-spacing:-.02em;margin:0 0 1rem}h2{font-size:1.1rem;margin:0}
a{color:inherit}form{display:flex;gap:.75rem;flex-wrap:wrap;margin-top:1.5rem}
button{min-height:48px;padding:0 1.4rem;border:0;border-radius:99px;background:var(--accent);color:var(--on);font:650 1rem/1 system-ui,sans-serif;cursor:pointer}
button.quiet{background:none;color:var(--ink);box-shadow:inset 0 0 0 1.5px var(--line)}
article{margin-top:1rem;padding:1rem 1.25rem;background:var(--sheet);border:1px solid var(--line);border-radius:14px}`

type Props = { readonly locale: Locale; readonly title: string; readonly children: ReactNode }

/** A page of the development tools, with a small style of its own and no script. */
export function DevDocument({ locale, title, children }: Props) {
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}

export async function devStyleHash(): Promise<string> {
  return cspHash(style)
}
