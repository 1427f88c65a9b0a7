import type { CSSProperties } from 'react'
import { colours, type ColourName } from '../kit/colours.ts'

function coloursOf(theme: 0 | 1) {
  const names = Object.entries(colours).map(([name, pair]) => [name, pair[theme]])
  return Object.fromEntries(names) as { readonly [name in ColourName]: string } // the same keys
}

const darkColours = coloursOf(1)
const { paper, sheet, ink, soft, line, edge, accent, onAccent, wash, good } = coloursOf(0)
const sans = `system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif`
const mono = `ui-monospace,'SF Mono',Menlo,Consolas,monospace`

const rules = {
  paper: `margin:0;padding:0;background:${paper};color:${ink}`,
  page: `padding:0 12px;background:${paper}`,
  column: `width:100%;max-width:560px;margin:0 auto;font:16px/1.5 ${sans}`,
  brand: `padding:24px 4px 12px;font:700 18px/1.3 ${sans};color:${ink}`,
  logo: 'margin:0 8px 0 0;border:0;vertical-align:middle',
  sheet: `padding:28px;background:${sheet};border:1px solid ${line};border-top:4px solid ${accent};border-radius:14px`,
  cover: `padding:18px 28px;border-radius:14px 14px 0 0;color:${sheet};font:700 18px/1.4 ${sans}`,
  sheetBelow: `padding:28px;background:${sheet};border:1px solid ${line};border-top:0;border-radius:0 0 14px 14px`,
  eyebrow: `margin:0 0 8px;font:600 14px/1.4 ${sans};color:${soft}`,
  heading: `margin:0 0 16px;font:750 26px/1.2 ${sans};color:${ink}`,
  text: `margin:0 0 16px;color:${ink};white-space:pre-line;overflow-wrap:anywhere`,
  quote: `margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid ${accent};color:${ink};white-space:pre-line`,
  note: `margin:0 0 16px;font:14px/1.5 ${sans};color:${soft}`,
  code: `margin:0 0 16px;padding:16px 8px;border-radius:12px;background:${wash};color:${ink};font:700 34px/1.2 ${mono};letter-spacing:0.2em;text-align:center`,
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse',
  label: `padding:8px 12px 8px 0;border-bottom:1px solid ${line};color:${soft};font-weight:400`,
  value: `padding:8px 0;border-bottom:1px solid ${line};color:${ink};text-align:right`,
  shortValue: `padding:8px 0;border-bottom:1px solid ${line};color:${ink};text-align:right;white-space:nowrap`,
  total: `padding:10px 0;color:${ink};font-weight:700`,
  action: 'margin:0 0 16px',
  button: `display:inline-block;padding:13px 24px;border-radius:99px;background:${accent};color:${onAccent};font:650 16px/1.25 ${sans};text-align:center;text-decoration:none`,
  link: `display:inline-block;padding:10px 0;color:${accent}`,
  sign: `color:${accent}`,
  choice: `display:block;margin:0 0 8px;padding:11px 16px;border:1.5px solid ${edge};border-radius:12px;color:${ink};font:600 16px/1.25 ${sans};text-decoration:none`,
  panel: `margin:0 0 16px;padding:20px 16px 4px;border:1px solid ${line};border-radius:14px`,
  stamp: `margin:0 0 16px;padding:4px 8px;border:1.5px solid ${good};border-radius:6px;color:${good};font:700 14px/1.4 ${sans};text-align:center`,
  picture:
    'display:block;max-width:100%;height:auto;margin:0 auto 8px;border-radius:12px;background:#fff',
  caption: `margin:0 0 16px;color:${ink};text-align:center`,
  install: `display:block;padding:11px 16px;border:1.5px solid ${edge};border-radius:99px;color:${ink};font:650 16px/1.25 ${sans};text-align:center;text-decoration:none`,
  hint: `margin:4px 0 12px;font:14px/1.4 ${sans};color:${soft};text-align:center`,
  codeLabel: `margin:0 0 2px;font:14px/1.4 ${sans};color:${soft}`,
  codeValue: `margin:0 0 12px;font:600 15px/1.4 ${mono};color:${ink};overflow-wrap:anywhere;word-break:break-all`,
  home: 'display:inline-block;padding:12px 0;color:inherit',
  footer: `padding:16px 4px 32px;font:14px/1.5 ${sans};color:${soft}`,
  /** Mail programs show this text beside the subject. */
  preview: 'display:none;max-height:0;overflow:hidden',
} as const

type Styles = { readonly [name in keyof typeof rules]: CSSProperties }

/** Many mail programs drop style sheets, so every element has inline styles. */
export const styles = Object.fromEntries(
  Object.entries(rules).map(([name, rule]) => [name, readRule(rule)]),
) as Styles // the same names

/** Returns the rule as React expects it. */
function readRule(rule: string): CSSProperties {
  const declarations = rule.split(';').map((declaration) => {
    const [name = '', value = ''] = declaration.split(':')
    return [name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), value]
  })
  return Object.fromEntries(declarations)
}

/**
 * The dark theme and narrow screens, for mail programs that support style sheets. `!important`
 * overrides inline styles.
 */
export const letterSheet = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.sheet{padding:20px!important}}',
  `@media (prefers-color-scheme:dark){${darkRules()}}`,
].join('')

function darkRules(): string {
  const dark = darkColours
  return [
    `.paper{background:${dark.paper}!important}`,
    `.sheet{background:${dark.sheet}!important}`,
    `.wash{background:${dark.wash}!important}`,
    `.ink{color:${dark.ink}!important}`,
    `.soft{color:${dark.soft}!important}`,
    `.accent{color:${dark.accent}!important}`,
    `.line{border-color:${dark.line}!important}`,
    `.edge{border-color:${dark.edge}!important}`,
    `.rule{border-color:${dark.accent}!important}`,
    `.top{border-top-color:${dark.accent}!important}`,
    `.good{color:${dark.good}!important;border-color:${dark.good}!important}`,
    `.button{background:${dark.accent}!important;color:${dark.onAccent}!important}`,
  ].join('')
}
