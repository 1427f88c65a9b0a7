import type { CSSProperties } from 'react'
import { colours } from '../kit/colours.ts'
import type { ColourName } from '../kit/colours.ts'

function coloursOf(theme: 0 | 1) {
  const names = Object.entries(colours).map(([name, pair]) => [name, pair[theme]])
  return Object.fromEntries(names) as { readonly [name in ColourName]: string } // the same keys
}

const darkColours = coloursOf(1)
const { paper, sheet, ink, soft, line, edge, accent, onAccent, wash, good } = coloursOf(0)
const sans = `system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif`
const mono = `ui-monospace,'SF Mono',Menlo,Consolas,monospace`

const value = {
  padding: '8px 0',
  borderBottom: `1px solid ${line}`,
  color: ink,
  textAlign: 'right',
} as const

/**
 * Many mail programs drop style sheets, so every element has inline styles. Widths are in pixels.
 */
export const styles = {
  paper: { margin: 0, padding: 0, background: paper, color: ink },
  page: { padding: '0 12px', background: paper },
  column: { width: '100%', maxWidth: 560, margin: '0 auto', font: `16px/1.5 ${sans}` },
  brand: { padding: '24px 4px 12px', font: `700 18px/1.3 ${sans}`, color: ink },
  logo: { margin: '0 8px 0 0', border: 0, verticalAlign: 'middle' },
  sheet: {
    padding: 28,
    background: sheet,
    border: `1px solid ${line}`,
    borderTop: `4px solid ${accent}`,
    borderRadius: 14,
  },
  eyebrow: { margin: '0 0 8px', font: `600 14px/1.4 ${mono}`, color: soft },
  heading: { margin: '0 0 16px', font: `750 26px/1.2 ${sans}`, color: ink },
  text: { margin: '0 0 16px', color: ink, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  quote: {
    margin: '0 0 16px',
    padding: '2px 0 2px 14px',
    borderLeft: `3px solid ${accent}`,
    color: ink,
    whiteSpace: 'pre-line',
  },
  note: { margin: '0 0 16px', font: `14px/1.5 ${sans}`, color: soft },
  code: {
    margin: '0 0 16px',
    padding: '16px 8px',
    borderRadius: 12,
    background: wash,
    color: ink,
    font: `700 34px/1.2 ${mono}`,
    letterSpacing: '0.2em',
    textAlign: 'center',
  },
  table: { width: '100%', margin: '0 0 16px', borderCollapse: 'collapse' },
  label: {
    padding: '8px 12px 8px 0',
    borderBottom: `1px solid ${line}`,
    color: soft,
    fontWeight: 400,
  },
  value,
  shortValue: { ...value, whiteSpace: 'nowrap' },
  total: { padding: '10px 0', color: ink, fontWeight: 700 },
  action: { margin: '0 0 16px' },
  button: {
    display: 'inline-block',
    padding: '13px 24px',
    borderRadius: 99,
    background: accent,
    color: onAccent,
    font: `650 16px/1.25 ${sans}`,
    textAlign: 'center',
    textDecoration: 'none',
  },
  link: { display: 'inline-block', padding: '10px 0', color: accent },
  sign: { color: accent },
  choice: {
    display: 'block',
    margin: '0 0 8px',
    padding: '11px 16px',
    border: `1.5px solid ${edge}`,
    borderRadius: 12,
    color: ink,
    font: `600 16px/1.25 ${sans}`,
    textDecoration: 'none',
  },
  panel: {
    margin: '0 0 16px',
    padding: '20px 16px 4px',
    border: `1px solid ${line}`,
    borderRadius: 14,
  },
  stamp: {
    margin: '0 0 16px',
    padding: '4px 8px',
    border: `1.5px solid ${good}`,
    borderRadius: 6,
    color: good,
    font: `700 14px/1.4 ${mono}`,
    textAlign: 'center',
  },
  picture: {
    display: 'block',
    maxWidth: '100%',
    height: 'auto',
    margin: '0 auto 8px',
    borderRadius: 12,
    background: '#fff',
  },
  caption: { margin: '0 0 16px', color: ink, textAlign: 'center' },
  install: {
    display: 'block',
    padding: '11px 16px',
    border: `1.5px solid ${edge}`,
    borderRadius: 99,
    color: ink,
    font: `650 16px/1.25 ${sans}`,
    textAlign: 'center',
    textDecoration: 'none',
  },
  hint: { margin: '4px 0 12px', font: `14px/1.4 ${sans}`, color: soft, textAlign: 'center' },
  codeLabel: { margin: '0 0 2px', font: `14px/1.4 ${sans}`, color: soft },
  codeValue: {
    margin: '0 0 12px',
    font: `600 15px/1.4 ${mono}`,
    color: ink,
    overflowWrap: 'anywhere',
    wordBreak: 'break-all',
  },
  home: { display: 'inline-block', padding: '12px 0', color: 'inherit' },
  footer: { padding: '16px 4px 32px', font: `14px/1.5 ${sans}`, color: soft },
  /** Mail programs show this text beside the subject. */
  preview: { display: 'none', maxHeight: 0, overflow: 'hidden' },
} as const satisfies { readonly [name: string]: CSSProperties }

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
