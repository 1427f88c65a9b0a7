import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = globSync(['src/**/*.{ts,tsx}', 'client/**/*.{ts,tsx}'])
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .toSorted()
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

/** Code that can be unsafe, and the files that were read and found safe. */
const reviewed: readonly (readonly [name: string, pattern: RegExp, files: readonly string[]])[] = [
  ['code from text', /\beval\(|new Function\(|\bset(Timeout|Interval)\(['"`]/, []],
  ['HTML set by a script', /\b(inner|outer)HTML\b(?!=)|insertAdjacentHTML|document\.write/, []],
  [
    // HTML and SVG of the shop itself, HTML of `micromark`, which escapes its input, and JSON
    // without `<`.
    'HTML in markup',
    /dangerouslySetInnerHTML/,
    [
      'src/admin/layout/admin-document.tsx',
      'src/backend/dev-tools/dev-document.tsx',
      'src/backend/mail/letter-view.tsx',
      'src/forms/controls/email-field.tsx',
      'src/forms/controls/json-script.tsx',
      'src/forms/controls/turnstile-widget.tsx',
      'src/http/page/content-styles.tsx',
      'src/http/page/document.tsx',
      'src/pages/blog/[id].tsx',
      'src/ui/coverage-map.tsx',
      'src/ui/json-ld.tsx',
      'src/ui/layout/header.tsx',
      'src/ui/tariffs/tariff-card.tsx',
    ],
  ],
  [
    // The parts are constants of the shop.
    'a pattern built of parts',
    /\bRegExp\(/,
    [
      'src/backend/imports/cells.ts',
      'src/contract/trip-plans.ts',
      'src/domain/field-limits.ts',
      'src/domain/marketing.ts',
      'src/domain/sign-in-code.ts',
      'src/locale/canonical-path.ts',
      'src/locale/route-of.ts',
      'src/locale/search/alphabetic-name.ts',
      'src/locale/search/trip-search.ts',
      'src/locale/search/trip-text.ts',
      'src/locale/search/trip-times.ts',
    ],
  ],
  // The pause before a retry is not a secret.
  ['a predictable number', /Math\.random/, ['src/api/retry.ts']],
  ['a broken hash or cipher', /\b(MD5|SHA-?1|RC4|3?DES|AES-(ECB|CBC))\b/i, []],
  ['a comparison that converts types', /[^=!<>]==(?!=| null)|!=(?!=| null)/, []],
]

it.each(reviewed)('finds %s in reviewed files only', (_, pattern, expected) => {
  const found = files.filter((file) => pattern.test(codeOf(texts.get(file) ?? '')))
  expect(found).toEqual(expected)
})

it('finds each kind of unsafe code', () => {
  const samples = [
    'eval(text)',
    'element.innerHTML = text',
    '<p dangerouslySetInnerHTML={html} />',
    'new RegExp(text)',
    'Math.random()',
    `digest('SHA-1', bytes)`,
    'if (a == b) return',
  ]
  expect(reviewed.map(([, pattern], index) => pattern.test(samples[index] ?? ''))).toEqual(
    samples.map(() => true),
  )
})

/** Returns the code without comments and base64. */
function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|'[A-Za-z0-9+/=]{60,}'/gm, '')
}
